import { prepareSchemas, type SchemaName } from "@openintents/all";
import { createDatabase, type Database } from "@openintents/postgres";
import { createLogger } from "@openintents/process";
import type { Statement } from "../harness/bench.ts";
import { startEntry } from "../harness/child.ts";
import type { BenchOptions } from "../harness/options.ts";

const logger = createLogger({ service: "bench", level: "warn" });

/** A database of one side: migrated schemas and an administrator's connection. */
export type Room = {
  url: string;
  admin: Database;
  /** Collects the dead rows of the last leg, so that autovacuum does not do it during the next. */
  vacuum(): Promise<void>;
  /** Transactions committed in it so far. */
  commits(): Promise<number>;
};

export type PostgresServer = {
  pid: number;
  /** Version and what is said to make writes durable. */
  fact: string;
  room(name: string, schemas: readonly SchemaName[]): Promise<Room>;
  /** Writes out what is dirty, so that the next leg does not pay for the last. */
  checkpoint(): Promise<void>;
  /** Statements that took the most time so far in the room's database; empty unless asked for. */
  statements(room: Room): Promise<Statement[]>;
  close(): Promise<void>;
};

/** Starts a server of its own for the run. */
export async function startPostgres(options: BenchOptions): Promise<PostgresServer> {
  const child = await startEntry<{ url: string; pid: number }>(new URL("./postgres-entry.ts", import.meta.url), {
    core: options.database,
    input: { statements: options.statements },
  });
  const open = (url: string) => createDatabase({ url, schema: "public", applicationName: "bench", max: 2, logger });
  const admin = open(child.ready.url);
  const rooms: Room[] = [];
  return {
    pid: child.ready.pid,
    fact: await describe(admin, options.database),
    async room(name, schemas) {
      await admin.query(`create database ${name}`);
      const at = new URL(child.ready.url);
      at.pathname = `/${name}`;
      const url = at.toString();
      await prepareSchemas(url, schemas, logger);
      const own = open(url);
      if (options.statements) await own.query("create extension pg_stat_statements");
      const vacuum = async () => {
        await own.query("vacuum analyze");
      };
      const room: Room = { url, admin: own, vacuum, commits: () => commits(own) };
      rooms.push(room);
      return room;
    },
    async checkpoint() {
      await admin.query("checkpoint");
    },
    statements: (room) => (options.statements ? statements(room.admin) : Promise.resolve([])),
    async close() {
      for (const room of rooms) await room.admin.close();
      await admin.close();
      await child.stop();
    },
  };
}

async function describe(admin: Database, core: string): Promise<string> {
  const { rows } = await admin.query<{ version: string; fsync: string; commit: string }>(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync,
       current_setting('synchronous_commit') as commit`,
  );
  const [row] = rows;
  return `PostgreSQL ${row?.version} on the ${core} core, fsync ${row?.fsync}, synchronous_commit ${row?.commit}, one server for both sides.`;
}

async function commits(database: Database): Promise<number> {
  // Backends tell their counts about once a second, or when they are idle for a moment.
  await database.query("select pg_stat_clear_snapshot()");
  const { rows } = await database.query<{ commits: number }>(
    "select xact_commit as commits from pg_stat_database where datname = current_database()",
  );
  return rows[0]?.commits ?? 0;
}

async function statements(database: Database): Promise<Statement[]> {
  const { rows } = await database.query<Statement>(
    `select regexp_replace(query, '\\s+', ' ', 'g') as query, calls, total_exec_time as ms from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database())
     order by total_exec_time desc limit 15`,
  );
  return rows;
}
