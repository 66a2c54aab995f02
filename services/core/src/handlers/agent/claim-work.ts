import type { MessageInitShape } from "@bufbuild/protobuf";
import { serviceError } from "@openintents/process";
import { type Claim, type ClaimWorkRequest, type ClaimWorkResponseSchema, WorkKind } from "@openintents/proto";
import type { CallContext } from "@openintents/rpc";
import type { ClaimDesk } from "../../agent/claim-desk.ts";
import type { AgentContext, RunnerPool } from "../../agent/context.ts";
import type { PoolDirectory } from "../../agent/pool-directory.ts";
import { claimsOfAsk } from "../../agent/repeated-ask.ts";
import { shared } from "../../domain/routing.ts";

type Reply = MessageInitShape<typeof ClaimWorkResponseSchema>;

const MAX_WAIT_MS = 30_000;
/** An empty answer to an ask that did not wait. */
const RETRY_MS = 1_000;
/** Kinds of work that exist; sessions and probes come with live shops. */
const KINDS: readonly WorkKind[] = [WorkKind.RUN, WorkKind.RECONCILE];

export function claimWork(agent: AgentContext, desk: ClaimDesk, pools: PoolDirectory) {
  return async (request: ClaimWorkRequest, ctx: CallContext): Promise<Reply> => {
    const pool = await agent.runners.authenticate(ctx);
    await agent.registry.check(request.runnerId, pool);
    const before = await claimsOfAsk(agent, pools, { ...request, pool });
    if (before.length > 0) return { claims: before, retryAfterMs: 0 };
    if (desk.waiting >= agent.settings.waitingAsks) {
      throw serviceError("rate_limited", "Too many asks for work wait here; ask again in a moment.", {
        retryAfterSeconds: 1,
      });
    }
    const waitMs = Math.min(request.waitMs, MAX_WAIT_MS);
    const signal = AbortSignal.any([ctx.signal, ctx.closing]);
    const started = agent.clock.monotonic();
    const claims = await ask(agent, desk, request, pool, waitMs, signal);
    const waited = agent.clock.monotonic() - started;
    return { claims, retryAfterMs: claims.length > 0 || (waitMs > 0 && waited >= waitMs) ? 0 : RETRY_MS };
  };
}

async function ask(
  agent: AgentContext,
  desk: ClaimDesk,
  request: ClaimWorkRequest,
  pool: RunnerPool,
  waitMs: number,
  signal: AbortSignal,
): Promise<Claim[]> {
  const offered = request.drivers.map((driver) => driver.name);
  const drivers = shared(pool.drivers, offered);
  const regions = shared(pool.regions, request.regions);
  const kinds = request.kinds.filter((kind) => KINDS.includes(kind));
  if (drivers === null || regions === null || kinds.length === 0) {
    // Nothing can ever fit: the wait is spent all the same, so that nobody asks in a loop.
    if (waitMs > 0) await agent.clock.sleep(waitMs, signal);
    return [];
  }
  return desk.ask(
    {
      pool,
      runnerId: request.runnerId,
      requestId: request.requestId,
      slots: Math.min(request.freeSlots, agent.settings.claimsPerRunner),
      kinds,
      drivers,
      regions,
      parked: new Set(request.parked),
    },
    waitMs,
    signal,
  );
}
