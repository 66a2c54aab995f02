// The state machine of an intent. Each function checks that the move is allowed, changes
// the record and returns what the change says to the outside. No clock, no IDs, no I/O.
import { create } from "@bufbuild/protobuf";
import {
  CancellationSchema,
  type CancelledBy,
  EventType,
  type InputRequest,
  type Intent,
  IntentEventType,
  IntentFailureSchema,
  IntentPhase,
  IntentStatus,
  PurchaseState,
  type Receipt,
  type Resume,
  ResumeSchema,
  WorkKind,
} from "@openintents/proto";
import { type Change, emptyChange, type Failure, type IntentRecord, noData, type TimelineData } from "./record.ts";
import { failureMessage, isRetryable, timelineMessage } from "./sentences.ts";
import { canMove, isFinal, isPaused } from "./status.ts";
import { structOf, timestampOf } from "./values.ts";

/** A move the state machine does not know; a bug of the caller, never an answer to a client. */
export class IllegalMove extends Error {
  constructor(from: IntentStatus | undefined, to: IntentStatus) {
    super(`no move from status ${from} to ${to}`);
    this.name = "IllegalMove";
  }
}

const eventOf: ReadonlyMap<IntentStatus, EventType> = new Map<IntentStatus, EventType>([
  [IntentStatus.RUNNING, EventType.INTENT_RUNNING],
  [IntentStatus.REQUIRES_INPUT, EventType.INTENT_REQUIRES_INPUT],
  [IntentStatus.REQUIRES_LOGIN, EventType.INTENT_REQUIRES_LOGIN],
  [IntentStatus.REQUIRES_PAYMENT, EventType.INTENT_REQUIRES_PAYMENT],
  [IntentStatus.COMPLETED, EventType.INTENT_COMPLETED],
  [IntentStatus.FAILED, EventType.INTENT_FAILED],
  [IntentStatus.CANCELLED, EventType.INTENT_CANCELLED],
]);

/** Adds a timeline line with our own sentence for the type. */
export function say(change: Change, type: IntentEventType, data: TimelineData = noData): void {
  change.timeline.push({ type, message: timelineMessage(type, data), data });
}

/** Moves the status and says so to webhooks; a pause that is left closes. */
export function move(record: IntentRecord, to: IntentStatus, change: Change): void {
  const { intent } = record;
  const from = intent.status;
  if (from === undefined || !canMove(from, to)) throw new IllegalMove(from, to);
  intent.status = to;
  if (isPaused(from)) clearPause(intent);
  intent.cancelable = !isFinal(to);
  const event = eventOf.get(to);
  if (event !== undefined) change.events.push({ type: event, previousStatus: from });
}

function clearPause(intent: Intent): void {
  intent.inputRequest = undefined;
  intent.signIn = undefined;
  intent.payment = undefined;
  intent.pausedAt = undefined;
}

/** The first event of a new intent: created and queued. Its run is wanted once its text is understood. */
export function created(record: IntentRecord): Change {
  const change = emptyChange();
  record.intent.phase = IntentPhase.UNDERSTANDING;
  say(change, IntentEventType.CREATED);
  say(change, IntentEventType.QUEUED);
  change.events.push({ type: EventType.INTENT_CREATED, previousStatus: null });
  return change;
}

/** The text was understood, as far as it could be: the plan stands and the run is wanted. */
export function understood(record: IntentRecord, o: { now: number; summary: string }): Change {
  const change = emptyChange();
  record.intent.phase = undefined;
  record.work = { kind: WorkKind.RUN, wakeAt: o.now };
  say(change, IntentEventType.PLAN, {
    case: "plan",
    value: { $typeName: "openintents.intent.v1.PlanData", summary: o.summary },
  });
  return change;
}

/** A runner confirmed a RUN claim. */
export function started(record: IntentRecord, now: number): Change {
  const change = emptyChange();
  move(record, IntentStatus.RUNNING, change);
  const first = record.intent.startedAt === undefined;
  if (first) record.intent.startedAt = timestampOf(now);
  say(change, first ? IntentEventType.STARTED : IntentEventType.RESUMED);
  return change;
}

/**
 * The runner is gone or handed the work back; nothing irreversible is open. `lost` counts a
 * restart; the reason "released" says that the runner gave it back by itself.
 */
export function requeued(record: IntentRecord, o: { now: number; lost: boolean; reason: string }): Change {
  const change = emptyChange();
  move(record, IntentStatus.QUEUED, change);
  record.intent.phase = undefined;
  record.work = { kind: WorkKind.RUN, wakeAt: o.now };
  // An answer that the lost run may not have used stays; the next one needs it.
  record.resume ??= create(ResumeSchema, { reason: o.reason === "released" ? o.reason : "lost" });
  if (o.lost) {
    record.restarts += 1;
    say(change, IntentEventType.RETRYING, {
      case: "retry",
      value: { $typeName: "openintents.intent.v1.RetryData", reason: o.reason, attempt: record.restarts },
    });
  } else {
    say(change, IntentEventType.QUEUED);
  }
  return change;
}

/** A question was opened; the work rests until it is answered. */
export function pausedForInput(record: IntentRecord, question: InputRequest, now: number): Change {
  const change = emptyChange();
  move(record, IntentStatus.REQUIRES_INPUT, change);
  record.intent.inputRequest = question;
  record.intent.pausedAt = timestampOf(now);
  record.work = null;
  say(change, IntentEventType.QUESTION_ASKED, questionData(question));
  return change;
}

/** The pause ended well: answered, done, or declined where that is allowed. */
export function resumedFromInput(
  record: IntentRecord,
  o: { now: number; resume: Resume; declined: boolean; by: string },
): Change {
  const change = emptyChange();
  const question = record.intent.inputRequest;
  move(record, IntentStatus.QUEUED, change);
  record.resume = o.resume;
  record.revision += 1;
  record.work = { kind: WorkKind.RUN, wakeAt: o.now };
  const type = o.declined ? IntentEventType.QUESTION_DECLINED : IntentEventType.QUESTION_ANSWERED;
  if (question) say(change, type, questionData(question, o.by));
  say(change, IntentEventType.QUEUED);
  return change;
}

export function questionData(question: InputRequest, by?: string): TimelineData {
  return {
    case: "question",
    value: {
      $typeName: "openintents.intent.v1.QuestionData",
      inputRequest: question.id,
      kind: question.kind,
      about: question.about,
      by,
    },
  };
}

/** An attempt was begun: from here on the intent cannot be cancelled until it is settled. */
export function placing(record: IntentRecord, reference: string): Change {
  const change = emptyChange();
  record.intent.phase = IntentPhase.PLACING;
  record.intent.cancelable = false;
  say(change, IntentEventType.PLACING_ORDER, orderData({ reference }));
  return change;
}

/** The runner of an open attempt is gone, or could not tell: the order is looked up. */
export function confirming(
  record: IntentRecord,
  o: { wakeAt: number; reference: string; lost: boolean; unconfirmedAt: number },
): Change {
  const change = emptyChange();
  record.intent.phase = IntentPhase.CONFIRMING;
  record.intent.cancelable = false;
  record.work = { kind: WorkKind.RECONCILE, wakeAt: o.wakeAt };
  record.unconfirmedAt = o.unconfirmedAt;
  if (o.lost) record.restarts += 1;
  say(change, IntentEventType.CONFIRMING_ORDER, orderData({ reference: o.reference }));
  return change;
}

/** The attempt proved not placed, and the run goes on (in the same claim, or anew). */
export function notPlaced(record: IntentRecord, reference: string): Change {
  const change = emptyChange();
  record.intent.phase = undefined;
  record.intent.purchaseState = PurchaseState.NONE;
  record.intent.cancelable = !isFinal(record.intent.status);
  record.unconfirmedAt = null;
  say(change, IntentEventType.ORDER_NOT_PLACED, orderData({ reference }));
  return change;
}

/** The order stands. Completes a running intent; a final one is only set right. */
export function placed(record: IntentRecord, o: { now: number; receipt: Receipt; reference: string }): Change {
  const change = emptyChange();
  const { intent } = record;
  const late = isFinal(intent.status);
  intent.result = o.receipt;
  intent.purchaseState = PurchaseState.PLACED;
  record.work = null;
  record.unconfirmedAt = null;
  say(
    change,
    IntentEventType.ORDER_PLACED,
    orderData({ confirmation: o.receipt.confirmation, reference: o.reference }),
  );
  if (late) {
    say(change, IntentEventType.PURCHASE_RESOLVED, finalData(intent));
    change.events.push({ type: EventType.INTENT_PURCHASE_RESOLVED, previousStatus: intent.status ?? null });
  } else {
    move(record, IntentStatus.COMPLETED, change);
    finish(record, o.now);
    say(change, IntentEventType.COMPLETED, finalData(intent));
  }
  return change;
}

/** A purchase of unknown outcome proved not placed after the intent had ended. */
export function resolvedAsNone(record: IntentRecord, reference: string): Change {
  const change = notPlaced(record, reference);
  record.intent.cancelable = false;
  record.work = null;
  say(change, IntentEventType.PURCHASE_RESOLVED, finalData(record.intent));
  change.events.push({ type: EventType.INTENT_PURCHASE_RESOLVED, previousStatus: record.intent.status ?? null });
  return change;
}

/** Ends the intent in failure. Work on an order of unknown outcome goes on if there is any. */
export function failed(record: IntentRecord, o: { now: number; failure: Failure; unknown?: boolean }): Change {
  const change = emptyChange();
  const { intent } = record;
  move(record, IntentStatus.FAILED, change);
  intent.error = create(IntentFailureSchema, {
    code: o.failure.code,
    message: o.failure.message ?? failureMessage(o.failure.code),
    retryable: isRetryable(o.failure.code),
    ...(o.failure.details ? { details: structOf(o.failure.details) } : {}),
  });
  if (o.unknown) intent.purchaseState = PurchaseState.UNKNOWN;
  else record.work = null;
  finish(record, o.now);
  say(change, IntentEventType.FAILED, finalData(intent));
  return change;
}

export function cancelled(record: IntentRecord, o: { now: number; by: CancelledBy; reason?: string }): Change {
  const change = emptyChange();
  move(record, IntentStatus.CANCELLED, change);
  record.intent.cancellation = create(CancellationSchema, { by: o.by, reason: o.reason });
  // A payer may have paid at the shop already: that lookup goes on.
  if (record.work?.kind !== WorkKind.RECONCILE) record.work = null;
  finish(record, o.now);
  say(change, IntentEventType.CANCELLED, finalData(record.intent));
  return change;
}

function finish(record: IntentRecord, now: number): void {
  record.intent.completedAt = timestampOf(now);
  record.intent.cancelable = false;
  record.intent.phase = undefined;
  record.unconfirmedAt = null;
  record.resume = null;
  record.checkpoint = null;
}

function orderData(o: { confirmation?: string | undefined; reference: string }): TimelineData {
  return {
    case: "order",
    value: { $typeName: "openintents.intent.v1.OrderData", confirmation: o.confirmation, reference: o.reference },
  };
}

function finalData(intent: Intent): TimelineData {
  return {
    case: "final",
    value: {
      $typeName: "openintents.intent.v1.FinalData",
      status: intent.status,
      purchaseState: intent.purchaseState,
      code: intent.error?.code,
      total: intent.result?.total,
      currency: intent.result?.currency,
      confirmation: intent.result?.confirmation,
    },
  };
}
