import { create } from "@bufbuild/protobuf";
import { type Clock, type Logger, newId, ServiceError } from "@openintents/process";
import {
  type AgentService,
  type Claim,
  type ClaimWorkRequest,
  ClaimWorkRequestSchema,
  WorkKind,
} from "@openintents/proto";
import type { Client } from "@openintents/rpc";
import { Backoff } from "./backoff.ts";
import type { DriverOfferInit } from "./registration.ts";

/** How long core may hold a call that finds no work. */
const HOLD_MS = 30_000;
/** Time on top for the way there and back. */
const MARGIN_MS = 5_000;

export type ClaimLoopDeps = {
  agent: Client<typeof AgentService>;
  clock: Clock;
  logger: Logger;
  drivers: DriverOfferInit[];
  runnerId: () => Promise<string | undefined>;
  /** Core does not know this runner any more. */
  unregistered: () => void;
  /** Resolves with the number of free slots, at least 1; undefined when no more work is wanted. */
  freeSlots: () => Promise<number | undefined>;
  take: (claim: Claim) => void;
  signal: AbortSignal;
};

/**
 * Asks core for work whenever there are free slots, one call at a time. A call that was not answered is
 * repeated as it was, under the same request ID, so that claims given by a lost reply are not lost.
 */
export async function claimLoop(o: ClaimLoopDeps): Promise<void> {
  for (;;) {
    const freeSlots = await o.freeSlots();
    const runnerId = await o.runnerId();
    if (freeSlots === undefined || runnerId === undefined || o.signal.aborted) return;
    const request = create(ClaimWorkRequestSchema, {
      runnerId,
      requestId: newId("req", o.clock.now()),
      freeSlots,
      kinds: [WorkKind.RUN, WorkKind.RECONCILE],
      drivers: o.drivers,
      waitMs: HOLD_MS,
    });
    const reply = await askUntilAnswered(o, request);
    if (reply === undefined) continue;
    for (const claim of reply.claims) o.take(claim);
    if (reply.claims.length === 0 && reply.retryAfterMs > 0) await o.clock.sleep(reply.retryAfterMs, o.signal);
  }
}

async function askUntilAnswered(o: ClaimLoopDeps, request: ClaimWorkRequest) {
  const backoff = new Backoff();
  while (!o.signal.aborted) {
    try {
      return await o.agent.claimWork(request, { signal: o.signal, deadlineMs: HOLD_MS + MARGIN_MS });
    } catch (error) {
      if (o.signal.aborted) return undefined;
      const reason = error instanceof ServiceError ? error.reason : "";
      if (reason === "resource_not_found") {
        o.unregistered();
        return undefined;
      }
      if (reason !== "timeout") o.logger.warn({ err: error }, "could not ask for work");
      const asked = error instanceof ServiceError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
      await o.clock.sleep(Math.max(asked, backoff.nextMs()), o.signal);
    }
  }
  return undefined;
}
