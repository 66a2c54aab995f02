import { createHmac } from "node:crypto";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { Queryable } from "@openintents/postgres";
import { serviceError } from "@openintents/process";
import {
  type AnswerIntentRequest,
  type AnswerIntentResponseSchema,
  FailureCode,
  InputKind,
  type InputRequest,
  IntentEventType,
  IntentStatus,
  ResumeSchema,
} from "@openintents/proto";
import type { CallContext } from "@openintents/rpc";
import { seal } from "@openintents/vault";
import type { Caller } from "../caller.ts";
import { changeIntent, joined } from "../change.ts";
import type { CoreDeps } from "../deps.ts";
import { type Answer, checkAnswer, givenAnswer } from "../domain/answer.ts";
import { type Change, emptyChange, type IntentRecord } from "../domain/record.ts";
import { canonical } from "../domain/spec.ts";
import { failed, questionData, resumedFromInput, say } from "../domain/transition.ts";
import { readHeld } from "../hold.ts";
import { acceptReplay, bodyHash, idempotencyKey } from "../idempotency.ts";
import { intentNotFound } from "../not-found.ts";
import { type ClosedAs, closeQuestion, findQuestion, type QuestionRow, sealingKeys } from "../store/answers.ts";
import { leaveAttemptOpen } from "../store/claims.ts";
import { findKey, takeKey } from "../store/idempotency.ts";
import { surfaceName } from "../surface.ts";

const OPERATION = "intents.answer";
/** The same answer to the same question is a safe retry within this. */
const RETRY_MS = 10 * 60 * 1000;

type Reply = MessageInitShape<typeof AnswerIntentResponseSchema>;
type Decision = { change: Change | null; result: undefined };
const nothing: Decision = { change: null, result: undefined };

export function answerIntent(deps: CoreDeps) {
  return async (request: AnswerIntentRequest, ctx: CallContext): Promise<Reply> => {
    const caller = await deps.callers.admit(ctx, "intents:write");
    const key = idempotencyKey(ctx);
    const given = givenAnswer(request);
    if ("problem" in given) throw refusal(given.problem);
    const done = await changeIntent(deps, request.id ?? "", async (record, tx, now) => {
      if (record.accountId !== caller.accountId || record.intent.test !== caller.test) throw intentNotFound();
      if (key !== null && (await replayed(tx, caller, ctx, key, request, now))) return nothing;
      return decide(deps, { record, tx, now, request, caller, answer: given.answer });
    });
    if (!done) throw intentNotFound();
    if (!request.waitSeconds) return { intent: done.record.intent };
    const o = { owner: caller, id: request.id ?? "", waitSeconds: request.waitSeconds, signal: ctx.signal };
    const held = await readHeld(deps, o);
    return { intent: held?.intent ?? done.record.intent };
  };
}

async function replayed(
  tx: Queryable,
  caller: Caller,
  ctx: CallContext,
  key: string,
  request: AnswerIntentRequest,
  now: number,
): Promise<boolean> {
  const { id, inputRequest, value, values, decline, done } = request;
  const hash = bodyHash(
    canonical(JSON.parse(JSON.stringify({ id, inputRequest, value: value?.kind, values, decline, done }))),
  );
  const scope = { ...caller, operation: OPERATION, key };
  if (await takeKey(tx, scope, { bodyHash: hash, objectId: id ?? "" }, new Date(now))) return false;
  const taken = await findKey(tx, scope);
  if (!taken) throw new Error("a taken idempotency key is gone");
  acceptReplay(ctx, taken, hash);
  return true;
}

type Case = {
  record: IntentRecord;
  tx: Queryable;
  now: number;
  request: AnswerIntentRequest;
  caller: Caller;
  answer: Answer;
};

async function decide(deps: CoreDeps, c: Case): Promise<Decision> {
  const { record, tx, now, request } = c;
  const id = record.intent.id ?? "";
  const open = record.intent.status === IntentStatus.REQUIRES_INPUT ? record.intent.inputRequest : undefined;
  const named = request.inputRequest ?? null;
  if (!open || (named !== null && named !== open.id)) {
    const closed = await findQuestion(tx, id, named);
    if (closed && isRetry(deps, closed, c.answer, now)) return nothing;
    if (!open) throw serviceError("not_waiting_for_input", "The intent asks nothing at the moment.");
    throw serviceError("input_request_closed", "This question is closed or was replaced.", { param: "input_request" });
  }
  const checked = checkAnswer(open, request);
  if ("problem" in checked) throw refusal(checked.problem);
  const row = await findQuestion(tx, id, open.id ?? "");
  if (!row || row.closedAt !== null) throw new Error(`question ${open.id} is not open in its table`);
  const { answer } = checked;
  const as: ClosedAs = answer.kind === "decline" ? "declined" : answer.kind === "done" ? "done" : "answered";
  await closeQuestion(tx, { id: row.id, as, answerHash: answerHash(deps, row.id, c.answer), now });
  const by = surfaceName(c.caller.via);
  if (answer.kind === "decline" && open.required) {
    const unknown = open.kind === InputKind.PAYMENT && (await leaveAttemptOpen(tx, record, now));
    return { change: declined(record, open, by, now, unknown), result: undefined };
  }
  if (open.kind === InputKind.APPROVAL && answer.kind === "value") record.approvedDigest = row.quoteDigest;
  const resume = await resumeOf(tx, c.caller, id, open, as, answer);
  return { change: resumedFromInput(record, { now, resume, declined: as === "declined", by }), result: undefined };
}

function declined(record: IntentRecord, question: InputRequest, by: string, now: number, unknown: boolean): Change {
  const said = emptyChange();
  say(said, IntentEventType.QUESTION_DECLINED, questionData(question, by));
  return joined(said, failed(record, { now, failure: { code: declineCode(question) }, unknown }));
}

function declineCode(question: InputRequest): FailureCode {
  return question.kind === InputKind.PAYMENT ? FailureCode.PAYMENT_DECLINED_BY_USER : FailureCode.INPUT_DECLINED;
}

/** The answer is sealed to every pool that may go on; core cannot read it again. */
async function resumeOf(
  tx: Queryable,
  owner: { accountId: string; test: boolean },
  intentId: string,
  question: InputRequest,
  as: ClosedAs,
  answer: Answer,
) {
  const inputRequest = question.id ?? "";
  const purpose = `answer/${inputRequest}`;
  const said = { reason: as, inputRequest, kind: question.kind, name: question.name, purpose };
  if (answer.kind !== "value") return create(ResumeSchema, said);
  const plaintext = new TextEncoder().encode(JSON.stringify(answer.value));
  const aad = { account: "", test: owner.test, payer: "", intent: intentId, purpose, version: 1 };
  const keys = await sealingKeys(tx, owner);
  return create(ResumeSchema, { ...said, answers: await Promise.all(keys.map((key) => seal(key, plaintext, aad))) });
}

function isRetry(deps: CoreDeps, closed: QuestionRow, answer: Answer, now: number): boolean {
  if (closed.closedAt === null || now - closed.closedAt > RETRY_MS || closed.answerHash === null) return false;
  return closed.answerHash.equals(answerHash(deps, closed.id, answer));
}

function answerHash(deps: CoreDeps, questionId: string, answer: Answer): Buffer {
  const value = answer.kind === "value" ? JSON.parse(JSON.stringify(answer.value)) : null;
  return createHmac("sha256", deps.answerKey)
    .update(`${questionId}\n${canonical([answer.kind, value])}`)
    .digest();
}

function refusal(problem: { reason: string; param: string | null; message: string }) {
  return serviceError(problem.reason, problem.message, { param: problem.param });
}
