import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { isJsonContentType } from "@modelcontextprotocol/server";
import { RPC, type RpcRefusal } from "./rpc-answer.ts";

/** Largest body of a message, in bytes. */
export const BODY_LIMIT = 1_048_576;

/** The message of a POST, or what is wrong with it. Rejects when the caller goes away while sending. */
export async function readBody(request: IncomingMessage): Promise<{ message: unknown } | { refusal: RpcRefusal }> {
  const { "content-type": type, "content-encoding": encoding, "content-length": length } = request.headers;
  if (!isJsonContentType(type ?? null) || (encoding !== undefined && encoding.toLowerCase() !== "identity")) {
    return refuse(415, RPC.refused, "Unsupported media type: send application/json");
  }
  const tooLarge = refuse(413, RPC.refused, `The body may have at most ${BODY_LIMIT} bytes`);
  if (Number(length) > BODY_LIMIT) return tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > BODY_LIMIT) return tooLarge;
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  // The parser's own message would quote the body.
  const notJson = refuse(400, RPC.parseError, "Parse error: the body is not JSON");
  if (!isUtf8(bytes)) return notJson;
  try {
    return { message: JSON.parse(bytes.toString("utf8")) };
  } catch {
    return notJson;
  }
}

function refuse(status: number, code: number, message: string): { refusal: RpcRefusal } {
  return { refusal: { status, code, message } };
}
