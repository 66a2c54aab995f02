import { fromBinary, type MessageInitShape } from "@bufbuild/protobuf";
import { type Clock, serviceError } from "@openintents/process";
import {
  type AuthService,
  IntentEventSchema,
  type WatchIntentEventsRequest,
  type WatchIntentEventsResponseSchema,
} from "@openintents/proto";
import type { CallContext, Client } from "@openintents/rpc";
import { authorizeCaller } from "../authorize-caller.ts";
import { endsIntent } from "../domain/finality.ts";
import type { EventReader } from "../event-reader.ts";
import type { IntentNotifier } from "../intent-notifier.ts";

const BATCH = 200;
/** A revoked credential sees nothing that happens later than this after its revocation. */
const RECHECK_MS = 5_000;
/** A timeline that retention has deleted never catches up with what core counts. */
const FINAL_CATCH_UP_MS = 10_000;

export type WatchDeps = {
  auth: Client<typeof AuthService>;
  reader: EventReader;
  notifier: IntentNotifier;
  clock: Clock;
};

/**
 * WatchIntentEvents: every event above `after` in order, as it comes, and the end of the
 * stream after the intent's final one. Opened on an intent that is final already, it sends
 * what core had committed by then, a late purchase_resolved included.
 */
export async function* watchIntentEvents(
  deps: WatchDeps,
  request: WatchIntentEventsRequest,
  ctx: CallContext,
): AsyncGenerator<MessageInitShape<typeof WatchIntentEventsResponseSchema>> {
  const intent = request.id ?? "";
  const opened = await authorizeCaller(deps.auth, ctx, { intent, charge: 1 });
  const { accountId: account, test } = opened.principal;
  let checkedAt = deps.clock.monotonic();
  let last = request.after ?? 0;
  let final = opened.intentFinal;

  const signal = AbortSignal.any([ctx.signal, ctx.closing]);
  const subscription = deps.notifier.subscribe(intent);
  try {
    while (!ctx.signal.aborted) {
      const events = await deps.reader.read({ account, test, intent, after: last, limit: BATCH });
      if (events.length > 0 && deps.clock.monotonic() - checkedAt >= RECHECK_MS) {
        await authorizeCaller(deps.auth, ctx, { intent, charge: 0 });
        checkedAt = deps.clock.monotonic();
      }
      for (const event of events) {
        yield { event: fromBinary(IntentEventSchema, event.event) };
        last = event.sequence;
        final ||= endsIntent(event.type);
      }
      if (events.length === BATCH) continue;
      if (final && last >= opened.lastEventSequence) return;
      const wait = final ? { timeoutMs: FINAL_CATCH_UP_MS, signal } : { signal };
      if (await subscription.changed(wait)) continue;
      // A clean end would tell the caller that nothing more comes.
      if (ctx.closing.aborted)
        throw serviceError("unavailable", "The server is closing; go on from the last sequence.");
      return;
    }
  } finally {
    subscription.close();
  }
}
