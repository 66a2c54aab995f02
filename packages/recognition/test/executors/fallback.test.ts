import { expect, test, vi } from "vitest";
import { IntentError } from "../../src/errors.ts";
import { attachCall, Budget, callOf } from "../../src/executors/budget.ts";
import { fallbackExecutor } from "../../src/executors/fallback.ts";
import { scriptedExecutor } from "../../src/executors/scripted.ts";
import { withTimeLimit } from "../../src/executors/time-limit.ts";
import type { ExecutorTask, IntentExecutor } from "../../src/types/executor.ts";
import { aTask } from "./a-task.ts";

const failing = (code: ConstructorParameters<typeof IntentError>[0]) =>
  scriptedExecutor(() => new IntentError(code, "executor", "no"));
const hanging = (): IntentExecutor => ({
  id: "hanging",
  features: { schema: "none", abort: false, offline: true },
  generate: () => new Promise(() => undefined),
});

test.each(["EXECUTOR_RATE_LIMITED", "EXECUTOR_UNAVAILABLE", "TIMEOUT"] as const)("goes on after %s", async (code) => {
  const second = scriptedExecutor(["second"]);
  const task = aTask();
  await expect(fallbackExecutor([failing(code), second]).generate(task)).resolves.toMatchObject({
    candidateText: "second",
  });
  expect(second.tasks).toEqual([task]);
});

test.each(["EXECUTOR_AUTH", "EXECUTOR_FAILED", "EXECUTOR_REFUSED", "BUDGET_EXHAUSTED"] as const)(
  "does not go on after %s",
  async (code) => {
    const second = scriptedExecutor(["second"]);
    await expect(fallbackExecutor([failing(code), second]).generate(aTask())).rejects.toMatchObject({ code });
    expect(second.tasks).toEqual([]);
  },
);

test.each([
  { outcome: "refusal" as const },
  { outcome: "incomplete" as const },
  { outcome: "complete" as const, candidateText: "not even JSON" },
])("takes $outcome as the answer, whatever it is worth", async (reply) => {
  const second = scriptedExecutor(["second"]);
  await expect(fallbackExecutor([scriptedExecutor([reply]), second]).generate(aTask())).resolves.toEqual(reply);
  expect(second.tasks).toEqual([]);
});

test("fails as its last member failed", async () => {
  const executor = fallbackExecutor([failing("TIMEOUT"), failing("EXECUTOR_RATE_LIMITED")]);
  await expect(executor.generate(aTask())).rejects.toMatchObject({ code: "EXECUTOR_RATE_LIMITED" });
});

test("does not go on once the task was aborted", async () => {
  const controller = new AbortController();
  const second = scriptedExecutor(["second"]);
  const first = scriptedExecutor(() => {
    controller.abort("enough");
    return new IntentError("EXECUTOR_UNAVAILABLE", "executor", "no");
  });
  await expect(fallbackExecutor([first, second]).generate(aTask({ signal: controller.signal }))).rejects.toBe("enough");
  expect(second.tasks).toEqual([]);
});

test("each further member is paid for by the budget of the parse", async () => {
  const { signal } = new AbortController();
  const budget = new Budget({ calls: 1 });
  budget.spendCall();
  attachCall(signal, { budget, deadline: Infinity });
  const second = scriptedExecutor(["second"]);
  await expect(fallbackExecutor([failing("TIMEOUT"), second]).generate(aTask({ signal }))).rejects.toMatchObject({
    code: "BUDGET_EXHAUSTED",
  });
  expect(second.tasks).toEqual([]);
});

test("claims what its weakest member can do", () => {
  const strict: IntentExecutor = {
    ...hanging(),
    features: { schema: "strict", abort: true, offline: false },
  };
  expect(fallbackExecutor([strict, hanging()]).features).toEqual({ schema: "none", abort: false, offline: false });
  expect(fallbackExecutor([strict]).features).toEqual(strict.features);
  expect(() => fallbackExecutor([])).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
});

test("a member that takes longer than its own limit makes room for the next", async () => {
  const slow = vi.fn(hanging().generate);
  const executor = fallbackExecutor([withTimeLimit({ ...hanging(), generate: slow }, 5), scriptedExecutor(["second"])]);
  await expect(executor.generate(aTask())).resolves.toMatchObject({ candidateText: "second" });
  expect(slow).toHaveBeenCalledOnce();
});

test("a time limit of its own gives TIMEOUT of stage executor and aborts the work", async () => {
  const tasks: ExecutorTask[] = [];
  const limited = withTimeLimit(
    {
      ...hanging(),
      generate: (task) => {
        tasks.push(task);
        return new Promise(() => undefined);
      },
    },
    5,
  );
  await expect(limited.generate(aTask())).rejects.toMatchObject({
    code: "TIMEOUT",
    stage: "executor",
    retryable: true,
  });
  expect(tasks[0]?.signal.aborted).toBe(true);
});

test("a time limit keeps the budget within reach and brings the deadline forward", async () => {
  const { signal } = new AbortController();
  const budget = new Budget({});
  attachCall(signal, { budget, deadline: Infinity });
  let seen: ReturnType<typeof callOf> = null;
  const inner = scriptedExecutor((task) => {
    seen = callOf(task.signal);
    return "done";
  });
  await withTimeLimit(inner, 60_000).generate(aTask({ signal }));
  expect(seen).toMatchObject({ budget });
  expect((seen as unknown as { deadline: number }).deadline).toBeLessThan(performance.now() + 60_001);
});
