import { fileURLToPath } from "node:url";
import { type Clock, type Logger, systemClock } from "@openintents/process";
import { type EventLog, type LogMessage, RETENTION_DAYS, type Subscription, TOPICS, type Topic } from "./event-log.ts";
import { LOG_CHANNEL, subscribeToPostgres } from "./postgres-subscription.ts";
import type { SqlDatabase, SqlQueryable } from "./sql-database.ts";

/** Directory of the migrations of the schema `event_log`. */
export const eventLogMigrations = fileURLToPath(new URL("../migrations", import.meta.url));

export interface PostgresEventLog extends EventLog {
  /** Deletes what is past its retention and returns how many messages; runs hourly by itself once started. */
  sweep(): Promise<number>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SWEEP_BATCH = 5_000;

const APPEND = `with numbered as (
    insert into topics as t (topic, position) values ($1, $6)
    on conflict (topic) do update set position = t.position + excluded.position
    returning position
  ), appended as (
    insert into messages (topic, position, key, event_id, value, appended_at)
    select $1, numbered.position - $6 + fact.place, fact.key, fact.event_id, fact.value, $5
    from numbered, unnest($2::text[], $3::text[], $4::bytea[]) with ordinality as fact (key, event_id, value, place)
    returning 1
  )
  select pg_notify('${LOG_CHANNEL}', $1), (select count(*) from appended) as appended`;

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

  async function append(tx: SqlQueryable, topic: Topic, messages: LogMessage[]): Promise<void> {
    await tx.query(
      APPEND,
      [
        topic,
        messages.map((message) => message.key),
        messages.map((message) => message.id),
        messages.map(({ value }) => Buffer.from(value.buffer, value.byteOffset, value.byteLength)),
        new Date(clock.now()),
        messages.length,
      ],
      { name: "event_log_append" },
    );
  }

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
      const byTopic = Map.groupBy(messages, (message) => message.topic);
      // Always in the same order, so that two publishers never wait for each other.
      const topics = TOPICS.filter((topic) => byTopic.has(topic));
      const [first] = topics;
      if (first === undefined) return;
      if (topics.length === 1) {
        await append(database, first, messages);
        return;
      }
      await database.transaction(async (tx) => {
        for (const topic of topics) await append(tx, topic, byTopic.get(topic) ?? []);
      });
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
