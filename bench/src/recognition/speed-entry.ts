// The measured process of the speed study: one thread on one core, nothing else in it.
import { createIntentMcpAdapter, Intent, type IntentExecutor, rulesExecutor } from "@openintents/recognition";
import { serveEntry } from "../harness/entry.ts";
import { sampleText } from "./sample-text.ts";

type Rate = { perSecond: number; microseconds: number };
type Memory = { heapMiB: number; residentMiB: number };

const REFERENCE_TIME = "2026-11-30T09:00:00+01:00[Europe/Oslo]";

/** Runs `work` for the time given, after a quarter of it to warm up. */
async function rate(seconds: number, work: () => unknown): Promise<Rate> {
  const spend = async (milliseconds: number) => {
    const started = performance.now();
    let count = 0;
    while (performance.now() - started < milliseconds) {
      await work();
      count += 1;
    }
    return { count, elapsed: performance.now() - started };
  };
  await spend(seconds * 250);
  const { count, elapsed } = await spend(seconds * 1000);
  return { perSecond: (count / elapsed) * 1000, microseconds: (elapsed / count) * 1000 };
}

/** What the rules propose for a request, kept so that the core can be measured alone. */
function recording(): { executor: IntentExecutor; last: () => string } {
  const rules = rulesExecutor();
  let text = "";
  const executor: IntentExecutor = {
    id: "recording",
    features: rules.features,
    async generate(task) {
      const reply = await rules.generate(task);
      if (reply.outcome === "complete") text = reply.candidateText;
      return reply;
    },
  };
  return { executor, last: () => text };
}

async function speed({ bytes, seconds }: { bytes: number; seconds: number }) {
  const input = { input: sampleText(bytes), referenceTime: REFERENCE_TIME };
  const withRules = new Intent({ executor: rulesExecutor() });
  const rules = await rate(seconds, () => withRules.parse(input));
  const { executor, last } = recording();
  await new Intent({ executor }).parse(input);
  const candidate = last();
  const prepared = new Intent().prepare(input);
  const outcome = prepared.accept(candidate);
  if (outcome.outcome !== "result") throw new Error(`the candidate of the rules breaks ${outcome.problems[0]?.code}`);
  const core = await rate(seconds, () => prepared.accept(candidate));
  const { intents, unresolved } = outcome.result.effective;
  return { rules, core, intents: intents.length, unresolved: unresolved.length, status: outcome.result.status };
}

function memory(): Memory {
  const collect = globalThis.gc;
  if (!collect) throw new Error("run with --expose-gc");
  for (let n = 0; n < 3; n += 1) collect();
  const { heapUsed, rss } = process.memoryUsage();
  return { heapMiB: heapUsed / 2 ** 20, residentMiB: rss / 2 ** 20 };
}

/** Host mode: finished requests pile up, and the bounds hold memory where it is. */
async function kept({ bytes, requests }: { bytes: number; requests: number }) {
  const { executor, last } = recording();
  const input = sampleText(bytes);
  await new Intent({ executor }).parse({ input });
  const candidateText = last();
  const adapter = createIntentMcpAdapter({ mode: "host", instances: { main: new Intent() } });
  const session = adapter.connect({ protocolVersion: "2025-11-25" });
  const call = async (name: string, args: unknown) => {
    const reply = await session.callTool(name, args);
    if (!reply || reply.isError) throw new Error(`${name}: ${JSON.stringify(reply?.content)}`);
    return reply;
  };
  let replyBytes = 0;
  const one = async () => {
    const task = (await call("intent_prepare", { input })).structuredContent as Record<string, string>;
    const { requestId, submissionToken } = task;
    const reply = await call("intent_accept", { requestId, submissionToken, candidateText });
    replyBytes = Buffer.byteLength(JSON.stringify(reply.structuredContent));
  };
  await one();
  const before = memory();
  for (let n = 0; n < 64; n += 1) await one();
  const full = memory();
  for (let n = 0; n < requests; n += 1) await one();
  const after = memory();
  await adapter.close();
  return { replyBytes, before, full, after };
}

serveEntry({}, { speed, kept }, async () => {});
