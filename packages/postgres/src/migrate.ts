import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "@openintents/process";
import pg from "pg";
import { connectionConfig } from "./connection-options.ts";

type Migration = { name: string; sql: string; checksum: string };

const FILE_NAME = /^\d{6}_[a-z0-9_]+\.sql$/;

/** The migrations of a directory in the order of their numbers. */
async function read(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  const wrong = names.find((name) => !FILE_NAME.test(name));
  if (wrong !== undefined) throw new Error(`migration ${join(directory, wrong)} is not named like 000001_what.sql`);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(directory, name), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/**
 * Applies the `.sql` files of `directory` that the schema has not seen, each in its own
 * transaction, in the order of their numbers. Any number of processes may call it at once:
 * one works, the others wait for it. A file that changed after it was applied is an error,
 * as is a failing one, whose transaction leaves nothing behind. Several directories may
 * feed one schema as long as their file names differ.
 */
export async function migrate(o: {
  url: string;
  schema: string;
  role?: string;
  directory: string;
  logger: Logger;
}): Promise<void> {
  const migrations = await read(o.directory);
  const client = new pg.Client(
    connectionConfig({
      url: o.url,
      schema: o.schema,
      applicationName: "migrate",
      ...(o.role === undefined ? {} : { role: o.role }),
    }),
  );
  // The failing statement reports a lost connection as well.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [`openintents:migrate:${o.schema}`]);
    await client.query(`create table if not exists ${o.schema}.schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const done = await client.query<{ name: string; checksum: string }>("select name, checksum from schema_migrations");
    const seen = new Map(done.rows.map((row) => [row.name, row.checksum]));
    for (const { name, sql, checksum } of migrations) {
      const before = seen.get(name);
      if (before === checksum) continue;
      if (before !== undefined) throw new Error(`migration ${name} of schema ${o.schema} changed after it was applied`);
      try {
        await client.query("begin");
        await client.query(sql);
        await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
        await client.query("commit");
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`migration ${name} of schema ${o.schema} failed: ${reason}`, { cause: error });
      }
      o.logger.info({ schema: o.schema, migration: name }, "migration applied");
    }
  } finally {
    // Ending the connection releases the lock and rolls back what is open.
    await client.end();
  }
}
