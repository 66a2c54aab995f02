import type { AuthService } from "@openintents/proto";
import { type CallContext, type Client, Metadata } from "@openintents/rpc";
import type { Tenant } from "./store/endpoints.ts";

/** What core must see of the caller's call to judge it. */
const FORWARDED = ["authorization", "openintents-surface", "openintents-version"];
const RATE_LIMIT = ["ratelimit", "ratelimit-policy", "retry-after"];

/**
 * Asks core whose credential the call carries and whether it has `scope`, charging one
 * request. Core's refusals pass through, as do its rate-limit trailers.
 */
export async function authorizeCaller(
  auth: Client<typeof AuthService>,
  ctx: CallContext,
  scope: string,
): Promise<Tenant> {
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
  const { principal } = await auth.authorize(
    { scope, charge: 1 },
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
  if (principal === undefined) throw new Error("core answered an authorization without a principal");
  return { account: principal.accountId, test: principal.test };
}
