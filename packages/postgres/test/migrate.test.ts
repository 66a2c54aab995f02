import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestDatabase, testDatabase, testLogger } from "@openintents/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate } from "../src/index.ts";

let db: TestDatabase;
let directory: string;
beforeEach(async () => {
  db = await testDatabase({ schema: "svc", migrations: [] });
  directory = await mkdtemp(join(tmpdir(), "openintents-migrations-"));
});
afterEach(async () => {
  await db.close();
  await rm(directory, { recursive: true });
});

const write = (name: string, sql: string) => writeFile(join(directory, name), sql);
const run = (from = directory) =>
  migrate({ url: db.url, schema: "svc", role: "oi_svc", directory: from, logger: testLogger });
const applied = async () =>
  (await db.database.query<{ name: string }>("select name from schema_migrations order by name")).rows.map(
    ({ name }) => name,
  );

test("applies each file once, in the order of the numbers, many processes at once", async () => {
  await write("000002_b.sql", "insert into steps values (2), (3); -- a file may hold several statements");
  await write("000001_a.sql", "create table steps (n int); insert into steps values (1);");
  await Promise.all(Array.from({ length: 6 }, () => run()));
  expect((await db.database.query("select n from steps")).rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  await write("000003_c.sql", "insert into steps values (4);");
  await run();
  await run();
  expect(await applied()).toEqual(["000001_a.sql", "000002_b.sql", "000003_c.sql"]);
  expect((await db.database.query("select count(*) as n from steps")).rows).toEqual([{ n: 4 }]);
  const { rows } = await db.database.query("select tableowner from pg_tables where tablename = 'steps'");
  expect(rows).toEqual([{ tableowner: "oi_svc" }]);
});

test("leaves nothing of a file that fails, keeps those before it, and names it", async () => {
  await write("000001_a.sql", "create table kept (n int);");
  await write("000002_b.sql", "create table half (n int); select nonsense;");
  await expect(run()).rejects.toThrow(/migration 000002_b.sql of schema svc failed: column "nonsense" does not exist/);
  expect(await applied()).toEqual(["000001_a.sql"]);
  expect(
    (await db.database.query("select to_regclass('half') as half, to_regclass('kept') is not null as kept")).rows,
  ).toEqual([{ half: null, kept: true }]);
});

test("refuses a file that changed after it was applied", async () => {
  await write("000001_a.sql", "create table a (n int);");
  await run();
  await write("000001_a.sql", "create table a (n bigint);");
  await expect(run()).rejects.toThrow(/000001_a.sql of schema svc changed after it was applied/);
});

test("refuses a file that is not numbered", async () => {
  await write("add_users.sql", "select 1;");
  await expect(run()).rejects.toThrow(/not named like 000001_what.sql/);
});

test("feeds one schema from several directories", async () => {
  const other = await mkdtemp(join(tmpdir(), "openintents-migrations-"));
  await writeFile(join(other, "000000_first.sql"), "create table first (n int);");
  await write("000001_second.sql", "create table second as select * from first;");
  await run(other);
  await run();
  await run(other);
  expect(await applied()).toEqual(["000000_first.sql", "000001_second.sql"]);
  await rm(other, { recursive: true });
});
