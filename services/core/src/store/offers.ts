// Work that waits for a runner, as rows: looking for it, and lending it.
import type { Queryable } from "@openintents/postgres";
import type { WorkKind } from "@openintents/proto";
import type { IntentRecord } from "../domain/record.ts";
import type { Routing } from "../domain/routing.ts";
import { INTENT_COLUMNS, toRecord } from "./intents.ts";

/** What a group of waiting runners can do. */
export type WorkFilter = {
  test: boolean;
  kinds: WorkKind[];
  /** Empty: all accounts. */
  accounts: string[];
  /** Accounts whose own pools get a head start: their work is left alone until it is `deferMs` old. */
  deferred: string[];
  deferMs: number;
  /** LIKE patterns of hosts; empty: all. */
  hostPatterns: string[];
  testShops: boolean;
  otherShops: boolean;
  drivers: string[];
  /** A driver hint binds for this long. */
  hintMs: number;
  /** Empty: all markets. */
  regions: string[];
  /** Shops that are as busy as they may be. */
  fullHosts: string[];
  limit: number;
  now: number;
};

/** Whether any work of the mode is due: one cheap look before anything is locked. */
export async function isWorkDue(db: Queryable, test: boolean, now: number): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT 1 FROM intents WHERE test = $1 AND work_kind IS NOT NULL AND claim_id IS NULL AND wake_at <= $2 LIMIT 1`,
    [test, new Date(now)],
    { name: "work_due" },
  );
  return rows.length > 0;
}

/** Offers of one mode are made one after the other, so that limits hold over all replicas. */
export async function takeOfferTurn(tx: Queryable, test: boolean): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtext('core:offers'), $1)", [test ? 1 : 0], { name: "offer_turn" });
}

export type Census = {
  /** Open claims of the pool. */
  pool: number;
  runners: Map<string, number>;
  hosts: Map<string, { claims: number; started: number }>;
  /** Asks, as "runner request", that were answered already. */
  answered: Set<string>;
};

/** Counts the open claims of a mode; starts are those since `startedSince`. */
export async function takeCensus(
  tx: Queryable,
  o: { test: boolean; pool: string; runnerIds: string[]; requestIds: string[]; startedSince: number },
): Promise<Census> {
  const { rows } = await tx.query<{ what: string; key: string; open: number; started: number }>(
    `WITH living AS MATERIALIZED (
       SELECT c.pool, c.runner_id, c.request_id, c.host, c.offered_at FROM claims c JOIN pools p ON p.name = c.pool
       WHERE c.ended_at IS NULL AND p.test = $1)
     SELECT 'pool' AS what, pool AS key, count(*)::int AS open, 0 AS started FROM living WHERE pool = $2 GROUP BY pool
     UNION ALL SELECT 'runner', runner_id, count(*)::int, 0 FROM living WHERE runner_id = ANY($3) GROUP BY runner_id
     UNION ALL SELECT 'host', host, count(*)::int, (count(*) FILTER (WHERE offered_at > $5))::int
       FROM living WHERE host IS NOT NULL GROUP BY host
     UNION ALL SELECT DISTINCT 'ask', runner_id || ' ' || request_id, 0, 0 FROM living
       WHERE runner_id = ANY($3) AND request_id = ANY($4)`,
    [o.test, o.pool, o.runnerIds, o.requestIds, new Date(o.startedSince)],
    { name: "claims_census" },
  );
  const census: Census = { pool: 0, runners: new Map(), hosts: new Map(), answered: new Set() };
  for (const row of rows) {
    if (row.what === "pool") census.pool = row.open;
    else if (row.what === "runner") census.runners.set(row.key, row.open);
    else if (row.what === "host") census.hosts.set(row.key, { claims: row.open, started: row.started });
    else census.answered.add(row.key);
  }
  return census;
}

const OFFERED_COLUMNS = INTENT_COLUMNS.split(",")
  .map((column) => `i.${column.trim()}`)
  .join(", ");

/**
 * Locks up to `limit` pieces of due work: what goes on before what is new, in turns over the
 * accounts, the longest waiting first. The accounts are found by skipping through the index.
 */
const LOCK_WORK = `
  WITH RECURSIVE account (id) AS (
    (SELECT account_id FROM intents WHERE test = $1 AND work_kind IS NOT NULL AND claim_id IS NULL
     ORDER BY account_id LIMIT 1)
    UNION ALL
    SELECT (SELECT account_id FROM intents
            WHERE test = $1 AND work_kind IS NOT NULL AND claim_id IS NULL AND account_id > account.id
            ORDER BY account_id LIMIT 1)
    FROM account WHERE account.id IS NOT NULL),
  due AS MATERIALIZED (
    SELECT w.id, w.fresh, w.wake_at, row_number() OVER (PARTITION BY account.id, w.fresh ORDER BY w.wake_at) AS turn
    FROM account CROSS JOIN LATERAL (
      SELECT id, (work_kind = 1 AND resume IS NULL) AS fresh, wake_at FROM intents
      WHERE test = $1 AND account_id = account.id AND work_kind IS NOT NULL AND claim_id IS NULL AND wake_at <= $2
        AND work_kind = ANY($3)
        AND (account_id <> ALL($5) OR wake_at <= $6)
        AND CASE
          WHEN hosts IS NULL THEN true
          WHEN cardinality(hosts) = 0 THEN CASE WHEN $1 THEN $8::boolean ELSE $9::boolean END
          ELSE EXISTS (
            SELECT 1 FROM unnest(hosts) AS named (host)
            CROSS JOIN LATERAL regexp_replace(lower(named.host), ':[0-9]+$', '') AS bare
            WHERE (cardinality($7::text[]) = 0 OR bare LIKE ANY($7) OR lower(named.host) LIKE ANY($7))
              AND CASE WHEN bare LIKE '%.shop.test' THEN $8::boolean ELSE $9::boolean END)
        END
        AND (driver_hint IS NULL OR driver_hint = ANY($10) OR wake_at <= $11)
        AND (country IS NULL OR cardinality($12::text[]) = 0 OR country = ANY($12))
        AND (hosts IS NULL OR cardinality(hosts) = 0
          OR regexp_replace(lower(hosts[1]), ':[0-9]+$', '') <> ALL($13))
      ORDER BY (work_kind = 1 AND resume IS NULL), wake_at LIMIT $14) w
    WHERE account.id IS NOT NULL AND (cardinality($4::text[]) = 0 OR account.id = ANY($4))),
  -- A few more than wanted, since some may be locked by a caller's change.
  next AS MATERIALIZED (SELECT * FROM due ORDER BY fresh, turn, wake_at LIMIT $14 + 20)
  SELECT ${OFFERED_COLUMNS}, i.hosts AS routed FROM next JOIN intents i ON i.id = next.id
  WHERE i.claim_id IS NULL AND i.work_kind IS NOT NULL
  ORDER BY next.fresh, next.turn, next.wake_at LIMIT $14 FOR UPDATE OF i SKIP LOCKED`;

export type WaitingWork = {
  record: IntentRecord;
  /** Its routing is in the row, so the search has judged it. */
  routed: boolean;
};

export async function lockWork(tx: Queryable, filter: WorkFilter): Promise<WaitingWork[]> {
  const { rows } = await tx.query(
    LOCK_WORK,
    [
      filter.test,
      new Date(filter.now),
      filter.kinds,
      filter.accounts,
      filter.deferred,
      new Date(filter.now - filter.deferMs),
      filter.hostPatterns,
      filter.testShops,
      filter.otherShops,
      filter.drivers,
      new Date(filter.now - filter.hintMs),
      filter.regions,
      filter.fullHosts,
      filter.limit,
    ],
    { name: "work_lock" },
  );
  return rows.map((row) => ({ record: toRecord(row), routed: row.routed !== null }));
}

/** Notes what work needs of a pool, so that the next search need not read it. */
export async function saveRouting(tx: Queryable, intentId: string, routing: Routing): Promise<void> {
  await tx.query(
    "UPDATE intents SET hosts = $2, country = $3 WHERE id = $1",
    [intentId, routing.hosts, routing.country],
    { name: "routing_save" },
  );
}

export type Offer = {
  claimId: string;
  intentId: string;
  kind: WorkKind;
  epoch: number;
  runnerId: string;
  pool: string;
  credentialId: string;
  requestId: string;
  tokenHash: Buffer;
  host: string | null;
  routing: Routing;
};

/** Lends the locked work: claims and rows in one statement. */
export async function insertOffers(
  tx: Queryable,
  offers: Offer[],
  o: { now: number; expiresAt: number },
): Promise<void> {
  const column = <K extends keyof Offer>(key: K): Offer[K][] => offers.map((offer) => offer[key]);
  await tx.query(
    `WITH offer AS (
       SELECT * FROM unnest($1::text[], $2::text[], $3::smallint[], $4::bigint[], $5::text[], $6::text[], $7::text[],
         $8::text[], $9::bytea[], $10::text[], $11::text[], $12::text[])
         AS offer (id, intent_id, kind, epoch, runner_id, pool, credential_id, request_id, token_hash, host, hosts,
           country)),
     lent AS (
       INSERT INTO claims (id, intent_id, kind, epoch, runner_id, pool, credential_id, request_id, token_hash, host,
         offered_at, expires_at, progress_at)
       SELECT id, intent_id, kind, epoch, runner_id, pool, credential_id, request_id, token_hash, host, $13, $14, $13
       FROM offer)
     UPDATE intents SET claim_id = offer.id, epoch = offer.epoch, country = offer.country,
       hosts = coalesce(intents.hosts, ARRAY(SELECT jsonb_array_elements_text(offer.hosts::jsonb)))
     FROM offer WHERE intents.id = offer.intent_id`,
    [
      column("claimId"),
      column("intentId"),
      column("kind"),
      column("epoch"),
      column("runnerId"),
      column("pool"),
      column("credentialId"),
      column("requestId"),
      column("tokenHash"),
      column("host"),
      // A list of lists must be even in SQL, so each travels as text.
      offers.map((offer) => JSON.stringify(offer.routing.hosts)),
      offers.map((offer) => offer.routing.country),
      new Date(o.now),
      new Date(o.expiresAt),
    ],
    { name: "offers_insert" },
  );
}
