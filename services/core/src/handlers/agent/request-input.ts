import type { Queryable } from "@openintents/postgres";
import { newId } from "@openintents/process";
import {
  AttemptState,
  InputKind,
  type Question,
  quoteDigest,
  type RequestInputRequest,
  RequestInputResponseSchema,
  type ShopQuote,
  SubmitKind,
  WorkKind,
} from "@openintents/proto";
import { claimCall } from "../../agent/claim-call.ts";
import { type AgentContext, refusalError } from "../../agent/context.ts";
import { decisive, isCommitting, type PurchaseAttempt } from "../../domain/attempt.ts";
import { checkpointProblem } from "../../domain/checkpoint.ts";
import type { Plan } from "../../domain/plan-check.ts";
import type { Pool } from "../../domain/pool.ts";
import { isApproved, overCap, prohibited, quoteInvalid, shopNotAllowed } from "../../domain/purchase.ts";
import { inputRequest } from "../../domain/question.ts";
import { questionProblem } from "../../domain/question-check.ts";
import { feeOf } from "../../domain/quote.ts";
import type { IntentRecord } from "../../domain/record.ts";
import type { Refusal } from "../../domain/refusal.ts";
import { pausedForInput } from "../../domain/transition.ts";
import { msOf } from "../../domain/values.ts";
import { findAttempts, saveAttempt } from "../../store/attempts.ts";
import { countQuestions, insertQuestion } from "../../store/input-requests.ts";
import { findPlan } from "../../store/understandings.ts";

/** Opens a question and ends the claim in one transaction, unless the answer is known already. */
export function requestInput(agent: AgentContext) {
  return claimCall<RequestInputRequest, typeof RequestInputResponseSchema>(
    agent,
    { output: RequestInputResponseSchema, numbered: true },
    async ({ tx, record, claim, pool, now }, request) => {
      const { question } = request;
      if (!question)
        throw refusalError({ reason: "parameter_missing", message: "question is required.", param: "question" });
      if (claim.kind !== WorkKind.RUN) {
        throw refusalError({ reason: "attempt_open", message: "A lookup asks nobody anything." });
      }
      const intentId = record.intent.id ?? "";
      const attempt = decisive(await findAttempts(tx, [intentId]));
      const plan = question.kind === InputKind.APPROVAL ? await findPlan(tx, record) : null;
      const refusal = refusalOf({ record, question, pool, attempt, plan, now, checkpoint: request.checkpoint });
      if (refusal) throw refusalError(refusal);
      if (question.kind === InputKind.APPROVAL && question.quote && isApproved(record, question.quote)) {
        return { change: null, reply: () => ({ continue: {} }) };
      }
      const asked = 1 + (await countQuestions(tx, intentId, question.name));
      const paid = question.kind === InputKind.PAYMENT ? attempt : null;
      const opened = inputRequest({
        record,
        question,
        id: newId("inp", now),
        attempt: asked,
        quote: paid?.quote ?? question.quote,
        fee: feeOf(record.intent.test ?? false),
        plan,
        now,
      });
      await open(tx, { intentId, question, opened, attempt: asked, paid, now });
      if (request.checkpoint) record.checkpoint = request.checkpoint;
      const id = opened.id ?? "";
      return { change: pausedForInput(record, opened, now), reply: () => ({ inputRequest: id }), end: "ended" };
    },
  );
}

type Asking = {
  record: IntentRecord;
  question: Question;
  pool: Pool;
  attempt: PurchaseAttempt | null;
  plan: Plan | null;
  now: number;
  checkpoint: RequestInputRequest["checkpoint"];
};

/** Question and checkpoint are taken together or not at all. */
function refusalOf(asking: Asking): Refusal | null {
  const { question, attempt } = asking;
  const problem = questionProblem(question) ?? checkpointProblem(asking.checkpoint);
  if (problem) return problem;
  if (question.kind === InputKind.PAYMENT) return paymentRefusal(question, attempt);
  if (isCommitting(attempt)) {
    return { reason: "attempt_open", message: "Settle the purchase attempt before asking anything." };
  }
  if (question.kind !== InputKind.APPROVAL || !question.quote) return null;
  return approvalRefusal(asking, question.quote);
}

/** A person is asked only for a yes that could be used. */
function approvalRefusal({ record, pool, plan, now }: Asking, quote: ShopQuote): Refusal | null {
  const fee = feeOf(record.intent.test ?? false);
  return (
    under(shopNotAllowed(record, pool, quote.host)) ??
    under(quoteInvalid(quote, now)) ??
    under(overCap(record, plan, quote, fee)) ??
    under(prohibited(plan, quote))
  );
}

function under(refusal: Refusal | null): Refusal | null {
  return refusal?.param === undefined ? refusal : { ...refusal, param: `question.${refusal.param}` };
}

function paymentRefusal(question: Question, attempt: PurchaseAttempt | null): Refusal | null {
  const open = attempt?.state === AttemptState.COMMITTING || attempt?.state === AttemptState.AWAITING_PAYER;
  if (open && attempt.submit === SubmitKind.PAYER && attempt.id === question.attemptId) return null;
  return {
    reason: "attempt_not_open",
    message: "A payment question belongs to the open purchase attempt that the payer submits.",
    param: "question.attempt_id",
  };
}

type Opening = {
  intentId: string;
  question: Question;
  opened: ReturnType<typeof inputRequest>;
  attempt: number;
  paid: PurchaseAttempt | null;
  now: number;
};

async function open(tx: Queryable, o: Opening): Promise<void> {
  const { question, paid, now } = o;
  if (paid && paid.state !== AttemptState.AWAITING_PAYER) {
    paid.state = AttemptState.AWAITING_PAYER;
    await saveAttempt(tx, paid);
  }
  await insertQuestion(tx, {
    id: o.opened.id ?? "",
    intentId: o.intentId,
    kind: question.kind,
    name: question.name,
    attempt: o.attempt,
    quoteDigest: question.kind === InputKind.APPROVAL && question.quote ? quoteDigest(question.quote) : null,
    attemptId: paid?.id ?? null,
    openedAt: now,
    expiresAt: msOf(o.opened.expiresAt) ?? now,
  });
}
