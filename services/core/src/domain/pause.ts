// Pauses: how long each may wait, and what its expiry means.
import { create } from "@bufbuild/protobuf";
import {
  FailureCode,
  InputAbout,
  InputKind,
  type InputRequest,
  IntentEventType,
  IntentStatus,
  ResumeSchema,
  WorkKind,
} from "@openintents/proto";
import type { PurchaseAttempt } from "./attempt.ts";
import { leaveOpen } from "./loss.ts";
import { type Change, emptyChange, type IntentRecord, merged, type TimelineData } from "./record.ts";
import { failed, move, questionData, say } from "./transition.ts";

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;

/** A code or a payment code that ran out, or a refused value, is asked for anew this often. */
export const FRESH_QUESTIONS = 3;

/** Kinds of which a refused or expired value is asked for again. */
const REPEATED: readonly InputKind[] = [
  InputKind.PHONE,
  InputKind.EMAIL,
  InputKind.IDENTIFIER,
  InputKind.CODE,
  InputKind.PAYMENT,
];

/** How many further questions of this name may follow; null for kinds that are asked once. */
export function attemptsLeft(kind: InputKind, attempt: number): number | null {
  return REPEATED.includes(kind) ? Math.max(0, 1 + FRESH_QUESTIONS - attempt) : null;
}

/**
 * Milliseconds that a question may wait. `shopMs`: what the shop gives it; only for codes and
 * payments is that harder than the caller's own limit.
 */
export function questionTtl(
  question: { kind: InputKind; about: InputAbout },
  o: { shopMs: number | null; callerMs: number | null },
): number {
  const bound = question.kind === InputKind.CODE || question.kind === InputKind.PAYMENT;
  if (bound) return o.shopMs ?? o.callerMs ?? 10 * MINUTE;
  const own = o.callerMs ?? (question.about === InputAbout.SIGN_IN ? HOUR : 24 * HOUR);
  return o.shopMs === null ? own : Math.min(own, o.shopMs);
}

/**
 * The open pause ran out of time. `attempt` is the decisive one of the intent; it may be
 * changed. `expired`: how often a question of this name ran out, this time included.
 */
export function pauseExpired(
  record: IntentRecord,
  attempt: PurchaseAttempt | null,
  o: { expired: number; now: number },
): Change {
  const { now } = o;
  const { intent } = record;
  if (intent.status === IntentStatus.REQUIRES_LOGIN) {
    const said = expired(IntentEventType.LOGIN_EXPIRED, {
      case: "login",
      value: {
        $typeName: "openintents.intent.v1.LoginData",
        signIn: intent.signIn?.id,
        shop: intent.signIn?.shop?.host,
      },
    });
    return merged(said, failed(record, { now, failure: { code: FailureCode.SIGN_IN_EXPIRED } }));
  }
  if (intent.status === IntentStatus.REQUIRES_PAYMENT) {
    const { reason, total: amount, currency } = intent.payment ?? {};
    const said = expired(IntentEventType.PAYMENT_EXPIRED, {
      case: "paymentStep",
      value: { $typeName: "openintents.intent.v1.PaymentStepData", reason, amount, currency },
    });
    return merged(said, failed(record, { now, failure: { code: FailureCode.PAYMENT_EXPIRED } }));
  }
  return questionExpired(record, attempt, o);
}

function questionExpired(
  record: IntentRecord,
  attempt: PurchaseAttempt | null,
  o: { expired: number; now: number },
): Change {
  const { now } = o;
  const question = record.intent.inputRequest;
  if (!question) throw new Error("a pause for input has its question");
  const said = expired(IntentEventType.QUESTION_EXPIRED, questionData(question));
  const again = question.kind === InputKind.CODE || question.kind === InputKind.PAYMENT;
  if (again && o.expired <= FRESH_QUESTIONS) return merged(said, askAgain(record, question, now));
  const unknown = leaveOpen(record, attempt, now);
  const code = question.kind === InputKind.CODE ? FailureCode.SIGN_IN_FAILED : FailureCode.INPUT_EXPIRED;
  return merged(said, failed(record, { now, failure: { code }, unknown }));
}

/** The run goes on: the shop is asked for a fresh code and the person for that one. */
function askAgain(record: IntentRecord, question: InputRequest, now: number): Change {
  const change = emptyChange();
  move(record, IntentStatus.QUEUED, change);
  record.resume = create(ResumeSchema, {
    reason: "expired",
    inputRequest: question.id ?? "",
    kind: question.kind ?? InputKind.UNSPECIFIED,
    name: question.name ?? "",
  });
  record.work = { kind: WorkKind.RUN, wakeAt: now };
  say(change, IntentEventType.QUEUED);
  return change;
}

/** The intent outlived its life while it waited. */
export function lifeExpired(record: IntentRecord, attempt: PurchaseAttempt | null, now: number): Change {
  const unknown = leaveOpen(record, attempt, now);
  return failed(record, { now, failure: { code: FailureCode.EXPIRED }, unknown });
}

function expired(type: IntentEventType, data: TimelineData): Change {
  const change = emptyChange();
  say(change, type, data);
  return change;
}
