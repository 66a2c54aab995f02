import type { Clock, Logger } from "@openintents/process";
import { type IntentEvent, IntentEventType } from "@openintents/proto";
import type { EdgeCall } from "./edge-call.ts";
import type { ToolClients } from "./tool-set.ts";

/** One step to report: `sequence` rises strictly, `message` is the status and the newest event. */
export type Progress = { sequence: number; message: string };

/** Events that come together are reported by their newest; a history is not replayed line by line. */
const GATHER_MS = 50;

const T = IntentEventType;
/** Status that an intent has after an event, where the event says so. */
const STATUS_AFTER = new Map<IntentEventType, string>([
  ...[T.CREATED, T.QUEUED, T.QUESTION_ANSWERED, T.LOGIN_COMPLETED, T.PAYMENT_STEP_DONE].map(
    (t) => [t, "queued"] as const,
  ),
  ...[T.STARTED, T.RESUMED].map((t) => [t, "running"] as const),
  [T.QUESTION_ASKED, "requires_input"],
  [T.LOGIN_REQUESTED, "requires_login"],
  [T.PAYMENT_REQUESTED, "requires_payment"],
  [T.COMPLETED, "completed"],
  [T.FAILED, "failed"],
  [T.CANCELLED, "cancelled"],
]);

export type ProgressDeps = { timeline: ToolClients["timeline"]; clock: Clock; logger: Logger };

/**
 * Follows an intent's timeline and reports its newest event until stopped. Progress is a
 * courtesy beside the call itself: a timeline that cannot be followed is logged and the
 * call goes on without.
 */
export function followProgress(
  deps: ProgressDeps,
  call: EdgeCall,
  intent: string,
  report: (progress: Progress) => void,
): { stop(): void } {
  const stopping = new AbortController();
  let newest: Progress | undefined;
  let cancelTimer: (() => void) | undefined;
  let status = "queued";

  const flush = (): void => {
    cancelTimer = undefined;
    if (newest !== undefined && !stopping.signal.aborted) report(newest);
    newest = undefined;
  };
  const take = (event: IntentEvent): void => {
    status = STATUS_AFTER.get(event.type ?? T.UNSPECIFIED) ?? status;
    newest = { sequence: event.sequence ?? 0, message: `${status}: ${event.message ?? ""}` };
    cancelTimer ??= deps.clock.timer(GATHER_MS, flush);
  };
  const follow = async (): Promise<void> => {
    const signal = AbortSignal.any([stopping.signal, call.closed()]);
    try {
      const events = deps.timeline.watchIntentEvents({ id: intent }, { metadata: call.metadata, signal });
      for await (const { event } of events) if (event !== undefined) take(event);
    } catch (error) {
      if (!signal.aborted) deps.logger.debug({ err: error, request_id: call.requestId }, "no progress to report");
    }
  };
  void follow();
  return {
    stop() {
      stopping.abort();
      cancelTimer?.();
    },
  };
}
