import type { Logger } from "@openintents/process";
import pg from "pg";
import { type ConnectionSettings, connectionConfig } from "./connection-options.ts";
import { createListener } from "./listener.ts";
import { type Queryable, type Row, run, sqlState } from "./queryable.ts";
import { openSession, type Session } from "./session.ts";

/** One service's access to its own schema. */
export interface Database extends Queryable {
  /**
   * Runs `fn` in a transaction: committed when it resolves, rolled back when it throws.
   * With `retry`, serialization failures and deadlocks run `fn` again, three times at most.
   */
  transaction<T>(fn: (tx: Queryable) => Promise<T>, o?: { retry?: boolean }): Promise<T>;
  /**
   * Calls `onPayload` for each notification on the channel, until the returned function is
   * called. One connection serves all channels; after it broke and came back `onPayload("")`
   * is called, since notifications may have been missed.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  notify(channel: string, payload: string): Promise<void>;
  /** A connection of one's own outside the pool, for session-level advisory locks. */
  session(): Promise<Session>;
  /** Resolves when the server answers. */
  ping(): Promise<void>;
  /** Waits for the statements in flight, then ends all connections. Idempotent. */
  close(): Promise<void>;
}

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
const ATTEMPTS = 4;

/**
 * Creates the pool of one service. Every connection has `search_path` set to the schema
 * and acts as `role` when given. Connections are opened when needed: a server that is away
 * shows at the first statement, not here.
 */
export function createDatabase(o: ConnectionSettings & { max?: number; logger: Logger }): Database {
  const { logger } = o;
  const config = connectionConfig(o);
  const pool = new pg.Pool({ ...config, max: o.max ?? 10, idleTimeoutMillis: 30_000 });
  const sessions = new Set<Session>();
  let closing: Promise<void> | undefined;

  // Without these two a server that restarts would end the process: the first hears idle
  // connections, the second those in use. A pool that is closed answers before its last
  // connections are gone, and the server may end them first.
  pool.on("error", (error) => {
    logger[closing === undefined ? "warn" : "debug"]({ err: error }, "idle database connection failed");
  });
  pool.on("connect", (client) => {
    client.on("error", (error) => logger.debug({ err: error }, "database connection failed"));
  });

  const listener = createListener((onNotification) => openSession(config, logger, onNotification), logger);

  async function once<T>(fn: (tx: Queryable) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query("begin");
      const result = await fn({ query: (text, values, p) => run(client, text, values, p) });
      const ended = await client.query("commit");
      // A transaction that failed inside and whose error was swallowed answers COMMIT with ROLLBACK.
      if (ended.command !== "COMMIT") throw new Error("the transaction was rolled back: a statement in it had failed");
      return result;
    } catch (error) {
      await client.query("rollback").catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error(String(failure));
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  return {
    query: <R extends Row>(text: string, values?: unknown[], p?: { name?: string }) => run<R>(pool, text, values, p),
    async transaction(fn, p) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await once(fn);
        } catch (error) {
          const state = sqlState(error);
          const again = state === SERIALIZATION_FAILURE || state === DEADLOCK;
          if (p?.retry !== true || !again || attempt >= ATTEMPTS) throw error;
        }
      }
    },
    listen: (channel, onPayload) => listener.listen(channel, onPayload),
    async notify(channel, payload) {
      await run(pool, "select pg_notify($1, $2)", [channel, payload]);
    },
    async session() {
      if (closing !== undefined) throw new Error("the database is closed");
      const session = await openSession(config, logger);
      sessions.add(session);
      session.signal.addEventListener("abort", () => sessions.delete(session));
      return session;
    },
    async ping() {
      await run(pool, "select 1");
    },
    close() {
      closing ??= (async () => {
        await listener.close();
        await Promise.all([...sessions].map((session) => session.close()));
        await pool.end();
      })();
      return closing;
    },
  };
}
