import type { MessageInitShape } from "@bufbuild/protobuf";
import { SignalKind, type SignalsRequest, type SignalsResponseSchema } from "@openintents/proto";
import type { CallContext } from "@openintents/rpc";
import type { AgentContext } from "../../agent/context.ts";
import type { SignalHub } from "../../agent/signal-hub.ts";
import { signalOf } from "../../agent/signal-message.ts";
import type { SignalRow } from "../../store/signals.ts";

type Reply = MessageInitShape<typeof SignalsResponseSchema>;

const KEEP_ALIVE_MS = 15_000;
/** A revoked key loses its stream within this. */
const RECHECK_MS = 4_000;

/** Pushes to one runner, from the signal that it saw last, until either side ends the stream. */
export function signals(agent: AgentContext, hub: SignalHub) {
  return async function* (request: SignalsRequest, ctx: CallContext): AsyncIterable<Reply> {
    const pool = await agent.runners.authenticate(ctx);
    await agent.registry.check(request.runnerId, pool);
    const over = AbortSignal.any([ctx.signal, ctx.closing]);
    let last = request.afterSignal;
    const queue: SignalRow[] = [];
    let woken = new AbortController();
    const stop = hub.subscribe(request.runnerId, Number(request.afterSignal), (heard) => {
      queue.push(...heard);
      woken.abort();
    });
    try {
      let keepAliveAt = agent.clock.monotonic();
      while (!over.aborted) {
        for (const row of queue.splice(0)) {
          last = BigInt(row.id);
          yield { signal: signalOf(row) };
        }
        if (agent.clock.monotonic() >= keepAliveAt) {
          keepAliveAt = agent.clock.monotonic() + KEEP_ALIVE_MS;
          yield { signal: { kind: SignalKind.KEEP_ALIVE, id: last } };
        }
        if (queue.length > 0) continue;
        woken = new AbortController();
        await agent.clock.sleep(
          Math.min(RECHECK_MS, keepAliveAt - agent.clock.monotonic()),
          AbortSignal.any([over, woken.signal]),
        );
        const again = await agent.runners.authenticate(ctx);
        await agent.registry.check(request.runnerId, again);
      }
    } finally {
      stop();
    }
  };
}
