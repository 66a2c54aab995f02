import type { Queryable } from "@openintents/postgres";

/** Values of the column `status`. */
export const DeliveryState = { pending: 1, delivered: 2, failed: 3, canceled: 4 } as const;

export type NewDelivery = {
  id: string;
  account: string;
  test: boolean;
  event: string;
  lane: string;
  endpoint: string | null;
  url: string | null;
  objectId: string;
  sequence: number;
};

/** Adds pending deliveries, due at once, and wakes their lanes. */
export async function insertDeliveries(tx: Queryable, rows: readonly NewDelivery[], now: Date): Promise<void> {
  await tx.query(
    `with added as (
       insert into deliveries (id, account, test, event, lane, endpoint, url, object_id, sequence, status, attempts,
         next_attempt_at, created_at)
       select row.*, 1, 0, $10::timestamptz, $10::timestamptz
       from unnest($1::text[], $2::text[], $3::bool[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
         $9::int[]) as row
       on conflict (event, lane) do nothing returning lane, account
     )
     insert into lanes (lane, account, wake_at)
     select distinct lane, account, $10::timestamptz from added order by lane
     on conflict (lane) do update set wake_at = least(lanes.wake_at, excluded.wake_at)`,
    [
      rows.map((row) => row.id),
      rows.map((row) => row.account),
      rows.map((row) => row.test),
      rows.map((row) => row.event),
      rows.map((row) => row.lane),
      rows.map((row) => row.endpoint),
      rows.map((row) => row.url),
      rows.map((row) => row.objectId),
      rows.map((row) => row.sequence),
      now.toISOString(),
    ],
    { name: "webhooks_insert_deliveries" },
  );
}

/** A delivery that is due, with all that its attempt needs. Secrets are sealed. */
export type DueDelivery = {
  id: string;
  lane: string;
  account: string;
  event: string;
  attempts: number;
  dueAt: Date;
  endpoint: string | null;
  body: string;
  url: string;
  endpointSecret: Buffer | null;
  accountSecret: Buffer | null;
};

/** How many due first attempts and repeated ones a lane would take. */
export type LaneDemand = { lane: string; first: number; again: number };

/**
 * What is due in these lanes, the longest due first, but for deliveries in `inFlight`. A
 * first attempt is not due while an earlier event of its object still waits for its own.
 */
export async function readDue(
  db: Queryable,
  demands: readonly LaneDemand[],
  inFlight: readonly string[],
  now: Date,
): Promise<DueDelivery[]> {
  const { rows } = await db.query<DueDelivery>(
    `select due.id, due.lane, due.account, due.event, due.attempts, due.next_attempt_at as "dueAt", due.endpoint,
       e.body, coalesce(due.url, p.url) as url, p.secret as "endpointSecret", s.secret as "accountSecret"
     from unnest($1::text[], $2::int[], $3::int[]) as want (lane, first, again)
     cross join lateral (
       (select d.* from deliveries d
        where d.lane = want.lane and d.status = 1 and d.attempts = 0 and d.next_attempt_at <= $5
          and d.id <> all($4::text[])
          and d.sequence = (
            select min(sequence) from deliveries earlier
            where earlier.lane = d.lane and earlier.object_id = d.object_id and earlier.status = 1
              and earlier.attempts = 0)
        order by d.next_attempt_at, d.id limit want.first)
       union all
       (select d.* from deliveries d
        where d.lane = want.lane and d.status = 1 and d.attempts > 0 and d.next_attempt_at <= $5
          and d.id <> all($4::text[])
        order by d.next_attempt_at, d.id limit want.again)
     ) due
     join events e on e.id = due.event
     left join endpoints p on p.id = due.endpoint
     left join account_secrets s on s.account = due.account and due.endpoint is null
     order by due.next_attempt_at, due.id`,
    [
      demands.map((demand) => demand.lane),
      demands.map((demand) => demand.first),
      demands.map((demand) => demand.again),
      inFlight,
      now,
    ],
    { name: "webhooks_read_due" },
  );
  return rows;
}

export type AttemptResult = {
  delivery: string;
  /** Number of the attempt, from 1. */
  attempt: number;
  at: Date;
  statusCode: number | null;
  durationMs: number;
  error: string | null;
  responseExcerpt: string | null;
  /** What the delivery is now, and when it is due again while pending. */
  state: number;
  nextAttemptAt: Date | null;
};

/** Records attempts, and moves on those deliveries that are still where the attempt found them. */
export async function recordAttempts(db: Queryable, results: readonly AttemptResult[], now: Date): Promise<void> {
  await db.query(
    `with result as (
       select * from unnest($1::text[], $2::int[], $3::timestamptz[], $4::int[], $5::int[], $6::text[], $7::text[],
         $8::int[], $9::timestamptz[])
         as row (delivery, attempt, at, status_code, duration_ms, error, response_excerpt, state, next_attempt_at)
     ), recorded as (
       insert into delivery_attempts (delivery, attempt, at, status_code, duration_ms, error, response_excerpt)
       select delivery, attempt, at, status_code, duration_ms, error, response_excerpt from result
       on conflict (delivery, attempt) do nothing
     )
     update deliveries d
     set status = result.state, attempts = result.attempt, next_attempt_at = result.next_attempt_at,
       finished_at = case when result.state = 1 then null else $10::timestamptz end
     from result
     where d.id = result.delivery and d.status = 1 and d.attempts = result.attempt - 1`,
    [
      results.map((result) => result.delivery),
      results.map((result) => result.attempt),
      results.map((result) => result.at.toISOString()),
      results.map((result) => result.statusCode),
      results.map((result) => result.durationMs),
      results.map((result) => result.error),
      results.map((result) => result.responseExcerpt),
      results.map((result) => result.state),
      results.map((result) => result.nextAttemptAt?.toISOString() ?? null),
      now.toISOString(),
    ],
    { name: "webhooks_record_attempts" },
  );
}

/** Cancels what is pending for an endpoint; answers how many. */
export async function cancelPending(tx: Queryable, lane: string, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `update deliveries set status = 4, next_attempt_at = null, finished_at = $2 where lane = $1 and status = 1`,
    [lane, now],
  );
  return rowCount;
}

export async function countPending(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>("select count(*) as count from deliveries where status = 1");
  return rows[0]?.count ?? 0;
}
