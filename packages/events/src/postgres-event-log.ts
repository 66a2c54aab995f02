import { fileURLToPath } from "node:url";
import { type Clock, type Logger, systemClock } from "@openintents/process";
import { type EventLog, RETENTION_DAYS, type Subscription, TOPICS, type Topic } from "./event-log.ts";
import { LOG_CHANNEL, subscribeToPostgres } from "./postgres-subscription.ts";
import type { SqlDatabase } from "./sql-database.ts";

/** Directory of the migrations of the schema `event_log`. */
export const eventLogMigrations = fileURLToPath(new URL("../migrations", import.meta.url));

export interface PostgresEventLog extends EventLog {
  /** Deletes what is past its retention and returns how many messages; runs hourly by itself once started. */
  sweep(): Promise<number>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SWEEP_BATCH = 5_000;

// One statement for all topics. Their rows are locked in one order, so that two publishers
// never wait for each other, and stay locked until it commits.
const APPEND = `with given as materialized (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::bytea[]) with ordinality
      as fact (topic, key, event_id, value, place)
  ), numbered as (
    insert into topics as t (topic, position)
    select topic, count(*) from given group by topic order by topic
    on conflict (topic) do update set position = t.position + excluded.position
    returning topic, position
  ), appended as (
    insert into messages (topic, position, key, event_id, value, appended_at)
    select topic, position - count(*) over (partition by topic) + row_number() over (partition by topic order by place),
      key, event_id, value, $5
    from given join numbered using (topic)
  )
  select pg_notify('${LOG_CHANNEL}', topic) from numbered`;

// Positions follow the time of appending, so what is too old lies at the front.
const SWEEP = `with front as (
    select position, appended_at from messages where topic = $1 order by position limit ${SWEEP_BATCH}
  )
  delete from messages where topic = $1 and position in (select position from front where appended_at < $2)`;

/** The event log in PostgreSQL, for installations without a broker. `database` works on the migrated schema `event_log`. */
export function createPostgresEventLog(o: {
  database: SqlDatabase;
  logger: Logger;
  clock?: Clock;
  retentionDays?: Readonly<Record<Topic, number>>;
}): PostgresEventLog {
  const { database, logger } = o;
  const clock = o.clock ?? systemClock;
  const retentionDays = o.retentionDays ?? RETENTION_DAYS;
  const subscriptions = new Set<Subscription>();
  const closed = new AbortController();
  let sweeping: Promise<void> | undefined;

  async function sweep(): Promise<number> {
    let total = 0;
    for (const topic of TOPICS) {
      const limit = new Date(clock.now() - retentionDays[topic] * DAY_MS);
      for (let deleted = SWEEP_BATCH; deleted === SWEEP_BATCH && !closed.signal.aborted; ) {
        deleted = (await database.query(SWEEP, [topic, limit])).rowCount;
        total += deleted;
      }
    }
    return total;
  }

  async function sweepHourly(): Promise<void> {
    while (!closed.signal.aborted) {
      try {
        const deleted = await sweep();
        if (deleted > 0) logger.info({ deleted }, "old messages deleted from the event log");
      } catch (error) {
        logger.warn({ err: error }, "cannot delete old messages from the event log, will retry in an hour");
      }
      await clock.sleep(HOUR_MS, closed.signal);
    }
  }

  return {
    async start() {
      sweeping ??= sweepHourly();
    },
    async publish(messages) {
      if (closed.signal.aborted) throw new Error("the event log is closed");
      if (messages.length === 0) return;
      await database.query(
        APPEND,
        [
          messages.map((message) => message.topic),
          messages.map((message) => message.key),
          messages.map((message) => message.id),
          messages.map((message) => message.value),
          new Date(clock.now()),
        ],
        { name: "event_log_append" },
      );
    },
    async subscribe(options) {
      if (closed.signal.aborted) throw new Error("the event log is closed");
      const subscription = subscribeToPostgres({ ...options, database, clock, logger });
      subscriptions.add(subscription);
      return subscription;
    },
    sweep,
    async close() {
      closed.abort();
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      await sweeping;
    },
  };
}
