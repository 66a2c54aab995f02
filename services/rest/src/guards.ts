import { type OriginPolicy, parseBearer } from "@openintents/auth";
import { newId, serviceError } from "@openintents/process";
import type { FastifyReply, FastifyRequest } from "fastify";
import { readAccept } from "./accept.ts";
import { checkVersion } from "./call-metadata.ts";
import type { RequestState } from "./request-state.ts";

/** For every path: names the request and refuses a foreign Host or Origin. */
export function admit(
  policy: OriginPolicy,
): (request: FastifyRequest, reply: FastifyReply, done: (e?: Error) => void) => void {
  return (request, reply, done) => {
    const state: RequestState = { id: newId("req"), authorization: undefined, trailers: undefined, asked: false };
    request.rest = state;
    reply.header("Request-Id", state.id);
    try {
      const { host, origin } = request.headers;
      policy.check({ host, origin, peer: request.raw.socket.remoteAddress });
      done();
    } catch (error) {
      done(error as Error);
    }
  };
}

/**
 * For the API's routes, before any byte of the body is read: a credential of the right
 * form, a version that exists, an answer type that the caller takes.
 */
export function guard(o: {
  streams: boolean;
}): (request: FastifyRequest, reply: FastifyReply, done: (e?: Error) => void) => void {
  return (request, _reply, done) => {
    try {
      const { headers } = request;
      // The router lets nothing pass for an ID; to everybody else that is another path.
      if (Object.values(request.params as Record<string, string>).includes("")) {
        throw serviceError("route_not_found", "There is nothing at this path.");
      }
      const credential = parseBearer(headers.authorization);
      if (credential.kind === "connector") {
        throw serviceError(
          "oauth_token_not_allowed",
          "Access tokens of connectors work on /mcp only; use an API key here.",
        );
      }
      if (credential.kind !== "api_key") {
        throw serviceError("invalid_api_key", "A runner key opens nothing here; use an API key.");
      }
      request.rest.authorization = `Bearer ${credential.token}`;
      checkVersion(headers["openintents-version"]);
      const accepted = readAccept(headers.accept);
      if (!accepted.json && !(o.streams && accepted.eventStream)) {
        throw serviceError(
          "not_acceptable",
          "This path answers application/json; the Accept header does not allow it.",
        );
      }
      done();
    } catch (error) {
      done(error as Error);
    }
  };
}
