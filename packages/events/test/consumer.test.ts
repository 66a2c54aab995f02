import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create, toBinary } from "@bufbuild/protobuf";
import { createMetrics, type ManualClock, manualClock } from "@openintents/process";
import { type Envelope, EnvelopeSchema } from "@openintents/proto";
import { type TestDatabase, testDatabase, testLogger } from "@openintents/testing";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createConsumer, createPostgresEventLog, type EventLog, eventLogMigrations } from "../src/index.ts";

let service: TestDatabase;
let logDatabase: TestDatabase;
let log: EventLog;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "openintents-consumer-"));
  await mkdir(join(directory, "migrations"));
  await writeFile(
    join(directory, "migrations/000001_reader.sql"),
    `create table inbox (event_id text primary key, handled_at timestamptz not null default now());
     create table seen (place bigint generated always as identity, id text not null);`,
  );
});
afterAll(() => rm(directory, { recursive: true }));

beforeEach(async () => {
  service = await testDatabase({ schema: "reader", migrations: [join(directory, "migrations")] });
  logDatabase = await testDatabase({ schema: "event_log", migrations: [eventLogMigrations] });
  log = createPostgresEventLog({ database: logDatabase.database, logger: testLogger });
});
afterEach(async () => {
  await log.close();
  await Promise.all([service.close(), logDatabase.close()]);
});

const fact = (id: string) => ({
  topic: "events" as const,
  key: "int_1",
  id,
  value: toBinary(EnvelopeSchema, create(EnvelopeSchema, { id, account: "acct_1" })),
});

const seen = async () =>
  (await service.database.query<{ id: string }>("select id from seen order by place")).rows.map(({ id }) => id);

function consumer(o: { before?: (envelopes: Envelope[]) => void; clock?: ManualClock } = {}) {
  const metrics = createMetrics({ service: "test" });
  const made = createConsumer({
    log,
    topic: "events",
    group: "reader",
    database: service.database,
    async handle(tx, envelopes) {
      await tx.query("insert into seen (id) select unnest($1::text[])", [envelopes.map(({ id }) => id)]);
      o.before?.(envelopes);
    },
    logger: testLogger,
    metrics,
    ...(o.clock === undefined ? {} : { clock: o.clock }),
  });
  return Object.assign(made, { metrics });
}

test("handles an event once however often it was published", async () => {
  const reader = consumer();
  await log.publish([fact("a"), fact("b"), fact("a")]);
  await reader.start();
  await vi.waitFor(async () => expect(await seen()).toEqual(["a", "b"]));
  await log.publish([fact("b"), fact("c")]);
  await vi.waitFor(async () => expect(await seen()).toEqual(["a", "b", "c"]));
  await reader.stop();
  const text = await reader.metrics.registry.metrics();
  expect(text).toMatch(/consumer_handled_total\{[^}]*topic="events"[^}]*\} 3/);
  expect(text).toMatch(/consumer_repeated_total\{[^}]*\} 2/);
});

test("rolls a failed batch back with its inbox rows and handles it again", async () => {
  let failures = 2;
  const reader = consumer({
    before: () => {
      failures -= 1;
      if (failures >= 0) throw new Error("not now");
    },
  });
  await log.publish([fact("a"), fact("b")]);
  await reader.start();
  await vi.waitFor(async () => expect(await seen()).toEqual(["a", "b"]), { timeout: 5_000 });
  expect(failures).toBe(-1);
  expect((await service.database.query("select from inbox")).rowCount).toBe(2);
  await vi.waitFor(async () => expect(await reader.lag()).toBe(0));
  await reader.stop();
  expect(await reader.metrics.registry.metrics()).toMatch(/consumer_failures_total\{[^}]*\} 2/);
});

test("stops for good at an event that is no envelope, and tells nobody that it was handled", async () => {
  const reader = consumer();
  await log.publish([fact("a"), { ...fact("broken"), value: Buffer.from([255, 255, 255]) }, fact("c")]);
  await reader.start();
  await vi.waitFor(async () =>
    expect(await reader.metrics.registry.metrics()).toMatch(/failures_total\{[^}]*\} [2-9]/),
  );
  expect(await seen()).toEqual([]);
  expect(await reader.lag()).toBe(3);
  await reader.stop();
});

test("forgets events after 35 days", async () => {
  const clock = manualClock(Date.now());
  const reader = consumer({ clock });
  await log.publish([fact("a")]);
  await reader.start();
  await vi.waitFor(async () => expect(await seen()).toEqual(["a"]));
  const day = 86_400_000;
  const remembered = async () => (await service.database.query("select from inbox")).rowCount;
  await clock.advance(34 * day);
  expect(await remembered()).toBe(1);
  await vi.waitFor(async () => {
    await clock.advance(day);
    expect(await remembered()).toBe(0);
  });
  expect(clock.now()).toBeGreaterThan(Date.now() + 35 * day - 60_000);
  await reader.stop();
});
