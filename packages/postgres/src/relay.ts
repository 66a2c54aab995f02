import { type Clock, type Logger, type Metrics, systemClock } from "@openintents/process";
import type { Database } from "./database.ts";
import { OUTBOX_CHANNEL, type OutboxMessage } from "./outbox.ts";
import { drainOutbox } from "./outbox-drain.ts";
import type { Session } from "./session.ts";

/** Moves rows from the outbox to the log. */
export interface Relay {
  /** Resolves once the relay runs, active or standing by; it connects by itself. */
  start(): Promise<void>;
  /** Finishes the batch in hand, then gives the lock away. Idempotent. */
  stop(): Promise<void>;
  /** Call after a commit that wrote outbox rows. Cheap; reaches the active relay in any process. */
  wake(): void;
}

const FIRST_BACKOFF_MS = 100;
const LAST_BACKOFF_MS = 10_000;
const UNSAFE_FIRST_MS = 2;
const UNSAFE_LAST_MS = 250;
const MEASURE_MS = 5_000;
const NOTIFY_MS = 20;
/**
 * A batch has a cost of its own, all the way down to the consumers. After one the relay
 * gathers what arrives for twice as long as publishing took: idle, that is next to nothing,
 * and a machine that is busy does fewer and larger batches.
 */
const GATHER_FACTOR = 2;
const GATHER_LAST_MS = 50;
const COUNT_LIMIT = 100_000;

/**
 * Creates the relay of one outbox (the database's own schema). Of all relays on it one is
 * active at a time, by an advisory lock; the others stand by. It publishes in the order of
 * the rows' ids and deletes rows after `publish` resolved, so a row is published at least
 * once and an event may repeat after a crash. While publishing fails it tries again, waiting
 * 0.1 s and up to 10 s. A notification on channel `outbox` wakes it, else it looks every
 * `pollMs`. One transaction that stays open on the server holds back what was written after
 * it began: keep transactions short.
 */
export function createRelay(o: {
  database: Database;
  publish: (messages: OutboxMessage[]) => Promise<void>;
  logger: Logger;
  metrics: Metrics;
  clock?: Clock;
  /** Rows to publish at once; default 2000. */
  batch?: number;
  /** How often to look without being woken; default 1000. */
  pollMs?: number;
}): Relay {
  const { database, logger, metrics } = o;
  const clock = o.clock ?? systemClock;
  const pollMs = o.pollMs ?? 1_000;
  const rowsGauge = metrics.gauge("outbox_rows", "Outbox rows that wait to be published (counted up to 100000).");
  const lagGauge = metrics.gauge("relay_lag_seconds", "Age of the oldest outbox row.");
  const published = metrics.counter("relay_published_total", "Outbox rows published.");
  const failures = metrics.counter("relay_failures_total", "Attempts to empty the outbox that failed.");

  const stopped = new AbortController();
  let running: Promise<void> | undefined;
  let active = false;
  let woken = false;
  let interrupt = new AbortController();
  let notifying = false;

  function wakeHere(): void {
    woken = true;
    // Aborting makes an error, and a busy outbox wakes the relay for every commit.
    if (!interrupt.signal.aborted) interrupt.abort();
  }

  /** Sleeps until woken, stopped or the time is over. */
  async function rest(ms: number, signal: AbortSignal): Promise<void> {
    if (woken || signal.aborted) return;
    interrupt = new AbortController();
    await clock.sleep(ms, AbortSignal.any([signal, interrupt.signal]));
  }

  async function measure(): Promise<void> {
    const { rows } = await database.query<{ count: number; age: number }>(
      `select count(*) as count, coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as age
       from (select created_at from outbox order by id limit ${COUNT_LIMIT}) as waiting`,
    );
    rowsGauge.set(rows[0]?.count ?? 0);
    lagGauge.set(rows[0]?.age ?? 0);
  }

  /** Works until the lock is lost or the relay is stopped. */
  async function work(signal: AbortSignal): Promise<void> {
    let backoff = FIRST_BACKOFF_MS;
    let unsafe = UNSAFE_FIRST_MS;
    let measured = Number.NEGATIVE_INFINITY;
    let gatherUntil = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      const pause = gatherUntil - clock.monotonic();
      if (pause > 0) await clock.sleep(pause, signal);
      const began = clock.monotonic();
      woken = false;
      try {
        if (clock.monotonic() - measured >= MEASURE_MS) {
          measured = clock.monotonic();
          await measure();
        }
        const drained = await drainOutbox({
          database,
          publish: o.publish,
          batch: o.batch ?? 2_000,
          signal,
          onPublished(count) {
            published.inc(count);
            const now = clock.monotonic();
            gatherUntil = now + Math.min((now - began) * GATHER_FACTOR, GATHER_LAST_MS);
            backoff = FIRST_BACKOFF_MS;
            unsafe = UNSAFE_FIRST_MS;
          },
        });
        if (drained === "empty") {
          rowsGauge.set(0);
          lagGauge.set(0);
          unsafe = UNSAFE_FIRST_MS;
          await rest(pollMs, signal);
        } else {
          await rest(Math.min(unsafe, pollMs), signal);
          unsafe = Math.min(unsafe * 2, UNSAFE_LAST_MS);
        }
      } catch (error) {
        failures.inc();
        logger.warn({ err: error, retry_ms: backoff }, "cannot publish the outbox, will retry");
        await measure().catch(() => undefined);
        await clock.sleep(backoff, signal);
        backoff = Math.min(backoff * 2, LAST_BACKOFF_MS);
      }
    }
  }

  /** Holds the lock while working; returns when it did not get it. */
  async function serve(session: Session): Promise<void> {
    const { rows } = await session.query<{ acquired: boolean }>(
      "select pg_try_advisory_lock(hashtextextended('openintents:relay:' || current_schema(), 0)) as acquired",
    );
    if (rows[0]?.acquired !== true) return;
    const unlisten = await database.listen(OUTBOX_CHANNEL, wakeHere);
    active = true;
    logger.info("relay is active");
    try {
      await work(AbortSignal.any([stopped.signal, session.signal]));
    } finally {
      active = false;
      await unlisten();
    }
  }

  async function loop(): Promise<void> {
    let backoff = FIRST_BACKOFF_MS;
    let session: Session | undefined;
    while (!stopped.signal.aborted) {
      try {
        if (session === undefined || session.signal.aborted) session = await database.session();
        await serve(session);
        backoff = FIRST_BACKOFF_MS;
        await clock.sleep(pollMs, stopped.signal);
      } catch (error) {
        logger.warn({ err: error, retry_ms: backoff }, "relay cannot reach its database, will retry");
        await clock.sleep(backoff, stopped.signal);
        backoff = Math.min(backoff * 2, LAST_BACKOFF_MS);
      }
    }
    await session?.close();
  }

  return {
    async start() {
      running ??= loop();
    },
    async stop() {
      stopped.abort();
      await running;
    },
    wake() {
      if (active) {
        wakeHere();
        return;
      }
      if (notifying || stopped.signal.aborted) return;
      // Another process holds the lock. Notifications are gathered: each costs every commit on the server a little.
      notifying = true;
      clock.timer(NOTIFY_MS, () => {
        notifying = false;
        if (stopped.signal.aborted) return;
        database
          .notify(OUTBOX_CHANNEL, "")
          .catch((error: unknown) =>
            logger.debug({ err: error }, "cannot wake the relay, its poll will find the rows"),
          );
      });
    },
  };
}
