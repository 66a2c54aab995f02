// What is due for core's clocks, as one statement a second, and the rows to work on.
import type { Queryable } from "@openintents/postgres";
import type { IntentRecord } from "../domain/record.ts";
import { INTENT_COLUMNS, toRecord } from "./intents.ts";

export type DueClaim = { id: string; cause: "offer" | "revoked" | "lease" | "progress" };
export type NewWork = { id: string; accountId: string; test: boolean; hosts: string[] | null; country: string | null };

export type Pulse = {
  claims: DueClaim[];
  intents: string[];
  /** New work that names shops and that no runner has taken; hosts null: nobody has read it yet. */
  fresh: NewWork[];
  /** Work waits for a runner. */
  workDue: boolean;
  /** The next deadline, if one is known. */
  nextAt: number | null;
  /** When core's clocks ran before. */
  beatBefore: number | null;
};

type PulseRow = {
  what: "claim" | "intent" | "fresh" | "work" | "next" | "beat";
  id: string | null;
  cause: DueClaim["cause"] | null;
  at: Date | null;
  account_id: string | null;
  test: boolean | null;
  hosts: string[] | null;
  country: string | null;
};

const PULSE = `
  WITH before AS MATERIALIZED (SELECT beat_at FROM clock_beats WHERE name = 'core'),
  beat AS (
    INSERT INTO clock_beats (name, beat_at) VALUES ('core', $1)
    ON CONFLICT (name) DO UPDATE SET beat_at = greatest(clock_beats.beat_at, excluded.beat_at)),
  open AS MATERIALIZED (
    SELECT c.id, c.confirmed_at IS NULL AS offered, k.revoked_at <= $1 OR k.expires_at <= $1 AS revoked,
      CASE WHEN c.confirmed_at IS NULL THEN c.expires_at
        ELSE c.expires_at + least($2::integer, p.lease_ms) * interval '1 millisecond' END AS lease_at,
      CASE WHEN c.confirmed_at IS NULL THEN NULL ELSE c.progress_at + $3::integer * interval '1 millisecond' END AS progress_at
    FROM claims c JOIN pools p ON p.name = c.pool LEFT JOIN credentials k ON k.id = c.credential_id
    WHERE c.ended_at IS NULL),
  due AS (
    SELECT id, CASE WHEN revoked THEN 'revoked' WHEN offered THEN 'offer' WHEN lease_at <= $1 THEN 'lease'
      ELSE 'progress' END AS cause, least(lease_at, progress_at) AS at
    FROM open WHERE revoked OR least(lease_at, progress_at) <= $1 ORDER BY at LIMIT $4)
  SELECT 'claim' AS what, id, cause, at, NULL AS account_id, NULL::boolean AS test, NULL::text[] AS hosts, NULL AS country
    FROM due
  UNION ALL (SELECT 'intent', id, NULL, due_at, NULL, NULL, NULL, NULL FROM intents
    WHERE due_at <= $1 ORDER BY due_at LIMIT $4)
  UNION ALL (SELECT 'fresh', id, NULL, NULL, account_id, test, hosts, country FROM intents
    WHERE id > $5 AND work_kind = 1 AND claim_id IS NULL AND epoch = 0 AND (hosts IS NULL OR cardinality(hosts) > 0)
    ORDER BY id LIMIT $4)
  UNION ALL SELECT 'work', NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE EXISTS (
    SELECT 1 FROM intents WHERE work_kind IS NOT NULL AND claim_id IS NULL AND wake_at <= $1)
  UNION ALL SELECT 'next', NULL, NULL, least(
    (SELECT min(least(lease_at, progress_at)) FROM open WHERE least(lease_at, progress_at) > $1),
    (SELECT min(due_at) FROM intents WHERE due_at > $1)), NULL, NULL, NULL, NULL
  UNION ALL SELECT 'beat', NULL, NULL, beat_at, NULL, NULL, NULL, NULL FROM before`;

export async function pulse(
  db: Queryable,
  o: { now: number; graceMs: number; progressMs: number; limit: number; newerThan: string },
): Promise<Pulse> {
  const values = [new Date(o.now), o.graceMs, o.progressMs, o.limit, o.newerThan];
  const { rows } = await db.query<PulseRow>(PULSE, values, { name: "clocks_pulse" });
  const found: Pulse = { claims: [], intents: [], fresh: [], workDue: false, nextAt: null, beatBefore: null };
  for (const row of rows) {
    const id = row.id ?? "";
    if (row.what === "claim") found.claims.push({ id, cause: row.cause ?? "lease" });
    else if (row.what === "intent") found.intents.push(id);
    else if (row.what === "work") found.workDue = true;
    else if (row.what === "next") found.nextAt = row.at?.getTime() ?? null;
    else if (row.what === "beat") found.beatBefore = row.at?.getTime() ?? null;
    else {
      const { hosts, country } = row;
      found.fresh.push({ id, accountId: row.account_id ?? "", test: row.test ?? false, hosts, country });
    }
  }
  return found;
}

/** Core was away, so nobody could renew or report: every living claim gets a full lease, and losing it does not count. */
export async function excuseClaims(db: Queryable, now: number): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE claims SET excused = true, progress_at = greatest(progress_at, $1),
       expires_at = greatest(expires_at, $1::timestamptz + p.lease_ms * interval '1 millisecond')
     FROM pools p WHERE p.name = claims.pool AND claims.ended_at IS NULL AND claims.confirmed_at IS NOT NULL`,
    [new Date(now)],
    { name: "claims_excuse" },
  );
  return rowCount;
}

/** Locks the row unless somebody works on it. */
export async function lockIntentIfFree(tx: Queryable, id: string): Promise<IntentRecord | null> {
  const { rows } = await tx.query(`SELECT ${INTENT_COLUMNS} FROM intents WHERE id = $1 FOR UPDATE SKIP LOCKED`, [id], {
    name: "intent_lock_free",
  });
  return rows[0] ? toRecord(rows[0]) : null;
}
