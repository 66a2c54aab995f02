import { isUtf8 } from "node:buffer";
import type { FastifyInstance } from "fastify";
import { RPC_CODES } from "./json-rpc.ts";

/** Largest body that the endpoint takes, in bytes. */
export const BODY_LIMIT = 4 * 1024 * 1024;

/** A body that is refused before it is a message: HTTP status, JSON-RPC code and text. */
export class MessageRefusal extends Error {
  readonly status: number;
  readonly rpcCode: number;

  constructor(status: number, rpcCode: number, message: string) {
    super(message);
    this.name = "MessageRefusal";
    this.status = status;
    this.rpcCode = rpcCode;
  }
}

/** Lets JSON through and nothing else. Throws MessageRefusal. */
export function acceptJsonMessages(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer", bodyLimit: BODY_LIMIT }, (request, body, done) => {
    try {
      const encoding = request.headers["content-encoding"];
      if (encoding !== undefined && encoding.toLowerCase() !== "identity") throw mediaType();
      done(null, parse(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

export function mediaType(): MessageRefusal {
  return new MessageRefusal(415, RPC_CODES.refused, "Unsupported media type: send application/json");
}

export function tooLarge(): MessageRefusal {
  return new MessageRefusal(413, RPC_CODES.refused, `The body may have at most ${BODY_LIMIT} bytes`);
}

export function notJson(): MessageRefusal {
  return new MessageRefusal(400, RPC_CODES.parseError, "Parse error: the body is not JSON");
}

function parse(body: Buffer): unknown {
  if (!isUtf8(body)) throw notJson();
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    // The parser's own message quotes the body, which may hold a secret.
    throw notJson();
  }
}
