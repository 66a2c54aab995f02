import { expect, test } from "vitest";
import { Intent } from "../../src/intent.ts";
import { gate } from "./gate.ts";
import { SEED_INPUT } from "./seed-candidate.ts";

const input = { input: SEED_INPUT };

test("four run at once, 32 wait, the next is BUSY; then each gets its turn", async () => {
  const executor = gate();
  const intent = new Intent({ executor });
  const parsing = Array.from({ length: 36 }, () => intent.parse(input));
  await executor.called(4);
  await expect(intent.parse(input)).rejects.toMatchObject({ code: "BUSY", stage: "core", retryable: true });
  expect(executor.calls).toHaveLength(4);
  for (let index = 0; index < 36; index += 1) {
    await executor.called(index + 1);
    executor.calls[index]?.answer();
    await parsing[index];
    expect(executor.calls.length).toBeLessThanOrEqual(index + 5);
  }
  await expect(Promise.all(parsing)).resolves.toHaveLength(36);
});

test("instances do not wait for each other", async () => {
  const executor = gate();
  const parsing = Array.from({ length: 6 }, () => new Intent({ executor }).parse(input));
  await executor.called(6);
  for (const call of executor.calls) call.answer();
  await Promise.all(parsing);
});

test("turns are given in the order of arrival", async () => {
  const executor = gate();
  const intent = new Intent({ executor, limits: { concurrentParses: 1 } });
  const texts = ["Buy one.", "Buy two.", "Buy three."];
  const parsing = texts.map((text) => intent.parse({ input: text }).catch(() => undefined));
  for (let index = 0; index < texts.length; index += 1) {
    await executor.called(index + 1);
    executor.calls[index]?.answer({ outcome: "refusal" });
  }
  await Promise.all(parsing);
  expect(executor.calls.map(({ task }) => task.input.input)).toEqual(texts);
});

test("a failed parse gives its place back", async () => {
  const executor = gate();
  const intent = new Intent({ executor, limits: { concurrentParses: 1, queuedParses: 1 } });
  const first = intent.parse(input);
  const second = intent.parse(input);
  await executor.called(1);
  executor.calls[0]?.fail(new Error("no"));
  await expect(first).rejects.toMatchObject({ code: "EXECUTOR_FAILED" });
  await executor.called(2);
  executor.calls[1]?.answer();
  await expect(second).resolves.toMatchObject({ status: "complete" });
});

test("who gives up while waiting makes room and is never asked for", async () => {
  const executor = gate();
  const intent = new Intent({ executor, limits: { concurrentParses: 1, queuedParses: 1 } });
  const first = intent.parse(input);
  await executor.called(1);
  const controller = new AbortController();
  const second = intent.parse(input, { signal: controller.signal });
  await expect(intent.parse(input)).rejects.toMatchObject({ code: "BUSY" });
  controller.abort();
  await expect(second).rejects.toMatchObject({ code: "CANCELLED" });
  const third = intent.parse(input);
  executor.calls[0]?.answer();
  await first;
  await executor.called(2);
  executor.calls[1]?.answer();
  await third;
  expect(executor.calls).toHaveLength(2);
});

test("the deadline runs while waiting", async () => {
  const executor = gate();
  const intent = new Intent({ executor, limits: { concurrentParses: 1 } });
  const first = intent.parse(input);
  await expect(intent.parse(input, { timeoutMs: 10 })).rejects.toMatchObject({ code: "TIMEOUT", stage: "core" });
  executor.calls[0]?.answer();
  await first;
  expect(executor.calls).toHaveLength(1);
});

test("a wrong request does not take a place in the queue", async () => {
  const executor = gate();
  const intent = new Intent({ executor, limits: { concurrentParses: 1, queuedParses: 1 } });
  const running = [intent.parse(input), intent.parse(input)];
  await expect(intent.parse({ input: "" })).rejects.toMatchObject({ code: "INPUT_INVALID" });
  for (const index of [0, 1]) {
    await executor.called(index + 1);
    executor.calls[index]?.answer();
  }
  await Promise.all(running);
});
