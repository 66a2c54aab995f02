import { emptyDatabase, type TestDatabase, testDatabase, testLogger } from "@openintents/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { acquireInstanceLock, createDatabase, outboxMigrations, provision, sqlState } from "../src/index.ts";

let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase({ schema: "core", migrations: [outboxMigrations] });
});
afterEach(() => db.close());

const admin = () => createDatabase({ url: db.url, schema: "public", applicationName: "admin", logger: testLogger });

async function breakConnections(): Promise<void> {
  const database = admin();
  await database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await database.close();
}

test("reads values as the types that services count on", async () => {
  const { rows } = await db.database.query(
    `select 9007199254740991::int8 as big, array[1, null, -5]::int8[] as bigs, '2026-03-01T10:00:00.123Z'::timestamptz as time,
      '\\x00ff'::bytea as bytes, array['a', null, 'b,"c'] as texts, '2026-03-01'::date as day, '{"a":1}'::jsonb as json,
      12.50::numeric as money, true as flag, 1.5::float8 as real`,
  );
  expect(rows[0]).toEqual({
    big: 9007199254740991,
    bigs: [1, null, -5],
    time: new Date("2026-03-01T10:00:00.123Z"),
    bytes: Buffer.from([0, 255]),
    texts: ["a", null, 'b,"c'],
    day: "2026-03-01",
    json: { a: 1 },
    money: "12.50",
    flag: true,
    real: 1.5,
  });
});

test("refuses a bigint that a number cannot hold, and goes on", async () => {
  await expect(db.database.query("select 9007199254740993::int8")).rejects.toThrow(/past 2\^53/);
  expect((await db.database.query("select 1::int8 as n")).rows).toEqual([{ n: 1 }]);
});

test("works in its schema as its role, and sees no other service's", async () => {
  await provision({ adminUrl: db.url, schema: "other", role: "oi_other" });
  const other = createDatabase({
    url: db.url,
    schema: "other",
    role: "oi_other",
    applicationName: "x",
    logger: testLogger,
  });
  await other.query("create table secrets (x int)");
  expect((await db.database.query("select current_user, current_schema")).rows).toEqual([
    { current_user: "oi_core", current_schema: "core" },
  ]);
  const failure = await db.database.query("select * from other.secrets").catch((error: unknown) => error);
  expect(sqlState(failure)).toBe("42501");
  await other.close();
});

test("keeps options that the URL brings along", async () => {
  const url = new URL(db.url);
  url.searchParams.set("options", "-c work_mem=5MB");
  const database = createDatabase({
    url: url.toString(),
    schema: "core",
    role: "oi_core",
    applicationName: "with space",
    statementTimeoutMs: 200,
    logger: testLogger,
  });
  const { rows } = await database.query(
    "select current_setting('work_mem') as mem, current_setting('application_name') as name, current_schema as schema",
  );
  expect(rows).toEqual([{ mem: "5MB", name: "with space", schema: "core" }]);
  const failure = await database.query("select pg_sleep(5)").catch((error: unknown) => error);
  expect(sqlState(failure)).toBe("57014");
  await database.close();
  expect(() => createDatabase({ url: db.url, schema: "a; drop", applicationName: "x", logger: testLogger })).toThrow(
    /schema must match/,
  );
});

test("commits what a transaction did, or nothing", async () => {
  await db.database.query("create table t (n int)");
  expect(
    await db.database.transaction(async (tx) => {
      await tx.query("insert into t values (1)");
      return "done";
    }),
  ).toBe("done");
  await expect(
    db.database.transaction(async (tx) => {
      await tx.query("insert into t values (2)");
      throw new Error("changed my mind");
    }),
  ).rejects.toThrow("changed my mind");
  // An error that is swallowed inside has ended the transaction all the same.
  await expect(
    db.database.transaction(async (tx) => {
      await tx.query("insert into t values (3)");
      await tx.query("select 1 / 0").catch(() => undefined);
    }),
  ).rejects.toThrow(/rolled back/);
  expect((await db.database.query("select n from t")).rows).toEqual([{ n: 1 }]);
});

test("runs a transaction again after a deadlock when asked to, and only then", async () => {
  const fail = (times: number, retry: boolean) => {
    let runs = 0;
    const result = db.database.transaction(
      async (tx) => {
        runs += 1;
        if (runs <= times) await tx.query("do $$ begin raise exception sqlstate '40P01'; end $$");
        return runs;
      },
      { retry },
    );
    return result.catch((error: unknown) => `${sqlState(error)} after ${runs}`);
  };
  expect(await fail(3, true)).toBe(4);
  expect(await fail(4, true)).toBe("40P01 after 4");
  expect(await fail(1, false)).toBe("40P01 after 1");
});

test("carries notifications, and says so when some may have been missed", async () => {
  const heard: string[] = [];
  const others: string[] = [];
  const stop = await db.database.listen("news", (payload) => heard.push(payload));
  await db.database.listen('Other "channel"', (payload) => others.push(payload));
  await db.database.notify("news", "one");
  await db.database.notify('Other "channel"', "x");
  await vi.waitFor(() => expect([heard, others]).toEqual([["one"], ["x"]]));
  await breakConnections();
  await vi.waitFor(
    () =>
      expect([heard, others]).toEqual([
        ["one", ""],
        ["x", ""],
      ]),
    { timeout: 10_000 },
  );
  await vi.waitFor(() => db.database.notify("news", "two"));
  await vi.waitFor(() => expect(heard).toEqual(["one", "", "two"]));
  await stop();
  await db.database.notify("news", "three");
  await db.database.notify('Other "channel"', "y");
  await vi.waitFor(() => expect(others).toEqual(["x", "", "y"]));
  expect(heard).toEqual(["one", "", "two"]);
});

test("survives a server that ends all connections, in use or idle", async () => {
  const busy = db.database.query("select pg_sleep(30)").catch((error: unknown) => error);
  await db.database.query("select 1");
  const observer = admin();
  await vi.waitFor(async () => {
    const { rowCount } = await observer.query(
      "select from pg_stat_activity where query like '%pg_sleep(30)%' and pid <> pg_backend_pid()",
    );
    expect(rowCount).toBe(1);
  });
  await observer.close();
  await breakConnections();
  expect(sqlState(await busy)).toBe("57P01");
  await vi.waitFor(() => db.database.ping());
});

test("closes once everything in flight has answered", async () => {
  const last = db.database.query("select 42 as answer from pg_sleep(0.05)");
  const closed = Promise.all([db.database.close(), db.database.close()]);
  expect((await last).rows).toEqual([{ answer: 42 }]);
  await closed;
  await expect(db.database.query("select 1")).rejects.toThrow();
  await expect(db.database.session()).rejects.toThrow(/closed/);
  await expect(db.database.listen("x", () => {})).rejects.toThrow(/closed/);
});

test("a session keeps what belongs to a connection until it is closed", async () => {
  const [one, two] = [await db.database.session(), await db.database.session()];
  const take = async (session: typeof one) =>
    (await session.query("select pg_try_advisory_lock(7) as got")).rows[0]?.got;
  expect([await take(one), await take(two)]).toEqual([true, false]);
  await one.close();
  expect(one.signal.aborted).toBe(true);
  await vi.waitFor(async () => expect(await take(two)).toBe(true));
  await breakConnections();
  await vi.waitFor(() => expect(two.signal.aborted).toBe(true));
});

test("one instance at a time holds the instance lock, until it lets go or dies", async () => {
  const first = await acquireInstanceLock(db.database);
  expect(first.acquired).toBe(true);
  expect((await acquireInstanceLock(db.database)).acquired).toBe(false);
  expect((await acquireInstanceLock(db.database, "another job")).acquired).toBe(true);
  await first.release();
  const second = await vi.waitFor(async () => {
    const lock = await acquireInstanceLock(db.database);
    if (!lock.acquired) throw new Error("still held");
    return lock;
  });
  await breakConnections();
  await vi.waitFor(() => expect(second.lost.aborted).toBe(true));
});

test("provisioning is repeatable, also by many at once and by a user who is no superuser", async () => {
  const empty = await emptyDatabase();
  const root = createDatabase({ url: empty.url, schema: "public", applicationName: "root", logger: testLogger });
  const name = `oi_admin_${Date.now().toString(36)}`;
  const role = `${name}_service`;
  const database = new URL(empty.url).pathname.slice(1);
  await root.query(`create role ${name} login createrole password 'pw'`);
  await root.query(`grant create on database ${database} to ${name}`);
  const url = new URL(empty.url);
  url.username = name;
  url.password = "pw";
  const adminUrl = url.toString();
  await Promise.all(Array.from({ length: 5 }, () => provision({ adminUrl, schema: "svc", role })));
  await provision({ adminUrl, schema: "svc", role });
  const service = createDatabase({ url: adminUrl, schema: "svc", role, applicationName: "svc", logger: testLogger });
  await service.query("create table mine (x int)");
  const { rows } = await root.query("select tableowner from pg_tables where schemaname = 'svc'");
  expect(rows).toEqual([{ tableowner: role }]);
  await service.close();
  await root.query(`drop owned by ${role} cascade`);
  await root.query(`drop owned by ${name} cascade`);
  await root.query(`drop role ${role}`);
  await root.query(`drop role ${name}`);
  await root.close();
  await empty.close();
});
