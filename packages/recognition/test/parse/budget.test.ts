import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { expect, test } from "vitest";
import { type ScriptedReply, scriptedExecutor } from "../../src/executors/scripted.ts";
import { Intent } from "../../src/intent.ts";
import { PARSE_CHANNEL } from "../../src/parse/telemetry.ts";
import type { IntentLimits, IntentOptions } from "../../src/types/options.ts";
import { gate } from "./gate.ts";
import { SEED_INPUT, seedText } from "./seed-candidate.ts";

const input = { input: SEED_INPUT };
const exhausted = { code: "BUDGET_EXHAUSTED", stage: "executor", retryable: false };

function bounded(budget: IntentLimits["budget"], replies: ScriptedReply[], options: IntentOptions = {}) {
  const executor = scriptedExecutor(replies);
  return { executor, intent: new Intent({ executor, limits: { budget }, ...options }) };
}

const reply = (candidateText: string, inputTokens: number, outputTokens: number): ScriptedReply => ({
  outcome: "complete",
  candidateText,
  usage: { inputTokens, outputTokens },
});

test("a correction that the calls do not allow exhausts the budget", async () => {
  const { executor, intent } = bounded({ calls: 1 }, ["{}", seedText()]);
  await expect(intent.parse(input)).rejects.toMatchObject(exhausted);
  expect(executor.tasks).toHaveLength(1);
});

test("a parse within its budget is not hindered", async () => {
  const { intent } = bounded({ calls: 2, inputTokens: 200, outputTokens: 20 }, [
    reply("{}", 100, 10),
    reply(seedText(), 100, 10),
  ]);
  await expect(intent.parse(input)).resolves.toMatchObject({ status: "complete" });
});

test.each([{ inputTokens: 99 }, { outputTokens: 9 }])("a reply over %o exhausts the budget", async (budget) => {
  const { intent } = bounded(budget, [reply(seedText(), 100, 10)]);
  await expect(intent.parse(input)).rejects.toMatchObject(exhausted);
});

test.each([{ inputTokens: 100 }, { outputTokens: 10 }])("used-up tokens (%o) allow no correction", async (budget) => {
  const { executor, intent } = bounded(budget, [reply("{}", 100, 10), seedText()]);
  await expect(intent.parse(input)).rejects.toMatchObject(exhausted);
  expect(executor.tasks).toHaveLength(1);
});

test("usage that is no number counts for nothing", async () => {
  const usage = { inputTokens: Number.NaN, outputTokens: "many" } as never;
  const { intent } = bounded({ outputTokens: 5 }, [{ outcome: "complete", candidateText: seedText(), usage }]);
  await expect(intent.parse(input)).resolves.toMatchObject({ status: "complete" });
});

test("wall time ends a parse", async () => {
  const executor = gate();
  const intent = new Intent({ executor, limits: { budget: { wallMs: 10 } } });
  await expect(intent.parse(input)).rejects.toMatchObject(exhausted);
  expect(executor.calls[0]?.task.signal.aborted).toBe(true);
});

test("each parse has the whole budget", async () => {
  const { intent } = bounded({ calls: 1 }, [seedText(), seedText()]);
  await intent.parse(input);
  await expect(intent.parse(input)).resolves.toMatchObject({ status: "complete" });
});

test("what a parse cost is published without any text of it", async () => {
  const reports: unknown[] = [];
  const listen = (report: unknown) => reports.push(report);
  subscribe(PARSE_CHANNEL, listen);
  const { intent } = bounded({}, [reply("{}", 100, 10), reply(seedText(), 50, 5), { outcome: "refusal" }]);
  await intent.parse(input);
  await intent.parse(input).catch(() => undefined);
  unsubscribe(PARSE_CHANNEL, listen);
  const milliseconds = expect.any(Number);
  expect(reports).toEqual([
    {
      executor: "scripted",
      outcome: "complete",
      attempts: 2,
      calls: 2,
      inputTokens: 150,
      outputTokens: 15,
      milliseconds,
    },
    {
      executor: "scripted",
      outcome: "EXECUTOR_REFUSED",
      attempts: 1,
      calls: 1,
      inputTokens: 0,
      outputTokens: 0,
      milliseconds,
    },
  ]);
});
