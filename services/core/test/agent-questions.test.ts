import { AnswerChannel, FailureCode, FormFieldType, InputAbout, InputKind, IntentStatus } from "@openintents/proto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { msOf } from "../src/domain/values.ts";
import { type AgentHarness, agentHarness } from "./agent-harness.ts";
import { refusalOf, refused } from "./refusal-of.ts";
import { sizeQuestion, TestRunner } from "./test-runner.ts";

let harness: AgentHarness;
let runner: TestRunner;

beforeAll(async () => {
  harness = await agentHarness();
});
beforeEach(async () => {
  await harness.reset();
  runner = await TestRunner.start(harness);
});
afterAll(() => harness.close());

const HOUR = 3_600_000;
const code = {
  kind: InputKind.CODE,
  name: "sign_in_code",
  about: InputAbout.SIGN_IN,
  promptKey: "ask_code",
  options: [],
};
const checkpoint = { kid: "k1", enc: new Uint8Array(32), ciphertext: new Uint8Array(64) };

async function questionOf(id: string) {
  const { intent } = await harness.record(id);
  if (!intent.inputRequest) throw new Error("no question is open");
  return intent.inputRequest;
}

test("a question pauses the intent and ends its claim in one go", async () => {
  const id = await harness.create();
  const held = await runner.take();
  const { inputRequest } = await held.report((ref) =>
    runner.client.requestInput({
      ref,
      question: { ...sizeQuestion, shopText: "Pick one!\u0007 See https://evil.example/x" },
      checkpoint,
    }),
  );
  const record = await harness.record(id);
  expect(record).toMatchObject({ claimId: null, work: null, checkpoint: { kid: "k1" } });
  expect(record.intent).toMatchObject({ status: IntentStatus.REQUIRES_INPUT, cancelable: true });
  const question = await questionOf(id);
  expect(question).toMatchObject({
    id: inputRequest,
    kind: InputKind.CHOICE,
    name: "size",
    about: InputAbout.ORDER,
    prompt: "Which size do you want?",
    detail: "Pick one! See [link]",
    required: true,
    options: [
      { id: "s", label: "S" },
      { id: "m", label: "M" },
    ],
    answerableBy: [AnswerChannel.API],
    elicitable: true,
    attempt: 1,
  });
  expect(question.attemptsLeft).toBeUndefined();
  expect(question.url).toBeUndefined();
  expect(await refusalOf(held.note())).toBe("claim_ended");
  expect(await runner.ask()).toEqual([]);
  expect(await harness.events(id)).toEqual(["intent.created", "intent.running", "intent.requires_input"]);
  await harness.caller.intents.answerIntent({ id, value: { kind: { case: "stringValue", value: "m" } } });
  const next = await runner.take();
  expect(next.work).toMatchObject({
    resume: { reason: "answered", inputRequest, kind: InputKind.CHOICE, name: "size" },
    checkpoint: { kid: "k1" },
    revision: 2,
  });
  // The same question again is a new one, of attempt 2.
  await next.askFor();
  expect(await questionOf(id)).toMatchObject({ attempt: 2 });
});

test.each([
  ["an unknown sentence", { promptKey: "send_money" }, "question.prompt_key"],
  ["a choice without options", { options: [] }, "question.options"],
  ["two options of one ID", { options: [1, 2].map(() => ({ id: "a", label: "A" })) }, "question.options.1.id"],
  ["options of a text", { kind: InputKind.TEXT }, "question.options"],
  ["an approval without a quote", { kind: InputKind.APPROVAL, options: [] }, "question.quote"],
  ["a form without fields", { kind: InputKind.FORM, options: [] }, "question.fields"],
  [
    "a field of a bad key",
    { kind: InputKind.FORM, options: [], fields: [{ key: "A", label: "A", type: FormFieldType.TEXT }] },
    "question.fields.0.key",
  ],
  [
    "a select without options",
    { kind: InputKind.FORM, options: [], fields: [{ key: "a", label: "A", type: FormFieldType.SELECT }] },
    "question.fields.0.options",
  ],
  ["a sensitive question about the order", { kind: InputKind.SENSITIVE, options: [] }, "question.about"],
  ["a payment without its attempt", { kind: InputKind.PAYMENT, options: [] }, "question.attempt_id"],
  [
    "a script as payment link",
    { kind: InputKind.PAYMENT, options: [], attemptId: "att_x", paymentUri: "javascript:alert(1)" },
    "question.payment_uri",
  ],
  ["a last error in prose", { lastError: "Wrong code" }, "question.last_error"],
  ["shop text that is too long", { shopText: "x".repeat(501) }, "question.shop_text"],
  ["too long a label", { options: [{ id: "a", label: "x".repeat(81) }] }, "question.options.0.label"],
])("%s is refused and nothing is written", async (_what, more, param) => {
  const id = await harness.create();
  const held = await runner.take();
  await held.note();
  expect(await refused(held.askFor(more))).toMatchObject({ param });
  expect((await harness.record(id)).intent.status).toBe(IntentStatus.RUNNING);
  await held.askFor();
});

test("question and checkpoint are taken together or not at all", async () => {
  const id = await harness.create();
  const held = await runner.take();
  const ask = (ciphertext: Uint8Array, enc = new Uint8Array(32)) =>
    held.report((ref) =>
      runner.client.requestInput({ ref, question: sizeQuestion, checkpoint: { kid: "k1", enc, ciphertext } }),
    );
  expect(await refused(ask(new Uint8Array(256 * 1024 + 1)))).toMatchObject({ param: "checkpoint.ciphertext" });
  expect(await refused(ask(new Uint8Array(64), new Uint8Array(5)))).toMatchObject({ param: "checkpoint.enc" });
  expect(await harness.record(id)).toMatchObject({ checkpoint: null, intent: { status: IntentStatus.RUNNING } });
  await ask(new Uint8Array(256 * 1024));
  expect((await harness.record(id)).intent.status).toBe(IntentStatus.REQUIRES_INPUT);
});

test("a checkpoint in mid-run is given to the next claim", async () => {
  await harness.create();
  const held = await runner.take();
  await held.report((ref) => runner.client.saveCheckpoint({ ref, checkpoint }));
  await harness.pass(10_000);
  const next = await runner.take();
  expect(next.work).toMatchObject({ checkpoint: { kid: "k1" }, resume: { reason: "lost" } });
});

test.each([
  ["a question about the order", {}, {}, 24 * HOUR],
  ["a phone number", { ...code, kind: InputKind.PHONE, promptKey: "ask_phone" }, {}, HOUR],
  ["a code", code, {}, HOUR / 6],
  ["a code of the shop's time", { ...code, ttl: { seconds: 90n } }, {}, 90_000],
  ["a question of the caller's time", {}, { inputTtlSeconds: 120 }, 120_000],
  [
    "a code of the shop's time before the caller's",
    { ...code, ttl: { seconds: 90n } },
    { inputTtlSeconds: 60 },
    90_000,
  ],
])("%s waits as long as its clock says", async (_what, question, spec, ttl) => {
  const id = await harness.create(spec);
  await (await runner.take()).askFor(question);
  const { expiresAt, createdAt } = await questionOf(id);
  expect((msOf(expiresAt) ?? 0) - (msOf(createdAt) ?? 0)).toBe(ttl);
});

test("a question that runs out of time ends the intent", async () => {
  const id = await harness.create({ inputTtlSeconds: 60 });
  await (await runner.take()).askFor();
  await harness.pass(59_999);
  expect((await harness.record(id)).intent.status).toBe(IntentStatus.REQUIRES_INPUT);
  await harness.pass(1);
  const { intent } = await harness.record(id);
  expect(intent).toMatchObject({ status: IntentStatus.FAILED, error: { code: FailureCode.INPUT_EXPIRED } });
  expect(intent.inputRequest).toBeUndefined();
  expect((await harness.timeline(id)).slice(-2)).toEqual(["question_expired", "failed"]);
  const { rows } = await harness.database.query("SELECT closed_as FROM input_requests WHERE intent_id = $1", [id]);
  expect(rows).toEqual([{ closed_as: "expired" }]);
});

test("a code that ran out is asked for anew three times, then the sign-in failed", async () => {
  const id = await harness.create();
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    const held = await runner.take();
    if (attempt > 1) expect(held.work).toMatchObject({ resume: { reason: "expired", kind: InputKind.CODE } });
    await held.askFor(code);
    expect(await questionOf(id)).toMatchObject({ attempt, attemptsLeft: 4 - attempt, elicitable: false });
    await harness.pass(600_000);
  }
  expect((await harness.record(id)).intent).toMatchObject({
    status: IntentStatus.FAILED,
    error: { code: FailureCode.SIGN_IN_FAILED },
  });
});

test("an intent that waits for its whole life expires; one that runs is let finish", async () => {
  const waiting = await harness.create();
  const running = await harness.create();
  const held = await runner.take({ requestId: "life" });
  expect(held.work.intentId).toBe(waiting);
  await held.note();
  await harness.clock.advance(30 * 24 * HOUR);
  await runner.client.heartbeat({ runnerId: runner.id, claims: [held.ref()] });
  await held.note();
  await harness.agent.tick();
  expect((await harness.record(waiting)).intent.status).toBe(IntentStatus.RUNNING);
  expect((await harness.record(running)).intent).toMatchObject({
    status: IntentStatus.FAILED,
    error: { code: FailureCode.EXPIRED },
  });
});
