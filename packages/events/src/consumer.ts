import { fromBinary } from "@bufbuild/protobuf";
import { type Clock, type Logger, type Metrics, systemClock } from "@openintents/process";
import { type Envelope, EnvelopeSchema } from "@openintents/proto";
import type { EventLog, ReceivedMessage, Subscription, Topic } from "./event-log.ts";
import type { SqlDatabase, SqlQueryable } from "./sql-database.ts";

/** A group's consumer of one topic, with exactly-once effect on its database. */
export interface Consumer {
  start(): Promise<void>;
  /** Finishes the batch in hand. Idempotent. */
  stop(): Promise<void>;
  /** Messages that wait for the group. */
  lag(): Promise<number>;
}

const HOUR_MS = 3_600_000;
/** Longer than the log can repeat a message by itself: the relay and a group's position look back minutes. */
const INBOX_DAYS = 35;
const SWEEP_BATCH = 5_000;
const LAG_MS = 15_000;

const TAKE = "insert into inbox (event_id) select unnest($1::text[]) on conflict do nothing returning event_id";

const SWEEP = `delete from inbox where ctid = any(array(
  select ctid from inbox where handled_at < $1 limit ${SWEEP_BATCH}))`;

/**
 * Hands the envelopes of a topic to `handle`, each once: a batch is one transaction, which
 * also writes a row for every event id into the table `inbox (event_id text primary key,
 * handled_at timestamptz not null default now())` of the database's schema. Events that
 * have a row are left out, so a repeated delivery changes nothing; rows older than 35 days
 * are deleted. `handle` gets the new envelopes in the log's order and must write through
 * `tx` only. When it throws, all is rolled back and tried again. To rebuild from the
 * beginning use a new group and empty the inbox.
 */
export function createConsumer(o: {
  log: EventLog;
  topic: Topic;
  group: string;
  database: SqlDatabase;
  handle: (tx: SqlQueryable, envelopes: Envelope[]) => Promise<void>;
  logger: Logger;
  metrics: Metrics;
  clock?: Clock;
  maxBatch?: number;
}): Consumer {
  const { database, logger, metrics } = o;
  const clock = o.clock ?? systemClock;
  const labels = { topic: o.topic, group: o.group };
  const names = Object.keys(labels);
  const handled = metrics.counter("consumer_handled_total", "Events handled.", names);
  const repeated = metrics.counter("consumer_repeated_total", "Events dropped because they had been handled.", names);
  const failed = metrics.counter("consumer_failures_total", "Batches whose handling failed.", names);
  const seconds = metrics.histogram("consumer_batch_seconds", "Time to handle a batch.", names);
  const waiting = metrics.gauge("consumer_lag", "Messages that wait for the group.", names);
  const stopped = new AbortController();
  let subscription: Subscription | undefined;
  let background: Promise<unknown> | undefined;

  async function handleBatch(batch: ReceivedMessage[]): Promise<void> {
    const started = clock.monotonic();
    try {
      const fresh = await database.transaction(
        async (tx) => {
          const taken = await tx.query<{ event_id: string }>(TAKE, [batch.map((message) => message.id)], {
            name: "inbox_take",
          });
          const left = new Set(taken.rows.map((row) => row.event_id));
          // Deleting as it goes keeps the first of two equal ids in one batch.
          const envelopes = batch.flatMap(({ id, value }) =>
            left.delete(id) ? [fromBinary(EnvelopeSchema, value)] : [],
          );
          if (envelopes.length > 0) await o.handle(tx, envelopes);
          return envelopes.length;
        },
        { retry: true },
      );
      handled.inc(labels, fresh);
      repeated.inc(labels, batch.length - fresh);
    } catch (error) {
      failed.inc(labels);
      throw error;
    }
    seconds.observe(labels, (clock.monotonic() - started) / 1_000);
  }

  async function sweepHourly(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        const limit = new Date(clock.now() - INBOX_DAYS * 24 * HOUR_MS);
        for (let deleted = SWEEP_BATCH; deleted === SWEEP_BATCH && !stopped.signal.aborted; ) {
          deleted = (await database.query(SWEEP, [limit])).rowCount;
        }
      } catch (error) {
        logger.warn({ err: error, ...labels }, "cannot clear old inbox rows, will retry in an hour");
      }
      await clock.sleep(HOUR_MS, stopped.signal);
    }
  }

  async function measure(current: Subscription): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        waiting.set(labels, await current.lag());
      } catch (error) {
        logger.debug({ err: error, ...labels }, "cannot tell the lag");
      }
      await clock.sleep(LAG_MS, stopped.signal);
    }
  }

  return {
    async start() {
      if (subscription !== undefined) return;
      subscription = await o.log.subscribe({
        topic: o.topic,
        group: o.group,
        handle: handleBatch,
        ...(o.maxBatch === undefined ? {} : { maxBatch: o.maxBatch }),
      });
      background = Promise.all([sweepHourly(), measure(subscription)]);
    },
    async stop() {
      stopped.abort();
      await subscription?.stop();
      await background;
    },
    lag: () => subscription?.lag() ?? Promise.reject(new Error("the consumer is not started")),
  };
}
