import { once } from "node:events";
import type { FastifyReply, FastifyRequest } from "fastify";
import { answerAccepted, answerJson, type Payload, rateLimitEntries } from "./answers.ts";

/** The request as the SDK's web-standard face takes it; its body is handed over parsed. */
export function webRequest(request: FastifyRequest, origin: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string") headers.set(name, value);
    else if (value !== undefined) for (const item of value) headers.append(name, item);
  }
  // The length and encoding belong to the body that was read already.
  headers.delete("content-length");
  headers.delete("transfer-encoding");
  return new Request(`${origin}/mcp`, { method: request.method, headers, signal });
}

/** Sends the SDK's answer: a text, or a stream passed on as it comes until either side ends it. */
export async function sendWebResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: Response,
): Promise<Payload> {
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("text/event-stream")) {
    const text = await response.text();
    const allow = response.headers.get("allow");
    if (allow !== null) reply.header("Allow", allow);
    if (text !== "") return answerJson(request, reply, response.status, text);
    // 499 stands for a client that went away.
    if (response.status === 202 || response.status === 499) return answerAccepted(request, reply);
    reply.code(response.status);
    return undefined;
  }
  const { raw } = reply.hijack();
  raw.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    "Request-Id": request.mcp.requestId,
    ...Object.fromEntries(rateLimitEntries(request.mcp.trailers)),
  });
  raw.flushHeaders();
  for await (const chunk of response.body ?? []) {
    if (raw.destroyed) break;
    if (!raw.write(chunk)) await Promise.race([once(raw, "drain"), once(raw, "close")]);
  }
  raw.end();
  return undefined;
}
