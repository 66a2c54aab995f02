import { expect, test, vi } from "vitest";
import { IntentError } from "../../src/errors.ts";
import { type ScriptedReply, scriptedExecutor } from "../../src/executors/scripted.ts";
import { Intent } from "../../src/intent.ts";
import type { IntentInput } from "../../src/types/input.ts";
import type { JsonSchema } from "../../src/types/json.ts";
import type { IntentOptions } from "../../src/types/options.ts";
import { SEED_INPUT, seedCandidate, seedText } from "./seed-candidate.ts";

const input: IntentInput = { input: SEED_INPUT };

function recogniser(replies: ScriptedReply[], options: IntentOptions = {}) {
  const executor = scriptedExecutor(replies);
  return { intent: new Intent({ executor, ...options }), executor };
}

const orderSchema: JsonSchema = {
  type: "object",
  properties: { orderId: { type: "string", "x-intent": { exact: true } }, note: { type: "string" } },
  required: ["orderId"],
};

test("a valid candidate becomes a result, with one task", async () => {
  const { intent, executor } = recogniser([{ candidate: seedCandidate() }]);
  await expect(intent.parse(input)).resolves.toMatchObject({ status: "complete", input: SEED_INPUT });
  expect(executor.tasks).toMatchObject([{ attempt: 1, correction: null, input: { input: SEED_INPUT } }]);
  expect(executor.tasks[0]?.outputSchema).toMatchObject({ type: "object" });
});

test("a candidate in a code fence is read", async () => {
  const { intent } = recogniser([`\`\`\`json\n${seedText()}\n\`\`\``]);
  await expect(intent.parse(input)).resolves.toMatchObject({ status: "complete" });
});

test("the problems of a broken candidate go back once, with its text", async () => {
  const broken = seedText().slice(0, -1);
  const { intent, executor } = recogniser([broken, seedText()]);
  await expect(intent.parse(input)).resolves.toMatchObject({ status: "complete" });
  expect(executor.tasks).toMatchObject([
    { attempt: 1, correction: null },
    { attempt: 2, correction: { candidateText: broken, problems: [{ code: "V01" }] } },
  ]);
});

test("a second broken candidate is the end", async () => {
  const { intent, executor } = recogniser(["{}", "not JSON", seedText()]);
  await expect(intent.parse(input)).rejects.toMatchObject({
    code: "CANDIDATE_INVALID",
    stage: "candidate",
    retryable: false,
    issues: [{ code: "V01" }],
  });
  expect(executor.tasks).toHaveLength(2);
});

test("without corrections the first broken candidate is the end", async () => {
  const { intent, executor } = recogniser(["{}", seedText()], { corrections: 0 });
  await expect(intent.parse(input)).rejects.toMatchObject({ code: "CANDIDATE_INVALID" });
  expect(executor.tasks).toHaveLength(1);
});

test("missing information is a result and no reason to ask again", async () => {
  const text = "Look up the order.";
  const evidence = [{ root: "input" as const, pointer: "", text: "Look up the order" }];
  const candidate = seedCandidate({
    intents: [
      { ...(seedCandidate().intents[0] ?? expect.fail()), target: "the order", goal: "Look up the order", evidence },
    ],
    constraints: [],
    fields: [
      {
        field: "orderId",
        owner: "i1",
        status: "missing",
        valueJson: null,
        alternativesJson: [],
        evidence: [],
        note: null,
      },
    ],
    unresolved: [{ kind: "missing", owner: "i1", text: "the order", question: "Which order?", options: [], evidence }],
  });
  const { intent, executor } = recogniser([{ candidate }], { schema: orderSchema });
  await expect(intent.parse({ input: text, fields: ["orderId"] })).resolves.toMatchObject({
    status: "needs_input",
    fieldResults: [{ field: "orderId", status: "missing" }],
  });
  expect(executor.tasks).toHaveLength(1);
});

test("an indeterminate field is a result and no reason to ask again", async () => {
  const candidate = seedCandidate({
    fields: [
      {
        field: "note",
        owner: "i1",
        status: "indeterminate",
        valueJson: null,
        alternativesJson: [],
        evidence: [{ root: "input", pointer: "", text: "order 000123" }],
        note: null,
      },
    ],
  });
  const { intent, executor } = recogniser([{ candidate }], { schema: orderSchema });
  await expect(intent.parse({ ...input, fields: ["note"] })).resolves.toMatchObject({
    fieldResults: [{ field: "note", status: "indeterminate" }],
  });
  expect(executor.tasks).toHaveLength(1);
});

test.each([
  ["refusal", "EXECUTOR_REFUSED"],
  ["incomplete", "EXECUTOR_INCOMPLETE"],
] as const)("%s is %s, not retryable and asked once", async (outcome, code) => {
  const { intent, executor } = recogniser([{ outcome, detail: `because\n${"x".repeat(5_000)}` }, seedText()]);
  const error: IntentError = await intent.parse(input).then(
    () => expect.fail("no error"),
    (thrown) => thrown,
  );
  expect(error).toMatchObject({ code, stage: "executor", retryable: false });
  expect(error.message).toContain("because x");
  expect(error.message.length).toBeLessThan(260);
  expect(executor.tasks).toHaveLength(1);
});

test.each([
  new IntentError("EXECUTOR_AUTH", "executor", "no"),
  new IntentError("EXECUTOR_RATE_LIMITED", "executor", "no"),
  new IntentError("TIMEOUT", "executor", "no"),
])("an executor's own $code passes through", async (error) => {
  const { intent } = recogniser([error]);
  await expect(intent.parse(input)).rejects.toBe(error);
});

test.each([
  ["an error", new Error("secret-in-a-message")],
  ["an error of another stage", new IntentError("INPUT_INVALID", "input", "secret-in-a-message")],
])("%s of an executor is EXECUTOR_FAILED without its text", async (_, error) => {
  const { intent } = recogniser([error]);
  const failure: IntentError = await intent.parse(input).then(
    () => expect.fail("no error"),
    (thrown) => thrown,
  );
  expect(failure).toMatchObject({ code: "EXECUTOR_FAILED", stage: "executor", retryable: false });
  expect(JSON.stringify(failure)).not.toContain("secret-in-a-message");
});

test("of an IntentError of another copy of the library the code counts, and nothing else", async () => {
  const foreign = {
    name: "IntentError",
    code: "EXECUTOR_RATE_LIMITED",
    stage: "executor",
    message: "secret-in-a-message",
  };
  const unknown = { ...foreign, code: "SECRET-CODE" };
  const executor = (thrown: object) => ({ ...scriptedExecutor([]), generate: () => Promise.reject(thrown) });
  for (const [thrown, code] of [
    [foreign, "EXECUTOR_RATE_LIMITED"],
    [unknown, "EXECUTOR_FAILED"],
    [{ ...foreign, code: "CANDIDATE_INVALID" }, "EXECUTOR_FAILED"],
  ] as const) {
    const error = await new Intent({ executor: executor(thrown) }).parse(input).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code, stage: "executor" });
    expect(JSON.stringify(error)).not.toMatch(/secret/i);
  }
});

test("an executor's own TimeoutError is TIMEOUT of stage executor", async () => {
  const executor = {
    ...scriptedExecutor([]),
    generate: () => Promise.reject(new DOMException("late", "TimeoutError")),
  };
  await expect(new Intent({ executor }).parse(input)).rejects.toMatchObject({ code: "TIMEOUT", stage: "executor" });
});

const thrower = () => {
  throw new Error("at once");
};
test.each([
  ["throws at once", thrower],
  ["gives nothing", async () => undefined],
  ["gives a text", async () => "{}"],
  ["gives another outcome", async () => ({ outcome: "done", candidateText: "{}" })],
  ["gives no text", async () => ({ outcome: "complete", candidateText: { kind: "request" } })],
  ["gives a member that cannot be read", async () => Object.defineProperty({}, "outcome", { get: thrower })],
])("an executor that %s is EXECUTOR_FAILED", async (_, generate) => {
  const executor = { ...scriptedExecutor([]), generate: generate as never };
  await expect(new Intent({ executor }).parse(input)).rejects.toMatchObject({ code: "EXECUTOR_FAILED" });
});

test("without an executor parse is EXECUTOR_UNAVAILABLE", async () => {
  await expect(new Intent().parse(input)).rejects.toMatchObject({ code: "EXECUTOR_UNAVAILABLE", stage: "executor" });
});

test("a wrong request is refused before the executor hears of it", async () => {
  const { intent, executor } = recogniser([seedText()]);
  await expect(intent.parse({ input: "  " })).rejects.toMatchObject({ code: "INPUT_INVALID", stage: "input" });
  expect(executor.tasks).toEqual([]);
});

test("what the caller changes afterwards changes nothing", async () => {
  const { intent, executor } = recogniser([seedText()]);
  const mutable = { input: SEED_INPUT };
  const parsing = intent.parse(mutable);
  mutable.input = "Delete everything.";
  await expect(parsing).resolves.toMatchObject({ input: SEED_INPUT });
  expect(executor.tasks[0]?.input.input).toBe(SEED_INPUT);
});

test("the same candidate gives the same bytes", async () => {
  const { intent } = recogniser([seedText(), seedText()]);
  const [first, second] = [await intent.parse(input), await intent.parse(input)];
  expect(JSON.stringify(second)).toBe(JSON.stringify(first));
});

test("an extend function that throws is INTERNAL without its text", async () => {
  const extend = vi.fn(() => {
    throw new Error("secret-in-a-message");
  });
  const { intent } = recogniser([seedText()], { extend });
  const failure = await intent.parse(input).catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({ code: "INTERNAL", stage: "core" });
  expect(JSON.stringify(failure)).not.toContain("secret-in-a-message");
  expect(extend).toHaveBeenCalled();
});
