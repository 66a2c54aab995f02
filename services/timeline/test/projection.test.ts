import { create, toBinary } from "@bufbuild/protobuf";
import { manualClock, newId } from "@openintents/process";
import { EnvelopeSchema, IntentEventType } from "@openintents/proto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { as, type Fixture, KEY, steps, timelineFixture, until } from "./timeline-fixture.ts";

let fixture: Fixture;

beforeEach(async () => {
  fixture = await timelineFixture();
});
afterEach(() => fixture.close());

const stored = async () =>
  (
    await fixture.database.query(
      "select intent, sequence, account, test, type, event, created_at from intent_events order by intent, sequence",
    )
  ).rows;

const count = async () => (await stored()).length;

const DAY = 24 * 3600_000;

describe("the projection", () => {
  test("keeps one row an event, however often the log repeats it", async () => {
    await fixture.run();
    const intent = newId("int");
    await fixture.publish(intent, ...steps(3));
    await until(async () => (await count()) === 3);
    const before = await stored();
    // The same facts under other event IDs, as a second outbox row or a reset position would bring them.
    await fixture.publish(intent, ...steps(3));
    await fixture.publish(intent, { sequence: 4 });
    await until(async () => (await count()) === 4);
    expect((await stored()).slice(0, 3)).toEqual(before);
  });

  test("is rebuilt from the log, byte for byte", async () => {
    const first = await fixture.run();
    for (const intent of [newId("int"), newId("int")]) {
      await fixture.publish(intent, ...steps(40), { sequence: 41, type: IntentEventType.COMPLETED });
    }
    await until(async () => (await count()) === 82);
    const before = await stored();
    await first.stop();
    await fixture.database.query("truncate intent_events, inbox");
    await fixture.run({ group: "timeline-rebuilt" });
    await until(async () => (await count()) === 82);
    expect(await stored()).toEqual(before);
  });

  test("goes on where it stopped after a restart", async () => {
    const first = await fixture.run();
    const intent = newId("int");
    await fixture.publish(intent, ...steps(2));
    await until(async () => (await count()) === 2);
    await first.stop();
    await fixture.publish(intent, { sequence: 3 });
    const second = await fixture.run();
    fixture.know(intent, { last: 3 });
    const { data } = await second.client.listIntentEvents({ id: intent }, as(KEY));
    expect(data.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });

  test("is not stopped by a message that is no timeline event", async () => {
    await fixture.run();
    const intent = newId("int");
    const id = newId("evt");
    const value = toBinary(EnvelopeSchema, create(EnvelopeSchema, { id, account: "acct_a", test: true }));
    await fixture.eventLog.publish([{ topic: "timeline", key: intent, id, value }]);
    await fixture.publish(intent, { sequence: 1 });
    await until(async () => (await count()) === 1);
    expect(await stored()).toMatchObject([{ intent, sequence: 1 }]);
  });
});

describe("retention", () => {
  test("deletes a timeline as a whole once its last event is 13 months old", async () => {
    const clock = manualClock(Date.UTC(2027, 5, 1));
    const { timeline } = await fixture.run({ clock });
    const [old, straddling, young] = [newId("int"), newId("int"), newId("int")];
    const ago = (days: number) => clock.now() - days * DAY;
    await fixture.publish(old, { sequence: 1, at: ago(420) }, { sequence: 2, at: ago(397) });
    await fixture.publish(straddling, { sequence: 1, at: ago(400) }, { sequence: 2, at: ago(395) });
    await fixture.publish(young, { sequence: 1, at: ago(1) });
    await until(async () => (await count()) === 5);
    expect(await timeline.sweep()).toBe(1);
    expect((await stored()).map(({ intent, sequence }) => [intent, sequence])).toEqual([
      [straddling, 1],
      [straddling, 2],
      [young, 1],
    ]);
  });

  test("sweeps every hour by itself, batch after batch", async () => {
    const clock = manualClock(Date.UTC(2027, 5, 1));
    await fixture.run({ clock, retentionDays: 30 });
    const intents = Array.from({ length: 1_200 }, () => newId("int"));
    await fixture.database.query(
      `insert into intent_events (intent, sequence, account, test, type, event, created_at)
       select intent, 1, 'acct_a', true, 1, '', $2 from unnest($1::text[]) as intent`,
      [intents, new Date(clock.now() - 31 * DAY)],
    );
    await clock.advance(3600_000);
    await until(async () => (await count()) === 0);
    expect(await count()).toBe(0);
  });
});

test("the service reports when it is ready, and that it is not any more", async () => {
  const running = await fixture.run();
  expect(running.readiness.report().parts.timeline).toEqual({ ready: true });
  await running.timeline.stop();
  await running.timeline.stop();
  expect(running.readiness.report().parts.timeline).toEqual({ ready: false, why: "stopping" });
});
