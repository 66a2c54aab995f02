import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { anthropicExecutor } from "../../src/executors/anthropic.ts";
import { attachCall, Budget } from "../../src/executors/budget.ts";
import type { ModelExecutorOptions } from "../../src/executors/model-executor.ts";
import { openaiCompatibleExecutor } from "../../src/executors/openai-compatible.ts";
import type { IntentExecutor } from "../../src/types/executor.ts";
import { aTask } from "./a-task.ts";
import { fakeClock } from "./fake-clock.ts";
import { type ProviderStub, startProviderStub } from "./provider-stub.ts";

let stub: ProviderStub;
beforeAll(async () => {
  stub = await startProviderStub();
});
beforeEach(() => {
  stub.requests.length = 0;
});
afterAll(() => stub.close());

const KEY = "planted-key-7f3a";
type Make = (options?: Partial<ModelExecutorOptions>) => IntentExecutor;

const providers: { name: string; make: Make; path: string }[] = [
  {
    name: "openai-compatible",
    make: (options) =>
      openaiCompatibleExecutor({ baseUrl: `${stub.origin}/v1`, model: "stub-model", apiKey: KEY, ...options }),
    path: "/v1/chat/completions",
  },
  {
    name: "anthropic",
    make: (options) =>
      anthropicExecutor({ baseUrl: `${stub.origin}/v1`, model: "claude-sonnet-4-5", apiKey: KEY, ...options }),
    path: "/v1/messages",
  },
];

describe.each(providers)("$name", ({ make, path }) => {
  test("gives the model's text and what it cost", async () => {
    stub.answer({ text: '{"kind":"request"}', inputTokens: 120, outputTokens: 9 });
    await expect(make().generate(aTask())).resolves.toEqual({
      outcome: "complete",
      candidateText: '{"kind":"request"}',
      usage: { inputTokens: 120, outputTokens: 9 },
    });
    expect(stub.requests.map((request) => request.path)).toEqual([path]);
  });

  test("sends instructions, material and schema, temperature 0, no tools and no streaming", async () => {
    stub.answer({ text: "{}" });
    await make().generate(aTask());
    const { body } = stub.requests[0] ?? expect.fail("no request");
    const sent = JSON.stringify(body);
    expect(sent).toContain("Make a candidate.");
    expect(sent).toContain("order 000123");
    expect(sent).toContain('"json_schema"');
    expect(body.temperature).toBe(0);
    expect(body.tools).toBeUndefined();
    expect(body.stream ?? false).toBe(false);
  });

  test("hands over what was wrong with the first candidate", async () => {
    stub.answer({ text: "{}" });
    const problems = [{ code: "V06", path: "/intents/0/evidence/0", message: "The quote is not in the input." }];
    await make().generate(aTask({ attempt: 2, correction: { candidateText: '{"kind":"bad"}', problems } }));
    const { messages = [] } = stub.requests[0]?.body ?? {};
    const roles = messages.map(({ role }) => role).filter((role) => role !== "system");
    expect(roles).toEqual(["user", "assistant", "user"]);
    expect(JSON.stringify(messages)).toContain("V06");
  });

  test("leaves broken JSON and a wrong shape to the core to judge", async () => {
    for (const text of ['{"kind": "request"', '{"nothing":"agreed"}', "Sure! Here it is."]) {
      stub.answer({ text });
      await expect(make().generate(aTask())).resolves.toMatchObject({ outcome: "complete", candidateText: text });
    }
    expect(stub.requests).toHaveLength(3);
  });

  test("a refusal is a refusal, and asked once only", async () => {
    stub.answer({ refusal: "I will not." });
    await expect(make().generate(aTask())).resolves.toEqual({ outcome: "refusal", detail: "I will not." });
    expect(stub.requests).toHaveLength(1);
  });

  test("an answer cut by its length is incomplete", async () => {
    stub.answer({ cut: '{"kind":"requ' });
    await expect(make().generate(aTask())).resolves.toMatchObject({ outcome: "incomplete" });
  });

  test("an answer cut by the token budget exhausts it", async () => {
    stub.answer({ cut: '{"kind":"requ' });
    const { signal } = new AbortController();
    attachCall(signal, { budget: new Budget({ outputTokens: 40 }), deadline: Infinity });
    await expect(make({ maxOutputTokens: 100 }).generate(aTask({ signal }))).rejects.toMatchObject({
      code: "BUDGET_EXHAUSTED",
    });
    expect(stub.requests[0]?.body.max_tokens).toBe(40);
  });

  test("waits as long as a 429 asks for and then succeeds", async () => {
    stub.answer({ status: 429, headers: { "retry-after": "2" } }, { text: "{}" });
    const clock = fakeClock();
    await expect(make({ clock }).generate(aTask())).resolves.toMatchObject({ outcome: "complete" });
    expect(clock.slept).toEqual([2000]);
    expect(stub.requests).toHaveLength(2);
  });

  test("makes three calls and no more of a server that keeps failing", async () => {
    stub.answer({ status: 500 });
    await expect(make({ clock: fakeClock() }).generate(aTask())).rejects.toMatchObject({
      code: "EXECUTOR_UNAVAILABLE",
      retryable: true,
    });
    expect(stub.requests).toHaveLength(3);
  });

  test("retries can be switched off", async () => {
    stub.answer({ status: 500 });
    await expect(make({ retries: 0 }).generate(aTask())).rejects.toMatchObject({ code: "EXECUTOR_UNAVAILABLE" });
    expect(stub.requests).toHaveLength(1);
  });

  test("a torn connection is tried again", async () => {
    stub.answer("drop", { text: "{}" });
    await expect(make({ clock: fakeClock() }).generate(aTask())).resolves.toMatchObject({ outcome: "complete" });
  });

  test.each(["hang", "stall"] as const)("on abort, a call that %ss ends within 50 ms at both ends", async (reply) => {
    stub.answer(reply);
    const controller = new AbortController();
    const call = make().generate(aTask({ signal: controller.signal }));
    const ended = call.then(
      () => expect.fail("the call went on"),
      (reason: unknown) => ({ reason, at: performance.now() }),
    );
    await stub.arrived(1);
    const begun = performance.now();
    controller.abort(new Error("enough"));
    const { reason, at } = await ended;
    expect(reason).toMatchObject({ message: "enough" });
    expect(at - begun).toBeLessThan(50);
    await stub.requests[0]?.hungUp;
    expect(performance.now() - begun).toBeLessThan(100);
    expect(stub.requests).toHaveLength(1);
  });

  test.each([401, 403])("HTTP %i is EXECUTOR_AUTH, and nothing repeats the key", async (status) => {
    stub.answer({ status, body: { error: { message: `The key ${KEY} is wrong.` } } });
    const error: unknown = await make()
      .generate(aTask())
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "EXECUTOR_AUTH", stage: "executor", retryable: false });
  });

  test("another refusal of the call is EXECUTOR_FAILED", async () => {
    stub.answer({ status: 404, body: { error: { message: "There is no such model." } } });
    await expect(make().generate(aTask())).rejects.toMatchObject({ code: "EXECUTOR_FAILED", retryable: false });
    expect(stub.requests).toHaveLength(1);
  });

  test.each(["<html>not it</html>", '{"unexpected":true}', ""])(
    "an answer outside the protocol (%j) is EXECUTOR_FAILED",
    async (raw) => {
      stub.answer({ raw });
      await expect(make({ clock: fakeClock() }).generate(aTask())).rejects.toMatchObject({ code: "EXECUTOR_FAILED" });
    },
  );

  test("an answer without end is cut off", async () => {
    stub.answer({ raw: `"${"x".repeat(3_000_000)}"` });
    await expect(make().generate(aTask())).rejects.toMatchObject({ code: "EXECUTOR_FAILED" });
  });

  test("a redirect is not followed", async () => {
    stub.answer({ status: 307, headers: { location: `${stub.origin}/elsewhere` } }, { text: "{}" });
    await expect(make({ clock: fakeClock() }).generate(aTask())).rejects.toMatchObject({ code: "EXECUTOR_FAILED" });
    expect(stub.requests).toHaveLength(1);
  });

  test("leaves the temperature out from then on when the model does not accept one", async () => {
    const body = { error: { message: "Unsupported value: 'temperature' does not support 0 with this model." } };
    stub.answer({ status: 400, body }, { text: "{}" });
    const executor = make();
    await executor.generate(aTask());
    await executor.generate(aTask());
    expect(stub.requests.map((request) => request.body.temperature)).toEqual([0, undefined, undefined]);
  });

  test("prints no warning", async () => {
    const warnings: unknown[] = [];
    const listen = (warning: unknown) => warnings.push(warning);
    process.on("warning", listen);
    stub.answer({ text: "{}" });
    await make({ structuredOutput: "json" }).generate(aTask());
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", listen);
    expect(warnings).toEqual([]);
  });
});

test("openai-compatible: JSON mode puts the schema into the instructions", async () => {
  stub.answer({ text: "{}" });
  const executor = openaiCompatibleExecutor({ baseUrl: `${stub.origin}/v1`, model: "m", structuredOutput: "json" });
  await executor.generate(aTask());
  const { body, headers } = stub.requests[0] ?? expect.fail("no request");
  expect(body.response_format).toEqual({ type: "json_object" });
  expect(JSON.stringify(body.messages)).toContain("additionalProperties");
  expect(headers.authorization).toBeUndefined();
  expect(executor.features.schema).toBe("json");
});

test("a model of the other provider without schemas answers through a tool that only carries the answer", async () => {
  const input = { kind: "request" };
  stub.answer({
    raw: JSON.stringify({
      id: "stub-1",
      type: "message",
      role: "assistant",
      model: "claude-3-haiku-20240307",
      content: [{ type: "tool_use", id: "t1", name: "json", input }],
      stop_reason: "tool_use",
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    }),
  });
  const executor = anthropicExecutor({
    baseUrl: `${stub.origin}/v1`,
    model: "claude-3-haiku-20240307",
    apiKey: KEY,
    structuredOutput: "json",
  });
  await expect(executor.generate(aTask())).resolves.toMatchObject({
    outcome: "complete",
    candidateText: JSON.stringify(input),
  });
});

test.each(["not a url", "ftp://127.0.0.1/v1", "http://user:secret@127.0.0.1/v1", "http://127.0.0.1/v1?key=secret"])(
  "the base URL %s is CONFIG_INVALID without repeating it",
  (baseUrl) => {
    const make = () => openaiCompatibleExecutor({ baseUrl, model: "m" });
    expect(make).toThrow(expect.objectContaining({ code: "CONFIG_INVALID", stage: "config" }));
    try {
      make();
    } catch (error) {
      expect(JSON.stringify(error)).not.toContain("secret");
    }
  },
);
