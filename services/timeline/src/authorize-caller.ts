import type { AuthorizeResponse, AuthService, Principal } from "@openintents/proto";
import { type CallContext, type Client, Metadata } from "@openintents/rpc";

export type Authorized = { principal: Principal; lastEventSequence: number; intentFinal: boolean };

/** What core must see of the caller's call to judge it. */
const FORWARDED = ["authorization", "openintents-surface", "openintents-version"];
const RATE_LIMIT = ["ratelimit", "ratelimit-policy", "retry-after"];

/**
 * Asks core whether the call's own credential may read this intent's timeline, charging
 * `charge` requests. Core's refusals pass through, as do its rate-limit trailers.
 */
export async function authorizeCaller(
  auth: Client<typeof AuthService>,
  ctx: CallContext,
  o: { intent: string; charge: number },
): Promise<Authorized> {
  const metadata = new Metadata();
  for (const name of FORWARDED) {
    const value = ctx.metadata.get(name);
    if (value !== undefined) metadata.set(name, value);
  }
  metadata.set("x-request-id", ctx.requestId);
  // An edge names its client; whoever calls without an edge is the client.
  const edge = ctx.metadata.get("openintents-surface") !== undefined;
  const address = edge ? ctx.metadata.get("openintents-client-address") : ctx.peer.replace(/:\d+$/, "");
  if (address !== undefined) metadata.set("openintents-client-address", address);
  const response: AuthorizeResponse = await auth.authorize(
    { scope: "intents:read", charge: o.charge, intentId: o.intent },
    {
      metadata,
      signal: ctx.signal,
      onTrailers: (trailers) => {
        for (const name of RATE_LIMIT) {
          const value = trailers.get(name);
          if (value !== undefined) ctx.trailers.set(name, value);
        }
      },
    },
  );
  if (response.principal === undefined) throw new Error("core answered an authorization without a principal");
  return {
    principal: response.principal,
    lastEventSequence: response.lastEventSequence,
    intentFinal: response.intentFinal,
  };
}
