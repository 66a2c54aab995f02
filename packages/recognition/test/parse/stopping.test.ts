import { describe, expect, test, vi } from "vitest";
import { Intent } from "../../src/intent.ts";
import type { IntentOptions, IntentParseOptions } from "../../src/types/options.ts";
import { type Call, gate } from "./gate.ts";
import { SEED_INPUT, seedText } from "./seed-candidate.ts";

const input = { input: SEED_INPUT };

function open(options: IntentOptions = {}) {
  const executor = gate();
  return { executor, intent: new Intent({ executor, ...options }) };
}

describe("the caller's signal", () => {
  test("rejects with CANCELLED at once, though the executor goes on", async () => {
    const { executor, intent } = open();
    const controller = new AbortController();
    const parsing = intent.parse(input, { signal: controller.signal });
    await executor.called(1);
    controller.abort("changed my mind");
    await expect(parsing).rejects.toMatchObject({
      name: "IntentError",
      code: "CANCELLED",
      stage: "core",
      retryable: false,
      cause: "changed my mind",
    });
    expect(executor.calls[0]?.task.signal.aborted).toBe(true);
  });

  test("that aborted before makes no call", async () => {
    const { executor, intent } = open();
    await expect(intent.parse(input, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "CANCELLED" });
    expect(executor.calls).toEqual([]);
  });

  test("drops a reply or a failure that comes late", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const { executor, intent } = open();
    const late = [(call: Call) => call.answer(), (call: Call) => call.fail(new Error("late"))];
    for (const [index, end] of late.entries()) {
      const controller = new AbortController();
      const parsing = intent.parse(input, { signal: controller.signal });
      await executor.called(index + 1);
      controller.abort();
      await expect(parsing).rejects.toMatchObject({ code: "CANCELLED" });
      end(executor.calls[index] ?? expect.fail());
    }
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test("that aborts after the end does nothing, and nothing listens any more", async () => {
    const { executor, intent } = open();
    const { signal } = new AbortController();
    const remove = vi.spyOn(signal, "removeEventListener");
    const add = vi.spyOn(signal, "addEventListener");
    const parsing = intent.parse(input, { signal });
    await executor.called(1);
    executor.calls[0]?.answer();
    await expect(parsing).resolves.toMatchObject({ status: "complete" });
    expect(remove).toHaveBeenCalledTimes(add.mock.calls.length);
  });

  test.each([
    [{ signal: "now" }, "/signal"],
    [{ timeoutMs: -1 }, "/timeoutMs"],
    [{ timeoutMs: Number.NaN }, "/timeoutMs"],
    [{ timeoutMs: "20" }, "/timeoutMs"],
    ["soon", ""],
    [Object.defineProperty({}, "signal", { get: () => expect.fail() }), ""],
  ])("options %o are INPUT_INVALID", async (options, path) => {
    const { intent } = open();
    await expect(intent.parse(input, options as IntentParseOptions)).rejects.toMatchObject({
      code: "INPUT_INVALID",
      stage: "input",
      issues: [{ path }],
    });
  });
});

describe("the deadline", () => {
  test.each([
    ["of the instance", { timeoutMs: 10 }, {}],
    ["of the call", {}, { timeoutMs: 10 }],
    ["of the call, when earlier", { timeoutMs: 600_000 }, { timeoutMs: 10 }],
    ["of the instance, when earlier", { timeoutMs: 10 }, { timeoutMs: 600_000 }],
    ["of the instance, when the call sets none", { timeoutMs: 10 }, { timeoutMs: 0 }],
  ])("%s gives TIMEOUT", async (_, options, callOptions) => {
    const { executor, intent } = open(options);
    await expect(intent.parse(input, callOptions)).rejects.toMatchObject({
      code: "TIMEOUT",
      stage: "core",
      retryable: true,
    });
    expect(executor.calls[0]?.task.signal.aborted).toBe(true);
  });

  test("covers the correction as well", async () => {
    const { executor, intent } = open({ timeoutMs: 30 });
    const parsing = intent.parse(input);
    parsing.catch(() => undefined);
    await executor.called(1);
    executor.calls[0]?.answer({ outcome: "complete", candidateText: "{}" });
    await executor.called(2);
    await expect(parsing).rejects.toMatchObject({ code: "TIMEOUT", stage: "core" });
  });

  test("is none by default", async () => {
    vi.useFakeTimers();
    try {
      const { executor, intent } = open();
      const parsing = intent.parse(input);
      await executor.called(1);
      expect(vi.getTimerCount()).toBe(0);
      executor.calls[0]?.answer();
      await expect(parsing).resolves.toMatchObject({ status: "complete" });
    } finally {
      vi.useRealTimers();
    }
  });

  test("leaves no timer behind", async () => {
    vi.useFakeTimers();
    try {
      const { executor, intent } = open({ timeoutMs: 60_000, limits: { budget: { wallMs: 60_000 } } });
      const parsing = intent.parse(input);
      await executor.called(1);
      expect(vi.getTimerCount()).toBe(2);
      executor.calls[0]?.answer();
      await parsing;
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("dispose", () => {
  test("ends running and waiting work, and refuses what comes later", async () => {
    const { executor, intent } = open({ limits: { concurrentParses: 1 } });
    const running = intent.parse(input);
    const waiting = intent.parse(input);
    await executor.called(1);
    intent.dispose();
    const disposed = { code: "INSTANCE_DISPOSED", stage: "core", retryable: false };
    await expect(running).rejects.toMatchObject(disposed);
    await expect(waiting).rejects.toMatchObject(disposed);
    await expect(intent.parse(input)).rejects.toMatchObject(disposed);
    expect(executor.calls).toHaveLength(1);
    expect(executor.calls[0]?.task.signal.aborted).toBe(true);
  });

  test("is idempotent and closes no executor", async () => {
    const close = vi.fn(async () => undefined);
    const intent = new Intent({ executor: { ...gate(), close } });
    intent.dispose();
    intent.dispose();
    expect(close).not.toHaveBeenCalled();
  });

  test("while the executor answers: the answer is dropped", async () => {
    const { executor, intent } = open();
    const parsing = intent.parse(input);
    await executor.called(1);
    intent.dispose();
    executor.calls[0]?.answer({ outcome: "complete", candidateText: seedText() });
    await expect(parsing).rejects.toMatchObject({ code: "INSTANCE_DISPOSED" });
  });
});
