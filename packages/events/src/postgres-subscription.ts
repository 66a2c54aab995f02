import type { Clock, Logger } from "@openintents/process";
import { createBackoff } from "./backoff.ts";
import { deliver } from "./deliver.ts";
import type { Handle, ReceivedMessage, Subscription, Topic } from "./event-log.ts";
import type { SqlDatabase, SqlSession } from "./sql-database.ts";

const POLL_MS = 1_000;
const STANDBY_MS = 500;
const MAX_BATCH = 500;

/** Channel on which publishing tells the topic. */
export const LOG_CHANNEL = "event_log";

type MessageRow = { position: number; key: string; event_id: string; value: Buffer };

const READ = `select position, key, event_id, value from messages
  where topic = $1 and position > $2 order by position limit $3`;

const LAG = `select (t.position - greatest(
    coalesce((select p.position from positions p where p.consumer_group = $2 and p.topic = $1), 0),
    coalesce((select min(m.position) - 1 from messages m where m.topic = $1), t.position)
  )) as lag from topics t where t.topic = $1`;

/**
 * Follows one topic for one group. Of all subscribers of the group one is active, by an
 * advisory lock on a connection of its own; the others stand by. Should that connection
 * break while a batch is handled, the next holder may repeat the batch, and the position
 * moves only from where this one found it.
 */
export function subscribeToPostgres(o: {
  database: SqlDatabase;
  topic: Topic;
  group: string;
  maxBatch?: number;
  handle: Handle;
  clock: Clock;
  logger: Logger;
}): Subscription {
  const { database, topic, group, clock } = o;
  const logger = o.logger.child({ topic, group });
  const maxBatch = o.maxBatch ?? MAX_BATCH;
  const stopped = new AbortController();
  let woken = false;
  let interrupt = new AbortController();

  function wake(): void {
    woken = true;
    if (!interrupt.signal.aborted) interrupt.abort();
  }

  async function rest(signal: AbortSignal): Promise<void> {
    if (woken || signal.aborted) return;
    interrupt = new AbortController();
    await clock.sleep(POLL_MS, AbortSignal.any([signal, interrupt.signal]));
  }

  async function read(after: number): Promise<MessageRow[]> {
    const { rows } = await database.query<MessageRow>(READ, [topic, after, maxBatch], { name: "event_log_read" });
    return rows;
  }

  async function startingPosition(): Promise<number> {
    await database.query("insert into positions values ($1, $2, 0) on conflict do nothing", [group, topic]);
    const { rows } = await database.query<{ position: number }>(
      "select position from positions where consumer_group = $1 and topic = $2",
      [group, topic],
    );
    return rows[0]?.position ?? 0;
  }

  async function advance(from: number, to: number): Promise<void> {
    const { rowCount } = await database.query(
      "update positions set position = $4 where consumer_group = $1 and topic = $2 and position = $3",
      [group, topic, from, to],
      { name: "event_log_advance" },
    );
    if (rowCount !== 1) throw new Error("another consumer of the group moved the position");
  }

  /** Delivers batch after batch until the signal aborts; the next one is read while one is handled. */
  async function follow(signal: AbortSignal): Promise<void> {
    let position = await startingPosition();
    let ahead: Promise<MessageRow[]> | undefined;
    while (!signal.aborted) {
      woken = false;
      const rows = await (ahead ?? read(position));
      ahead = undefined;
      const last = rows.at(-1);
      if (last === undefined) {
        await rest(signal);
        continue;
      }
      if (rows.length === maxBatch) {
        ahead = read(last.position);
        // Its failure is met where it is awaited, or is of no interest.
        ahead.catch(() => undefined);
      }
      const batch = rows.map(
        (row): ReceivedMessage => ({
          topic,
          key: row.key,
          id: row.event_id,
          value: row.value,
          position: String(row.position),
        }),
      );
      if (!(await deliver({ handle: o.handle, batch, signal, clock, logger }))) break;
      await advance(position, last.position);
      position = last.position;
      // Less than a batch was all there was; what came since has woken us.
      if (ahead === undefined) await rest(signal);
    }
    await ahead?.catch(() => undefined);
  }

  async function serve(session: SqlSession): Promise<void> {
    const { rows } = await session.query<{ acquired: boolean }>(
      "select pg_try_advisory_lock(hashtextextended('openintents:consumer:' || $1 || ':' || $2, 0)) as acquired",
      [group, topic],
    );
    if (rows[0]?.acquired !== true) return;
    const unlisten = await database.listen(LOG_CHANNEL, (payload) => {
      if (payload === "" || payload === topic) wake();
    });
    try {
      await follow(AbortSignal.any([stopped.signal, session.signal]));
    } finally {
      await unlisten();
    }
  }

  async function loop(): Promise<void> {
    const backoff = createBackoff();
    let session: SqlSession | undefined;
    while (!stopped.signal.aborted) {
      try {
        if (session === undefined || session.signal.aborted) session = await database.session();
        await serve(session);
        backoff.reset();
        await clock.sleep(STANDBY_MS, stopped.signal);
      } catch (error) {
        const pause = backoff.next();
        logger.warn({ err: error, retry_ms: Math.round(pause) }, "cannot follow the event log, will retry");
        await clock.sleep(pause, stopped.signal);
      }
    }
    await session?.close();
  }

  const running = loop();
  return {
    async stop() {
      stopped.abort();
      await running;
    },
    async lag() {
      const { rows } = await database.query<{ lag: number }>(LAG, [topic, group]);
      return rows[0]?.lag ?? 0;
    },
  };
}
