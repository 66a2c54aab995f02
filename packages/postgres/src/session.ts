import type { Logger } from "@openintents/process";
import pg from "pg";
import { type Queryable, run } from "./queryable.ts";

/**
 * A connection outside the pool, held for as long as its owner likes: what session-level
 * advisory locks need. When the connection ends, by `close()` or by itself, `signal` aborts;
 * the server has released the locks by then or does so when it notices.
 */
export interface Session extends Queryable {
  readonly signal: AbortSignal;
  close(): Promise<void>;
}

// A connection that dies without a word (a cut network) is noticed by this beat.
const HEARTBEAT_MS = 10_000;

/** Opens a session. `onNotification` receives what channels it LISTENs to carry. */
export async function openSession(
  config: pg.ClientConfig,
  logger: Logger,
  onNotification?: (channel: string, payload: string) => void,
): Promise<Session> {
  const client = new pg.Client({ ...config, query_timeout: HEARTBEAT_MS * 3 });
  const ended = new AbortController();
  let closing = false;
  client.on("error", (error) => {
    if (!closing) logger.warn({ err: error }, "database session failed");
    ended.abort();
  });
  client.on("end", () => ended.abort());
  client.on("notification", (message) => onNotification?.(message.channel, message.payload ?? ""));
  await client.connect();
  const beat = setInterval(() => {
    client.query("select 1").catch((error: unknown) => {
      if (!closing && !ended.signal.aborted) logger.warn({ err: error }, "database session does not answer");
      ended.abort();
    });
  }, HEARTBEAT_MS);
  beat.unref();
  ended.signal.addEventListener("abort", () => {
    clearInterval(beat);
    // Ends the socket too when the server has not, so that nothing half-dead keeps a lock.
    client.end().catch((error: unknown) => logger.debug({ err: error }, "database session ended with an error"));
  });
  return {
    signal: ended.signal,
    query: (text, values, o) => run(client, text, values, o),
    async close() {
      closing = true;
      clearInterval(beat);
      if (ended.signal.aborted) return;
      await client.end();
      ended.abort();
    },
  };
}
