import { createMetrics } from "@openintents/process";
import { FailureCode, IntentPhase, IntentStatus } from "@openintents/proto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createUnderstanding } from "../src/understanding/understanding.ts";
import { type AgentHarness, agentHarness } from "./agent-harness.ts";
import { plainReader, plainResult } from "./plain-result.ts";
import { TestRunner } from "./test-runner.ts";

let harness: AgentHarness;
let runner: TestRunner;
beforeAll(async () => {
  harness = await agentHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.reset();
  harness.readBy(plainReader);
  runner = await TestRunner.start(harness);
});

/** An intent as create leaves it: nobody has understood it yet. */
async function unread(text = "a mug from ok.shop.test"): Promise<string> {
  const { intent } = await harness.caller.intents.createIntent({ spec: { intent: text, maxAmount: 2500 } });
  expect(intent).toMatchObject({ status: IntentStatus.QUEUED, phase: IntentPhase.UNDERSTANDING, sequence: 1 });
  return intent?.id ?? "";
}

test("a new intent is offered to a runner only once it is understood, and its plan stands in the timeline", async () => {
  const id = await unread();
  expect(await runner.ask()).toEqual([]);
  expect(await harness.understanding.tick()).toBe(1);
  const { intent } = await harness.record(id);
  expect(intent).toMatchObject({ status: IntentStatus.QUEUED, sequence: 2 });
  expect(intent.phase).toBeUndefined();
  expect(await harness.timeline(id)).toEqual(["created", "queued", "plan"]);
  const held = await runner.take();
  expect(held.work.understanding?.effective?.intents[0]).toMatchObject({ goal: "a mug from ok.shop.test" });
  expect(await harness.understanding.tick()).toBe(0);
});

test("an intent that is cancelled while it waits to be understood stays cancelled", async () => {
  const id = await unread();
  await harness.caller.intents.cancelIntent({ id });
  expect(await harness.understanding.tick()).toBe(0);
  expect(await harness.timeline(id)).toEqual(["created", "queued", "cancelled"]);
});

test("an intent that changes while it is read is not written over, and is read no more", async () => {
  const id = await unread();
  harness.readBy({
    ...plainReader,
    async readByRules({ text }) {
      await harness.caller.intents.cancelIntent({ id });
      return plainResult(text);
    },
  });
  expect(await harness.understanding.tick()).toBe(1);
  expect((await harness.record(id)).intent.status).toBe(IntentStatus.CANCELLED);
  expect(await harness.timeline(id)).toEqual(["created", "queued", "cancelled"]);
});

test("a text that asks for nothing fails the intent as unclear", async () => {
  harness.readBy({ ...plainReader, readByRules: async ({ text }) => plainResult(text, { status: "none", wishes: 0 }) });
  const id = await unread("thanks a lot");
  await harness.understanding.tick();
  const { intent } = await harness.record(id);
  expect(intent).toMatchObject({ status: IntentStatus.FAILED, error: { code: FailureCode.REQUEST_UNCLEAR } });
  expect(await harness.timeline(id)).toEqual(["created", "queued", "failed"]);
  expect(await harness.events(id)).toEqual(["intent.created", "intent.failed"]);
});

test("a language source that fails is tried three times, then the rules read the text", async () => {
  const sources: string[] = [];
  harness.readBy({
    online: true,
    instance: "main",
    async read() {
      sources.push("model");
      throw new Error("away");
    },
    async readByRules({ text }) {
      sources.push("rules");
      return plainResult(text);
    },
  });
  const id = await unread();
  await harness.understanding.tick();
  expect(sources).toEqual(["model"]);
  for (let tries = 1; tries < 3; tries += 1) {
    expect(await harness.understanding.tick()).toBe(0);
    await harness.clock.advance(2_000);
    await harness.understanding.tick();
  }
  expect(sources).toEqual(["model", "model", "model", "rules"]);
  expect(await harness.timeline(id)).toEqual(["created", "queued", "plan"]);
});

test("a text that even the rules cannot read goes on, and an approval shows all of it", async () => {
  harness.readBy({
    ...plainReader,
    readByRules: async () => {
      throw new Error("a bug");
    },
  });
  const id = await unread();
  await harness.understanding.tick();
  expect((await harness.messages(id)).at(-1)).toContain("shown before it is placed");
  const held = await runner.take();
  await expect(held.begin()).rejects.toMatchObject({
    reason: "needs_approval",
    details: { constraints: ["a mug from ok.shop.test"] },
  });
});

test("what a process that died was reading is read again by another one, once", async () => {
  const id = await unread();
  // The first takes the text and never comes back.
  const dead = createUnderstanding({
    ...harness,
    logger: { warn() {}, debug() {}, error() {} } as never,
    metrics: createMetrics({ service: "dead" }),
    feed: { changed() {} },
    writer: { busy: false },
    reader: () => ({ ...plainReader, readByRules: () => new Promise(() => {}) }),
  });
  void dead.tick();
  await expect
    .poll(async () => (await harness.database.query("SELECT recognise_tries FROM intents")).rows)
    .toEqual([{ recognise_tries: 1 }]);
  expect(await harness.understanding.tick()).toBe(0);
  await harness.clock.advance(6_000);
  expect(await harness.understanding.tick()).toBe(1);
  expect(await harness.timeline(id)).toEqual(["created", "queued", "plan"]);
});

test("many new intents are read in batches, each written once", async () => {
  const ids = await Promise.all(Array.from({ length: 40 }, () => unread()));
  const workers = await Promise.all([harness.understanding.tick(), harness.understanding.tick()]);
  expect(workers.reduce((sum, took) => sum + took, 0)).toBe(40);
  for (const id of ids) expect(await harness.timeline(id)).toEqual(["created", "queued", "plan"]);
});
