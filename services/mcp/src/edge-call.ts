import { clientAddress, parseBearer } from "@openintents/auth";
import { newId, serviceError } from "@openintents/process";
import type { AuthService } from "@openintents/proto";
import type { Client, Metadata } from "@openintents/rpc";
import type { FastifyReply, FastifyRequest } from "fastify";

/** One HTTP request on its way through the edge. */
export type EdgeCall = {
  /** req_…, sent with the answer and passed on with every call. */
  requestId: string;
  /** gRPC metadata: the caller's credential and context. Empty until the credential's form was checked. */
  metadata: Record<string, string | undefined>;
  /** The session that the client names; empty where it names none. */
  session: string;
  /** Aborts when the client goes away before its answer was written. Made when first asked for. */
  closed(): AbortSignal;
  /** Whether the client went away during a call that watches for it. */
  gone(): boolean;
  /** Rate-limit state of the last call behind this request. */
  trailers: Metadata | undefined;
  /** A service was asked, so the credential was checked and charged there. */
  asked: boolean;
};

declare module "fastify" {
  interface FastifyRequest {
    mcp: EdgeCall;
  }
}

export function openCall(reply: FastifyReply): EdgeCall {
  let gone: AbortController | undefined;
  return {
    requestId: newId("req"),
    metadata: {},
    session: "",
    trailers: undefined,
    asked: false,
    gone: () => gone?.signal.aborted === true,
    closed() {
      if (gone === undefined) {
        const controller = new AbortController();
        reply.raw.once("close", () => {
          if (!reply.raw.writableFinished) controller.abort();
        });
        gone = controller;
      }
      return gone.signal;
    },
  };
}

/**
 * Checks the form of the credential in `Authorization: Bearer` or `X-API-Key` and fills
 * the call's metadata. Throws ServiceError `authentication_required` or `invalid_api_key`;
 * whether the key exists is core's finding.
 */
export function admitCredential(request: FastifyRequest, trustedProxies: string[]): void {
  const { headers } = request;
  const own = one(headers["x-api-key"]);
  const value = headers.authorization ?? (own === undefined || own === "" ? undefined : `Bearer ${own}`);
  const credential = parseBearer(value);
  if (credential.kind === "runner_key") {
    throw serviceError("invalid_api_key", "A runner key opens nothing here; use an API key.");
  }
  request.mcp.session = one(headers["mcp-session-id"]) ?? "";
  request.mcp.metadata = {
    authorization: `Bearer ${credential.token}`,
    "openintents-surface": "mcp",
    "x-request-id": request.mcp.requestId,
    "openintents-client-address": clientAddress({
      peer: request.raw.socket.remoteAddress ?? "",
      forwardedFor: one(headers["x-forwarded-for"]),
      trusted: trustedProxies,
    }),
  };
}

/**
 * Has core check the credential and charge one request, for whatever needs no other
 * service. Throws core's ServiceError; does nothing when a service was asked already.
 */
export async function authorizeOnce(auth: Client<typeof AuthService>, call: EdgeCall, charge = 1): Promise<void> {
  if (call.asked) return;
  call.asked = true;
  await auth.authorize(
    { charge },
    {
      metadata: call.metadata,
      onTrailers: (trailers) => {
        call.trailers = trailers;
      },
    },
  );
}

function one(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" ? value : value?.[0];
}
