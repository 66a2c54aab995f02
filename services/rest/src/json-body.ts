import { isUtf8 } from "node:buffer";
import { serviceError } from "@openintents/process";
import type { FastifyInstance } from "fastify";

/** Largest body that the API takes, in bytes. */
export const BODY_LIMIT = 64 * 1024;

/**
 * Lets JSON through and nothing else. A body of no bytes counts as no body. Throws
 * ServiceError `unsupported_media_type` for another charset or an encoded body and
 * `invalid_json` for what is not JSON text in UTF-8.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer", bodyLimit: BODY_LIMIT }, (request, body, done) => {
    try {
      checkEncoding(request.headers["content-type"] ?? "", request.headers["content-encoding"]);
      done(null, parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Throws ServiceError `unsupported_media_type` for another charset or an encoded body. */
export function checkEncoding(contentType: string, contentEncoding: string | undefined): void {
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== "identity") {
    throw serviceError("unsupported_media_type", "Send the body without a Content-Encoding.");
  }
  if (contentType === "application/json") return;
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw serviceError("unsupported_media_type", "Send JSON in UTF-8.");
  }
}

function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw serviceError("invalid_json", "The body is not UTF-8 text.");
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    // The parser's own message quotes the body, which may hold a secret.
    throw serviceError("invalid_json", "The body is not valid JSON.");
  }
}
