import { createDatabase } from "@openintents/postgres";
import { manualClock } from "@openintents/process";
import { testDatabase, testLogger } from "@openintents/testing";
import { expect, test, vi } from "vitest";
import { createPostgresEventLog, eventLogMigrations } from "../src/index.ts";
import { eventLogContract, message } from "./event-log-contract.ts";

const open = () => testDatabase({ schema: "event_log", migrations: [eventLogMigrations] });

eventLogContract("the Postgres event log", async () => ({
  async rig() {
    const { url, database, close } = await open();
    return {
      open: async () => createPostgresEventLog({ database, logger: testLogger }),
      async interrupt() {
        const admin = createDatabase({ url, schema: "public", applicationName: "admin", logger: testLogger });
        await admin.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
        );
        await admin.close();
      },
      close,
    };
  },
  close: async () => {},
}));

test("numbers the messages of a topic without gaps, in the order of commit", async () => {
  const { database, close } = await open();
  const log = createPostgresEventLog({ database, logger: testLogger });
  await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      log.publish([message(`k${at}`, 0), message(`k${at}`, 1), message(`k${at}`, 2, "events")]),
    ),
  );
  // A transaction that fails takes no number with it.
  await expect(log.publish([{ ...message("bad", 0), id: "\0" }])).rejects.toThrow();
  await log.publish([message("after", 0)]);
  const { rows } = await database.query<{ topic: string; positions: number[] }>(
    "select topic, array_agg(position order by position) as positions from messages group by topic order by topic",
  );
  const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
  expect(rows).toEqual([
    { topic: "events", positions: upTo(40) },
    { topic: "timeline", positions: upTo(81) },
  ]);
  await log.close();
  await close();
});

test("deletes what is past its retention, per topic, and readers go on", async () => {
  const { database, close } = await open();
  const clock = manualClock();
  const log = createPostgresEventLog({ database, logger: testLogger, clock });
  const day = 86_400_000;
  await log.publish([message("old", 0), message("old", 1, "events")]);
  await clock.advance(31 * day);
  await log.publish([message("new", 0), message("new", 1, "events")]);
  expect(await log.sweep()).toBe(1);
  const left = async () => (await database.query("select topic, key from messages order by topic, position")).rows;
  expect(await left()).toEqual([
    { topic: "events", key: "new" },
    { topic: "timeline", key: "old" },
    { topic: "timeline", key: "new" },
  ]);
  const received: string[] = [];
  const subscription = await log.subscribe({
    topic: "events",
    group: "g",
    handle: async (batch) => void received.push(...batch.map(({ id }) => id)),
  });
  await vi.waitFor(() => expect(received).toEqual(["new/1"]));
  await clock.advance(401 * day);
  expect(await log.sweep()).toBe(3);
  expect(await left()).toEqual([]);
  expect(await subscription.lag()).toBe(0);
  // Positions are not given out again after everything was deleted.
  await log.publish([message("last", 2, "events")]);
  await vi.waitFor(() => expect(received).toEqual(["new/1", "last/2"]));
  await log.close();
  await close();
});
