// What every driver of the event log must do, run against each of them.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { EventLog, Handle, LogMessage, ReceivedMessage } from "../src/index.ts";

/** A log that several processes use: `open` gives a new client of the same log, as another process would have. */
export type Rig = {
  open(): Promise<EventLog>;
  /** Breaks every connection, as a restart of the server does, and comes back. */
  interrupt(): Promise<void>;
  close(): Promise<void>;
};

const WAIT = { timeout: 60_000, interval: 20 };

export const message = (key: string, number: number, topic: LogMessage["topic"] = "timeline"): LogMessage => ({
  topic,
  key,
  id: `${key}/${number}`,
  value: Buffer.from(`value ${key}/${number}`),
});

const numbered = (keys: string[], from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => keys.map((key) => message(key, from + at))).flat();

const keysOf = (count: number) => Array.from({ length: count }, (_, at) => `key${at}`);

/** The numbers of each key in the order in which they were first handled. */
function firstHandled(received: { id: string }[]): Map<string, number[]> {
  const seen = new Set<string>();
  const order = new Map<string, number[]>();
  for (const { id } of received) {
    if (seen.has(id)) continue;
    seen.add(id);
    const [key = "", number = ""] = id.split("/");
    order.set(key, [...(order.get(key) ?? []), Number(number)]);
  }
  return order;
}

const complete = (keys: string[], to: number) =>
  new Map(keys.map((key) => [key, Array.from({ length: to }, (_, at) => at)]));

const sorted = (order: Map<string, number[]>) => new Map([...order].sort(([a], [b]) => a.localeCompare(b)));

export function eventLogContract(
  name: string,
  prepare: () => Promise<{ rig(): Promise<Rig>; close(): Promise<void> }>,
) {
  describe(name, () => {
    let driver: Awaited<ReturnType<typeof prepare>>;
    let rig: Rig;
    let logs: EventLog[] = [];
    beforeAll(async () => {
      driver = await prepare();
    }, 120_000);
    afterAll(() => driver?.close());
    afterEach(async () => {
      await Promise.all(logs.map((log) => log.close()));
      logs = [];
      await rig.close();
    });

    async function open(): Promise<EventLog> {
      const log = await rig.open();
      logs.push(log);
      await log.start();
      return log;
    }

    function collect(): { received: ReceivedMessage[]; handle: Handle } {
      const received: ReceivedMessage[] = [];
      return { received, handle: async (batch) => void received.push(...batch) };
    }

    test("delivers what was published, bit by bit, to the topic's subscriber alone", async () => {
      rig = await driver.rig();
      const log = await open();
      const timeline = collect();
      const events = collect();
      await log.subscribe({ topic: "timeline", group: "t", handle: timeline.handle });
      await log.subscribe({ topic: "events", group: "e", handle: events.handle });
      const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
      await log.publish([
        { topic: "timeline", key: "int_1", id: "evt_1", value: bytes },
        { topic: "events", key: "int_1", id: "evt_2", value: new Uint8Array() },
      ]);
      await vi.waitFor(() => expect(timeline.received.length + events.received.length).toBe(2), WAIT);
      expect(timeline.received).toMatchObject([{ topic: "timeline", key: "int_1", id: "evt_1" }]);
      expect(Buffer.from(timeline.received[0]?.value ?? []).equals(bytes)).toBe(true);
      expect(events.received).toMatchObject([{ topic: "events", key: "int_1", id: "evt_2" }]);
      expect(events.received[0]?.value.byteLength).toBe(0);
    });

    test("starts a new group at the beginning, whatever others have read", async () => {
      rig = await driver.rig();
      const log = await open();
      await log.publish(numbered(["a", "b"], 0, 50));
      const first = collect();
      await log.subscribe({ topic: "timeline", group: "first", handle: first.handle });
      await vi.waitFor(() => expect(first.received.length).toBe(100), WAIT);
      const second = collect();
      await log.subscribe({ topic: "timeline", group: "second", handle: second.handle });
      await vi.waitFor(() => expect(second.received.length).toBe(100), WAIT);
      expect(sorted(firstHandled(second.received))).toEqual(complete(["a", "b"], 50));
    });

    test("goes on where the group stopped, in another process", async () => {
      rig = await driver.rig();
      const log = await open();
      const before = collect();
      const subscription = await log.subscribe({ topic: "timeline", group: "g", handle: before.handle });
      await log.publish(numbered(["a", "b", "c"], 0, 100));
      await vi.waitFor(() => expect(before.received.length).toBe(300), WAIT);
      await subscription.stop();
      await log.close();
      const other = await open();
      await other.publish(numbered(["a", "b", "c"], 100, 150));
      const after = collect();
      await other.subscribe({ topic: "timeline", group: "g", handle: after.handle });
      await vi.waitFor(() => expect(after.received.length).toBe(150), WAIT);
      expect(sorted(firstHandled([...before.received, ...after.received]))).toEqual(complete(["a", "b", "c"], 150));
    });

    test("repeats a batch whose handler throws until it succeeds, and skips nothing", async () => {
      rig = await driver.rig();
      const log = await open();
      const keys = keysOf(5);
      await log.publish(numbered(keys, 0, 40));
      const handled: ReceivedMessage[] = [];
      let calls = 0;
      await log.subscribe({
        topic: "timeline",
        group: "g",
        maxBatch: 20,
        handle: async (batch) => {
          calls += 1;
          if (calls % 3 === 1) throw new Error("not now");
          handled.push(...batch);
        },
      });
      await vi.waitFor(() => expect(handled.length).toBeGreaterThanOrEqual(200), WAIT);
      expect(sorted(firstHandled(handled))).toEqual(complete(keys, 40));
      expect(calls).toBeGreaterThan(10);
    });

    test("does not move the position past a batch that was never handled", async () => {
      rig = await driver.rig();
      const log = await open();
      await log.publish(numbered(["a"], 0, 10));
      let tries = 0;
      const failing = await log.subscribe({
        topic: "timeline",
        group: "g",
        handle: async () => {
          tries += 1;
          throw new Error("never");
        },
      });
      await vi.waitFor(() => expect(tries).toBeGreaterThanOrEqual(2), WAIT);
      await failing.stop();
      const { received, handle } = collect();
      await log.subscribe({ topic: "timeline", group: "g", handle });
      await vi.waitFor(() => expect(received.length).toBe(10), WAIT);
      expect(firstHandled(received)).toEqual(complete(["a"], 10));
    });

    test("lets the batch in hand finish when it is stopped, and remembers it", async () => {
      rig = await driver.rig();
      const log = await open();
      await log.publish([message("a", 0)]);
      let finish = () => {};
      const finished = new Promise<void>((resolve) => {
        finish = resolve;
      });
      let began = false;
      const subscription = await log.subscribe({
        topic: "timeline",
        group: "g",
        handle: async () => {
          began = true;
          await finished;
        },
      });
      await vi.waitFor(() => expect(began).toBe(true), WAIT);
      const stopped = subscription.stop();
      finish();
      await stopped;
      const { received, handle } = collect();
      await log.subscribe({ topic: "timeline", group: "g", handle });
      await log.publish([message("a", 1)]);
      await vi.waitFor(() => expect(received.length).toBe(1), WAIT);
      expect(received[0]?.id).toBe("a/1");
    });

    test("lets two consumers of a group share, no key out of order and none in two hands", async () => {
      rig = await driver.rig();
      const [one, two] = [await open(), await open()];
      const keys = keysOf(20);
      const handled: ReceivedMessage[] = [];
      const inHand = new Set<string>();
      let overlaps = 0;
      const handle: Handle = async (batch) => {
        const mine = new Set(batch.map(({ key }) => key));
        for (const key of mine) if (inHand.has(key)) overlaps += 1;
        for (const key of mine) inHand.add(key);
        await new Promise((resolve) => setImmediate(resolve));
        handled.push(...batch);
        for (const key of mine) inHand.delete(key);
      };
      const first = await one.subscribe({ topic: "timeline", group: "g", maxBatch: 50, handle });
      for (let at = 0; at < 50; at += 10) await one.publish(numbered(keys, at, at + 10));
      await two.subscribe({ topic: "timeline", group: "g", maxBatch: 50, handle });
      for (let at = 50; at < 100; at += 10) await one.publish(numbered(keys, at, at + 10));
      // One leaves in the middle: the other does the rest.
      await first.stop();
      for (let at = 100; at < 120; at += 10) await one.publish(numbered(keys, at, at + 10));
      await vi.waitFor(() => expect(new Set(handled.map(({ id }) => id)).size).toBe(keys.length * 120), WAIT);
      expect(sorted(firstHandled(handled))).toEqual(sorted(complete(keys, 120)));
      expect(overlaps).toBe(0);
    });

    test("loses nothing when the server goes away in the middle", async () => {
      rig = await driver.rig();
      const log = await open();
      const keys = keysOf(8);
      const { received, handle } = collect();
      await log.subscribe({ topic: "timeline", group: "g", handle });
      // As the relay does: a batch that failed is published again, whole and before the next.
      const persist = (batch: LogMessage[]) => vi.waitFor(() => log.publish(batch), WAIT);
      const publishing = (async () => {
        for (let at = 0; at < 60; at += 5) await persist(numbered(keys, at, at + 5));
      })();
      await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), WAIT);
      await rig.interrupt();
      await publishing;
      await vi.waitFor(() => expect(new Set(received.map(({ id }) => id)).size).toBe(keys.length * 60), WAIT);
      expect(sorted(firstHandled(received))).toEqual(sorted(complete(keys, 60)));
      // And both directions still work.
      await persist([message("later", 0)]);
      await vi.waitFor(() => expect(received.at(-1)?.id).toBe("later/0"), WAIT);
    });

    test("tells how much a group has not handled", async () => {
      rig = await driver.rig();
      const log = await open();
      await log.publish(numbered(["a", "b"], 0, 30));
      let held = true;
      const subscription = await log.subscribe({
        topic: "timeline",
        group: "g",
        handle: async () => {
          if (held) throw new Error("held");
        },
      });
      await vi.waitFor(async () => expect(await subscription.lag()).toBe(60), WAIT);
      held = false;
      await vi.waitFor(async () => expect(await subscription.lag()).toBe(0), WAIT);
      await subscription.stop();
      await log.publish(numbered(["a"], 30, 45));
      expect(await subscription.lag()).toBe(15);
    });

    test("refuses work once it is closed", async () => {
      rig = await driver.rig();
      const log = await open();
      await log.close();
      await expect(log.publish([message("a", 0)])).rejects.toThrow();
      await expect(log.subscribe({ topic: "timeline", group: "g", handle: async () => {} })).rejects.toThrow(/closed/);
    });
  });
}
