import { create } from "@bufbuild/protobuf";
import { type Database, outboxMigrations } from "@openintents/postgres";
import { manualClock, newId, systemClock } from "@openintents/process";
import { IntentSpecSchema, Via } from "@openintents/proto";
import { testDatabase } from "@openintents/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publications } from "../src/domain/publication.ts";
import { newRecord } from "../src/domain/spec.ts";
import { created } from "../src/domain/transition.ts";
import { migrations } from "../src/index.ts";
import { createIntentWriter } from "../src/intent-writer.ts";
import type { NewIntent } from "../src/store/create-intent.ts";

let database: Database;
let close = async () => {};

beforeAll(async () => {
  ({ database, close } = await testDatabase({ schema: "core", migrations: [outboxMigrations, migrations] }));
});
afterAll(() => close());

function newIntent(o: { metadata?: Record<string, string>; key?: string } = {}): NewIntent & { id: string } {
  const now = Date.now();
  const id = newId("int");
  const record = newRecord({
    id,
    spec: create(IntentSpecSchema, { intent: "a mug", metadata: o.metadata ?? {} }),
    accountId: "acct_a",
    test: true,
    via: Via.API,
    connector: null,
    defaultCurrency: "usd",
    country: "US",
    now,
    traceparent: null,
  });
  const change = created(record);
  record.intent.sequence = 1;
  const messages = publications(record, change, { now, newId, apiVersion: "2026-11-30" });
  const key = o.key === undefined ? null : { key: o.key, bodyHash: Buffer.from(o.key) };
  return { id, record, messages, key };
}

/** The database, with a count of the statements that went through it. */
function counted(): { database: Database; statements(): number } {
  let statements = 0;
  const query: Database["query"] = (...args) => {
    statements += 1;
    return database.query(...args);
  };
  return { database: { ...database, query }, statements: () => statements };
}

async function rowsOf(ids: string[]) {
  const intents = await database.query<{ id: string }>("SELECT id FROM intents WHERE id = ANY($1)", [ids]);
  const outbox = await database.query<{ key: string; event_id: string }>(
    "SELECT key, event_id FROM outbox WHERE key = ANY($1) ORDER BY id",
    [ids],
  );
  return { intents: new Set(intents.rows.map((row) => row.id)), outbox: outbox.rows };
}

test("intents that arrive while a statement is under way share the next one", async () => {
  const { database: counting, statements } = counted();
  const writer = createIntentWriter(counting, systemClock);
  const given = Array.from({ length: 40 }, () => newIntent());
  const made = await Promise.all(given.map((one) => writer.write(one)));
  expect(made).toEqual(given.map(() => true));
  expect(statements()).toBeLessThan(10);
  const { intents, outbox } = await rowsOf(given.map(({ id }) => id));
  expect(intents.size).toBe(40);
  for (const { id, messages } of given) {
    const own = outbox.filter(({ key }) => key === id).map((row) => row.event_id);
    expect(own).toEqual(messages.map((message) => message.id));
  }
});

test("an intent that the database refuses does not take the others of its statement along", async () => {
  const writer = createIntentWriter(database, systemClock);
  const bad = newIntent({ metadata: { note: "\u0000" } });
  const good = Array.from({ length: 6 }, () => newIntent());
  const given = [...good.slice(0, 4), bad, ...good.slice(4)];
  const outcomes = await Promise.allSettled(given.map((one) => writer.write(one)));
  expect(outcomes.map(({ status }) => status)).toEqual(given.map((one) => (one === bad ? "rejected" : "fulfilled")));
  const { intents, outbox } = await rowsOf(given.map(({ id }) => id));
  expect(intents).toEqual(new Set(good.map(({ id }) => id)));
  expect(outbox.some(({ key }) => key === bad.id)).toBe(false);
});

test("of several under one key in one statement one is made, and the others leave nothing", async () => {
  const writer = createIntentWriter(database, systemClock);
  const given = Array.from({ length: 8 }, () => newIntent({ key: "same" }));
  const free = newIntent();
  const made = await Promise.all([...given, free].map((one) => writer.write(one)));
  expect(made.filter(Boolean)).toHaveLength(2);
  expect(made.at(-1)).toBe(true);
  const { intents, outbox } = await rowsOf(given.map(({ id }) => id));
  expect(intents.size).toBe(1);
  expect(new Set(outbox.map(({ key }) => key))).toEqual(intents);
});

test("writers that meet under the same keys in other orders do not wait for each other for ever", async () => {
  const keys = Array.from({ length: 30 }, (_, at) => `crossed ${at}`);
  const writers = [createIntentWriter(database, systemClock), createIntentWriter(database, systemClock)];
  const made = await Promise.all(
    writers.flatMap((writer, at) =>
      (at === 0 ? keys : keys.toReversed()).map((key) => writer.write(newIntent({ key }))),
    ),
  );
  expect(made.filter(Boolean)).toHaveLength(keys.length);
});

test("a failure that leaves open what was written is told to all and not tried again", async () => {
  let statements = 0;
  const query: Database["query"] = async () => {
    statements += 1;
    throw new Error("Connection terminated unexpectedly");
  };
  const writer = createIntentWriter({ ...database, query }, systemClock);
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => writer.write(newIntent())));
  expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => "rejected"));
  expect(statements).toBeLessThan(5);
});

test("a statement that hangs holds up those after it for a moment only", async () => {
  const clock = manualClock();
  let hanging = true;
  const query: Database["query"] = (...args) => {
    if (!hanging) return database.query(...args);
    hanging = false;
    return new Promise(() => {});
  };
  const writer = createIntentWriter({ ...database, query }, clock);
  void writer.write(newIntent());
  const next = writer.write(newIntent());
  await clock.advance(50);
  expect(await next).toBe(true);
  for (let at = 0; at < 3; at++) expect(await writer.write(newIntent())).toBe(true);
});
