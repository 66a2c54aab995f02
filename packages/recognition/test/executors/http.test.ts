import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type HttpExecutorOptions, httpExecutor } from "../../src/executors/http.ts";
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

const make = (options: Partial<HttpExecutorOptions> = {}) =>
  httpExecutor({ url: `${stub.origin}/recognise?tenant=a`, clock: fakeClock(), ...options });

test("posts the whole task and reads the reply", async () => {
  stub.answer({ text: "{}", inputTokens: 3, outputTokens: 4 });
  const { signal: _, ...sent } = aTask();
  await expect(make({ apiKey: "planted" }).generate(aTask())).resolves.toEqual({
    outcome: "complete",
    candidateText: "{}",
    usage: { inputTokens: 3, outputTokens: 4 },
  });
  const [request] = stub.requests;
  expect(request?.body).toEqual(sent);
  expect(request?.path).toBe("/recognise?tenant=a");
  expect(request?.headers).toMatchObject({ authorization: "Bearer planted", "content-type": "application/json" });
});

test("reads a refusal and an incomplete answer", async () => {
  stub.answer({ refusal: "no" }, { cut: "too long" });
  await expect(make().generate(aTask())).resolves.toEqual({ outcome: "refusal", detail: "no" });
  await expect(make().generate(aTask())).resolves.toEqual({ outcome: "incomplete", detail: "too long" });
});

test("tries again what may pass", async () => {
  stub.answer({ status: 503 }, "drop", { text: "{}" });
  await expect(make().generate(aTask())).resolves.toMatchObject({ outcome: "complete" });
  expect(stub.requests).toHaveLength(3);
});

test("a port that nobody listens on is EXECUTOR_UNAVAILABLE", async () => {
  const gone = await startProviderStub();
  await gone.close();
  await expect(make({ url: gone.origin, retries: 0 }).generate(aTask())).rejects.toMatchObject({
    code: "EXECUTOR_UNAVAILABLE",
    stage: "executor",
  });
});

test.each([
  ["no JSON", "{"],
  ["another form", '{"candidate":{}}'],
  ["a number", "7"],
  ["invalid UTF-8 escapes aside, a text without outcome", '"complete"'],
])("%s is EXECUTOR_FAILED", async (_, raw) => {
  stub.answer({ raw });
  await expect(make().generate(aTask())).rejects.toMatchObject({ code: "EXECUTOR_FAILED" });
  expect(stub.requests).toHaveLength(1);
});

test("an answer over the bound is EXECUTOR_FAILED", async () => {
  stub.answer({ text: "x".repeat(2_000) });
  await expect(make({ replyBytes: 1_000 }).generate(aTask())).rejects.toMatchObject({ code: "EXECUTOR_FAILED" });
});

test.each([301, 302, 303, 307, 308])("a redirect (%i) is refused", async (status) => {
  stub.answer({ status, headers: { location: `${stub.origin}/elsewhere` } }, { text: "{}" });
  await expect(make().generate(aTask())).rejects.toMatchObject({ code: "EXECUTOR_FAILED" });
  expect(stub.requests).toHaveLength(1);
});

test("an abort hangs up within 50 ms", async () => {
  stub.answer("hang");
  const controller = new AbortController();
  const ended = make()
    .generate(aTask({ signal: controller.signal }))
    .catch(() => performance.now());
  await stub.arrived(1);
  const begun = performance.now();
  controller.abort();
  expect(Number(await ended) - begun).toBeLessThan(50);
  await stub.requests[0]?.hungUp;
});
