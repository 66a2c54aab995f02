import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { emptyDatabase, testDatabase } from "../src/index.ts";
import { findServer, sharedServer } from "../src/test-server.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "openintents-testing-"));
  await writeFile(join(directory, "000001_t.sql"), "create table t (n int);");
});
afterAll(() => rm(directory, { recursive: true }));

test("gives every caller a migrated database of its own", async () => {
  const open = () => testDatabase({ schema: "svc", migrations: [directory] });
  const [one, two] = await Promise.all([open(), open()]);
  await one.database.query("insert into t values (1)");
  const count = async (db: typeof one) => (await db.database.query("select count(*) as n from t")).rows[0]?.n;
  expect([await count(one), await count(two)]).toEqual([1, 0]);
  expect((await one.database.query("select current_user")).rows).toEqual([{ current_user: "oi_svc" }]);
  await one.close();
  await expect(one.database.query("select 1")).rejects.toThrow();
  expect(await count(two)).toBe(0);
  await two.close();
});

test("sees a changed migration", async () => {
  const before = await testDatabase({ schema: "svc", migrations: [directory] });
  await before.close();
  await writeFile(join(directory, "000002_more.sql"), "alter table t add column more text;");
  const after = await testDatabase({ schema: "svc", migrations: [directory] });
  expect((await after.database.query("select n, more from t")).rows).toEqual([]);
  await after.close();
});

test("holds several schemas in one database when asked to", async () => {
  const db = await testDatabase({ schema: "a", migrations: [], others: [{ schema: "b", migrations: [directory] }] });
  const { rows } = await db.database.query(
    "select nspname as name, pg_get_userbyid(nspowner) as owner from pg_namespace where nspname in ('a', 'b') order by 1",
  );
  expect(rows).toEqual([
    { name: "a", owner: "oi_a" },
    { name: "b", owner: "oi_b" },
  ]);
  await db.close();
  const empty = await emptyDatabase();
  expect(new URL(empty.url).pathname).toMatch(/^\/oi_test_/);
  await empty.close();
});

test("the shared server ends with its files once its users have ended", async () => {
  process.env.TEST_SERVER_IDLE_MS = "1000";
  const server = sharedServer(await mkdtemp(join(tmpdir(), "openintents-shared-")));
  const user = fileURLToPath(new URL("shared-server-user.ts", import.meta.url));
  const args = ["--disable-warning=ExperimentalWarning", user, server.root];
  const users = [1, 2].map(() => spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] }));
  const urls = await Promise.all(users.map(async (child) => String((await once(child.stdout, "data"))[0])));
  expect(urls[0]).toMatch(/^postgres:/);
  expect(urls[1]).toBe(urls[0]);
  expect(existsSync(server.dataDir)).toBe(true);
  for (const child of users) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  await vi.waitFor(() => expect([server.dataDir, server.closing].filter(existsSync)).toEqual([]), {
    timeout: 40_000,
    interval: 200,
  });
  // And the next user gets a new one.
  expect(await findServer(server)).toMatch(/^postgres:/);
  await rm(join(server.users, String(process.pid)));
  await vi.waitFor(() => expect([server.dataDir, server.closing].filter(existsSync)).toEqual([]), {
    timeout: 40_000,
    interval: 200,
  });
  await rm(server.root, { recursive: true });
});
