import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { anthropicExecutor } from "../../src/executors/anthropic.ts";
import { httpExecutor } from "../../src/executors/http.ts";
import { openaiCompatibleExecutor } from "../../src/executors/openai-compatible.ts";
import { Intent } from "../../src/intent.ts";
import type { IntentOptions } from "../../src/types/options.ts";
import { fakeClock } from "../executors/fake-clock.ts";
import { type ProviderStub, startProviderStub } from "../executors/provider-stub.ts";
import { SEED_INPUT, seedText } from "./seed-candidate.ts";

let stub: ProviderStub;
beforeAll(async () => {
  stub = await startProviderStub();
});
beforeEach(() => {
  stub.requests.length = 0;
});
afterAll(() => stub.close());

const input = { input: SEED_INPUT };
const makers = {
  "openai-compatible": () =>
    openaiCompatibleExecutor({ baseUrl: `${stub.origin}/v1`, model: "m", apiKey: "k", clock: fakeClock() }),
  anthropic: () =>
    anthropicExecutor({ baseUrl: `${stub.origin}/v1`, model: "claude-sonnet-4-5", apiKey: "k", clock: fakeClock() }),
  http: () => httpExecutor({ url: `${stub.origin}/own`, apiKey: "k", clock: fakeClock() }),
};

describe.each(Object.entries(makers))("parse over %s", (_, make) => {
  const recogniser = (options: IntentOptions = {}) => new Intent({ executor: make(), ...options });

  test("success", async () => {
    stub.answer({ text: seedText() });
    await expect(recogniser().parse(input)).resolves.toMatchObject({ status: "complete" });
    expect(stub.requests).toHaveLength(1);
  });

  test("429 with retry-after, then success", async () => {
    stub.answer({ status: 429, headers: { "retry-after": "1" } }, { text: seedText() });
    await expect(recogniser().parse(input)).resolves.toMatchObject({ status: "complete" });
  });

  test.each([
    [429, "EXECUTOR_RATE_LIMITED"],
    [500, "EXECUTOR_UNAVAILABLE"],
    [401, "EXECUTOR_AUTH"],
    [403, "EXECUTOR_AUTH"],
    [418, "EXECUTOR_FAILED"],
  ])("HTTP %i for good is %s", async (status, code) => {
    stub.answer({ status });
    await expect(recogniser().parse(input)).rejects.toMatchObject({ code, stage: "executor" });
  });

  test("refusal and length stop", async () => {
    stub.answer({ refusal: "I will not." }, { cut: "{" });
    await expect(recogniser().parse(input)).rejects.toMatchObject({ code: "EXECUTOR_REFUSED" });
    await expect(recogniser().parse(input)).rejects.toMatchObject({ code: "EXECUTOR_INCOMPLETE" });
    expect(stub.requests).toHaveLength(2);
  });

  test.each(["{ broken", '{"answer":42}'])(
    "%s, then a good candidate: one correction that names the problems",
    async (text) => {
      stub.answer({ text }, { text: seedText() });
      await expect(recogniser().parse(input)).resolves.toMatchObject({ status: "complete" });
      expect(stub.requests).toHaveLength(2);
      expect(JSON.stringify(stub.requests[1]?.body)).toContain("V01");
    },
  );

  test("a wrong shape twice is CANDIDATE_INVALID after two calls", async () => {
    stub.answer({ text: '{"answer":42}' });
    await expect(recogniser().parse(input)).rejects.toMatchObject({ code: "CANDIDATE_INVALID" });
    expect(stub.requests).toHaveLength(2);
  });

  test("retries and corrections together stay within the budget of calls", async () => {
    stub.answer({ status: 500 }, { text: "{}" }, { status: 500 });
    await expect(recogniser({ limits: { budget: { calls: 3 } } }).parse(input)).rejects.toMatchObject({
      code: "BUDGET_EXHAUSTED",
    });
    expect(stub.requests).toHaveLength(3);
  });

  test("a server that hangs: the caller hears of the abort within 50 ms, and the server too", async () => {
    stub.answer("hang");
    const controller = new AbortController();
    const ended = recogniser()
      .parse(input, { signal: controller.signal })
      .catch((error: unknown) => ({ error, at: performance.now() }));
    await stub.arrived(1);
    const begun = performance.now();
    controller.abort();
    await stub.requests[0]?.hungUp;
    expect(performance.now() - begun).toBeLessThan(100);
    const { error, at } = (await ended) as { error: unknown; at: number };
    expect(error).toMatchObject({ code: "CANCELLED" });
    expect(at - begun).toBeLessThan(50);
  });

  test("a server that hangs: the deadline ends it", async () => {
    stub.answer("hang");
    await expect(recogniser({ timeoutMs: 30 }).parse(input)).rejects.toMatchObject({ code: "TIMEOUT", stage: "core" });
  });

  test("a server that hangs: dispose ends it", async () => {
    stub.answer("hang");
    const intent = recogniser();
    const parsing = intent.parse(input);
    parsing.catch(() => undefined);
    await stub.arrived(1);
    intent.dispose();
    await expect(parsing).rejects.toMatchObject({ code: "INSTANCE_DISPOSED" });
    await stub.requests[0]?.hungUp;
  });
});
