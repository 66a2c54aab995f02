import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createDatabase, type Database, migrate, provision } from "@openintents/postgres";
import { testLogger } from "./test-logger.ts";
import { testServerUrl } from "./test-server.ts";

/** A schema to have in a test database: the directories with its migrations, in order, and its role. */
export type TestSchema = { schema: string; migrations: string[]; role?: string };

export type TestDatabase = { url: string; database: Database; close(): Promise<void> };

const withName = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
};

async function digest(schemas: TestSchema[]): Promise<string> {
  const hash = createHash("sha256");
  for (const { schema, role, migrations } of schemas) {
    hash.update(JSON.stringify([schema, role ?? null]));
    for (const directory of migrations) {
      for (const file of (await readdir(directory)).sort())
        hash.update(file).update(await readFile(join(directory, file)));
    }
  }
  return hash.digest("hex").slice(0, 24);
}

async function fill(url: string, schemas: TestSchema[]): Promise<void> {
  for (const { schema, role, migrations } of schemas) {
    const owner = role ?? `oi_${schema}`;
    await provision({ adminUrl: url, schema, role: owner });
    for (const directory of migrations) await migrate({ url, schema, role: owner, directory, logger: testLogger });
  }
}

/** The name of a database with these schemas, made once by whoever is first and then only copied. */
async function template(server: Database, serverUrl: string, schemas: TestSchema[]): Promise<string> {
  const name = `oi_template_${await digest(schemas)}`;
  const exists = async () => (await server.query("select from pg_database where datname = $1", [name])).rowCount > 0;
  if (await exists()) return name;
  const session = await server.session();
  try {
    await session.query("select pg_advisory_lock(hashtext('openintents:test-template'))");
    if (await exists()) return name;
    const unfinished = `${name}_new`;
    await session.query(`drop database if exists ${unfinished} with (force)`);
    await session.query(`create database ${unfinished}`);
    await fill(withName(serverUrl, unfinished), schemas);
    await session.query(`alter database ${unfinished} rename to ${name}`);
    return name;
  } finally {
    await session.close();
  }
}

const administer = (url: string) =>
  createDatabase({ url, schema: "public", applicationName: "test", max: 1, logger: testLogger });

async function create(serverUrl: string, name: string, schemas: TestSchema[]): Promise<void> {
  const server = administer(serverUrl);
  try {
    const source = schemas.length === 0 ? "template0" : await template(server, serverUrl, schemas);
    await server.query(`create database ${name} template ${source}`);
  } finally {
    await server.close();
  }
}

async function drop(serverUrl: string, name: string): Promise<void> {
  const server = administer(serverUrl);
  try {
    await server.query(`drop database if exists ${name} with (force)`);
  } finally {
    await server.close();
  }
}

/**
 * A database of one's own with one migrated schema (and `others`), copied from a template,
 * so it costs some 50 ms. `database` works on `schema` as `role` (default `oi_<schema>`).
 * `close` ends its connections and drops it.
 */
export async function testDatabase(o: TestSchema & { others?: TestSchema[]; max?: number }): Promise<TestDatabase> {
  const { others = [], max, ...own } = o;
  const { url, close } = await emptyDatabase([own, ...others]);
  const database = createDatabase({
    url,
    schema: own.schema,
    role: own.role ?? `oi_${own.schema}`,
    applicationName: "test",
    logger: testLogger,
    ...(max === undefined ? {} : { max }),
  });
  return {
    url,
    database,
    async close() {
      await database.close();
      await close();
    },
  };
}

/** A database of one's own without anything in it (or with `schemas`): what a whole system starts on. */
export async function emptyDatabase(schemas: TestSchema[] = []): Promise<{ url: string; close(): Promise<void> }> {
  const serverUrl = await testServerUrl();
  const name = `oi_test_${randomBytes(8).toString("hex")}`;
  await create(serverUrl, name, schemas);
  return { url: withName(serverUrl, name), close: () => drop(serverUrl, name) };
}
