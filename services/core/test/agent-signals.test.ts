import { SignalKind } from "@openintents/proto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { changeIntent } from "../src/change.ts";
import { emptyChange } from "../src/domain/record.ts";
import { signalChange } from "../src/store/claims.ts";
import { type AgentHarness, agentHarness } from "./agent-harness.ts";
import { refusalOf } from "./refusal-of.ts";
import { TestRunner } from "./test-runner.ts";

let harness: AgentHarness;
let runner: TestRunner;

beforeAll(async () => {
  harness = await agentHarness();
});
beforeEach(async () => {
  await harness.reset();
  runner = await TestRunner.start(harness);
});
afterAll(() => harness.close());

function listen(afterSignal = 0n, client = runner.client) {
  const stop = new AbortController();
  const stream = client.signals({ runnerId: runner.id, afterSignal }, { signal: stop.signal });
  return {
    async next() {
      const { value } = await stream.next();
      if (!value?.signal) throw new Error("the stream ended");
      return value.signal;
    },
    stop: () => stop.abort(),
  };
}

test("a cancel is pushed at once, repeated by heartbeats until heard, and ends the claim", async () => {
  const id = await harness.create();
  const held = await runner.take();
  await held.note();
  const stream = listen();
  expect(await stream.next()).toMatchObject({ kind: SignalKind.KEEP_ALIVE });
  await harness.caller.intents.cancelIntent({ id });
  const signal = await stream.next();
  const claimId = held.claim.ref?.claimId;
  expect(signal).toMatchObject({ kind: SignalKind.CANCELLED, claimId, epoch: 1n, mustUnderstand: true });
  stream.stop();
  expect(await refusalOf(held.note())).toBe("claim_cancelled");
  const beat = (afterSignal: bigint) =>
    runner.client.heartbeat({ runnerId: runner.id, claims: [held.ref()], afterSignal });
  expect(await beat(0n)).toMatchObject({
    renewed: [],
    lost: [{ claimId, reason: "claim_cancelled" }],
    signals: [{ id: signal.id, kind: SignalKind.CANCELLED }],
  });
  expect((await beat(signal.id)).signals).toEqual([]);
});

test("a stream goes on after the signal that was heard last", async () => {
  const ids = [await harness.create(), await harness.create()];
  for (const id of ids) {
    await (await runner.take()).note();
    await harness.caller.intents.cancelIntent({ id });
  }
  const first = listen();
  const heard = [await first.next(), await first.next()];
  expect(heard.map((signal) => signal.kind)).toEqual([SignalKind.KEEP_ALIVE, SignalKind.CANCELLED]);
  first.stop();
  const all = listen(0n);
  const kinds = [await all.next(), await all.next(), await all.next()].filter(
    (signal) => signal.kind === SignalKind.CANCELLED,
  );
  all.stop();
  const [one, two] = kinds;
  const rest = listen(one?.id);
  const next = [await rest.next(), await rest.next()].find((signal) => signal.kind === SignalKind.CANCELLED);
  expect(next?.id).toBe(two?.id);
  rest.stop();
});

test("an idle stream is kept alive every 15 seconds", async () => {
  const stream = listen();
  await stream.next();
  const startedAt = harness.clock.now();
  let arrivedAt: number | undefined;
  const next = stream.next().then((signal) => {
    arrivedAt = harness.clock.now();
    return signal;
  });
  const arrival = async () => {
    await harness.clock.advance(1_000);
    return arrivedAt;
  };
  await expect.poll(arrival, { timeout: 20_000 }).toBeDefined();
  expect(await next).toMatchObject({ kind: SignalKind.KEEP_ALIVE });
  expect((arrivedAt ?? 0) - startedAt).toBeGreaterThanOrEqual(15_000);
  stream.stop();
});

test("a caller's change is signalled with its revision", async () => {
  const id = await harness.create();
  const held = await runner.take();
  await held.note();
  const { database, clock } = harness;
  const feed = { changed: () => {} };
  const done = await changeIntent({ database, clock, feed }, id, async (record, tx, now) => {
    record.revision += 1;
    return { change: emptyChange(), result: await signalChange(tx, record, now) };
  });
  expect(done?.result).toBe(runner.id);
  const { signals } = await runner.client.heartbeat({ runnerId: runner.id, claims: [held.ref()] });
  expect(signals).toMatchObject([{ kind: SignalKind.CHANGED, revision: 2, mustUnderstand: false }]);
});

test("an operator drains the runners of a pool", async () => {
  expect(await harness.agent.drain("simulator")).toBe(1);
  expect(await harness.agent.drain("none")).toBe(0);
  const { signals } = await runner.client.heartbeat({ runnerId: runner.id });
  expect(signals).toMatchObject([{ kind: SignalKind.DRAIN }]);
});

test("a stream of a revoked key ends", async () => {
  const key = await harness.runnerKey();
  const client = harness.agentClient(key.secret);
  const stream = listen(0n, client);
  await stream.next();
  await harness.admin.revokeKey(key.id);
  const ended = refusalOf(stream.next());
  let reason: string | undefined;
  ended.then((told) => {
    reason = told;
  });
  const told = async () => {
    await harness.clock.advance(1_000);
    return reason;
  };
  await expect.poll(told, { timeout: 20_000 }).toBe("invalid_runner_key");
});

test("signals are swept after an hour", async () => {
  await harness.agent.drain(null);
  await harness.pass(3_601_000);
  const { rows } = await harness.database.query("SELECT 1 FROM signals");
  expect(rows).toEqual([]);
});
