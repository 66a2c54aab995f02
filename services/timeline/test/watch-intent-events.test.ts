import { manualClock, newId } from "@openintents/process";
import { IntentEventType } from "@openintents/proto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { as, type Fixture, KEY, type Running, steps, timelineFixture, until } from "./timeline-fixture.ts";

let fixture: Fixture;
let running: Running;

beforeAll(async () => {
  fixture = await timelineFixture();
  running = await fixture.run();
});
afterAll(() => fixture.close());

async function collect(stream: AsyncIterable<{ event?: { sequence?: number | undefined } | undefined }>) {
  const seen: (number | undefined)[] = [];
  for await (const { event } of stream) seen.push(event?.sequence);
  return seen;
}

describe("watching a timeline", () => {
  test("sends each event in order as it comes, and ends after the final one", async () => {
    const intent = newId("int");
    fixture.know(intent, { last: 1 });
    await fixture.publish(intent, { sequence: 1, type: IntentEventType.CREATED });
    const seen = collect(running.client.watchIntentEvents({ id: intent }, as(KEY)));
    for (const sequence of [2, 3]) await fixture.publish(intent, { sequence });
    await fixture.publish(intent, { sequence: 4, type: IntentEventType.COMPLETED });
    expect(await seen).toEqual([1, 2, 3, 4]);
  });

  test.each([IntentEventType.COMPLETED, IntentEventType.FAILED, IntentEventType.CANCELLED])(
    "takes event type %i for the end",
    async (type) => {
      const intent = newId("int");
      fixture.know(intent, { last: 1 });
      const seen = collect(running.client.watchIntentEvents({ id: intent }, as(KEY)));
      await fixture.publish(intent, { sequence: 1 }, { sequence: 2, type });
      expect(await seen).toEqual([1, 2]);
    },
  );

  test("holds back what follows a hole until it is filled", async () => {
    const intent = newId("int");
    fixture.know(intent, { last: 0 });
    const seen = collect(running.client.watchIntentEvents({ id: intent }, as(KEY)));
    await fixture.publish(intent, { sequence: 2 }, { sequence: 3, type: IntentEventType.FAILED });
    await fixture.publish(intent, { sequence: 1 });
    expect(await seen).toEqual([1, 2, 3]);
  });

  test("resumes above `after`, and ends at once when nothing more can come", async () => {
    const intent = newId("int");
    fixture.know(intent, { last: 3, final: true });
    await fixture.publish(intent, ...steps(2), { sequence: 3, type: IntentEventType.CANCELLED });
    expect(await collect(running.client.watchIntentEvents({ id: intent, after: 1 }, as(KEY)))).toEqual([2, 3]);
    expect(await collect(running.client.watchIntentEvents({ id: intent, after: 3 }, as(KEY)))).toEqual([]);
  });

  test("sends a late purchase_resolved to who opens the stream after it", async () => {
    const intent = newId("int");
    fixture.know(intent, { last: 2, final: true });
    await fixture.publish(
      intent,
      { sequence: 1, type: IntentEventType.FAILED },
      { sequence: 2, type: IntentEventType.PURCHASE_RESOLVED },
    );
    expect(await collect(running.client.watchIntentEvents({ id: intent }, as(KEY)))).toEqual([1, 2]);
  });

  test("ends although the timeline of a final intent is gone", async () => {
    const clock = manualClock();
    const replica = await fixture.run({ clock });
    const intent = newId("int");
    fixture.know(intent, { last: 5, final: true });
    const seen = collect(replica.client.watchIntentEvents({ id: intent }, as(KEY)));
    let ended = false;
    void seen.finally(() => {
      ended = true;
    });
    await until(async () => {
      await clock.advance(5_000);
      return ended;
    });
    expect(await seen).toEqual([]);
    await replica.stop();
  });

  test("serves many watchers of one intent with one read for each piece of news", async () => {
    const intent = newId("int");
    fixture.know(intent, { last: 1 });
    await fixture.publish(intent, { sequence: 1 });
    let reads = 0;
    const counted: typeof fixture.database = {
      ...fixture.database,
      query: (text, values, o) => {
        if (o?.name === "timeline_read_events" && values?.[0] === intent) reads += 1;
        return fixture.database.query(text, values, o);
      },
    };
    const replica = await fixture.run({ database: counted });
    const streams = Array.from({ length: 50 }, () => replica.client.watchIntentEvents({ id: intent }, as(KEY)));
    const iterators = streams.map((stream) => stream[Symbol.asyncIterator]());
    await Promise.all(iterators.map((iterator) => iterator.next()));
    const before = reads;
    await fixture.publish(intent, { sequence: 2, type: IntentEventType.COMPLETED });
    const next = await Promise.all(iterators.map((iterator) => iterator.next()));
    expect(next.every(({ value }) => value?.event?.sequence === 2)).toBe(true);
    expect((await Promise.all(iterators.map((iterator) => iterator.next()))).every(({ done }) => done)).toBe(true);
    // The news, and at most a second look of those who had not begun to wait.
    expect(reads - before).toBeLessThanOrEqual(4);
    await replica.stop();
  });

  test("shows nothing that happens more than five seconds after a credential was revoked", async () => {
    const clock = manualClock();
    const replica = await fixture.run({ clock });
    const intent = newId("int");
    const key = "Bearer to-be-revoked";
    fixture.auth.credentials.set(key, { account: "acct_a", test: true, scopes: ["intents:read"] });
    fixture.know(intent, { last: 1 });
    await fixture.publish(intent, { sequence: 1 });
    const iterator = replica.client.watchIntentEvents({ id: intent }, as(key))[Symbol.asyncIterator]();
    expect((await iterator.next()).value?.event?.sequence).toBe(1);
    fixture.auth.credentials.delete(key);
    await clock.advance(5_001);
    await fixture.publish(intent, { sequence: 2 });
    await expect(iterator.next()).rejects.toMatchObject({ reason: "invalid_api_key" });
    await replica.stop();
  });

  test("is refused for an intent of another account or the other mode", async () => {
    const intent = newId("int");
    fixture.know(intent, { last: 1 });
    for (const key of ["Bearer b-test", "Bearer a-live"]) {
      await expect(collect(running.client.watchIntentEvents({ id: intent }, as(key)))).rejects.toMatchObject({
        reason: "resource_not_found",
      });
    }
  });

  test("breaks off with `unavailable` when the service stops, so that the caller resumes elsewhere", async () => {
    const replica = await fixture.run();
    const intent = newId("int");
    fixture.know(intent, { last: 1 });
    await fixture.publish(intent, { sequence: 1 });
    const iterator = replica.client.watchIntentEvents({ id: intent }, as(KEY))[Symbol.asyncIterator]();
    await iterator.next();
    const broken = expect(iterator.next()).rejects.toMatchObject({ reason: "unavailable" });
    await replica.stop();
    await broken;
  });
});
