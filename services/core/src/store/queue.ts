// The state of the queues for people: how much waits, what is overdue; and what is swept.
import type { Queryable } from "@openintents/postgres";
import type { WorkKind } from "@openintents/proto";

export type QueueState = {
  queues: { test: boolean; waiting: number; oldestAt: number }[];
  claims: { pool: string; open: number }[];
  attemptsOverdue: number;
  attemptsUnknown: number;
};

/** `overdueSince`: attempts begun before then and still committing are overdue. */
export async function readQueues(db: Queryable, o: { now: number; overdueSince: number }): Promise<QueueState> {
  const { rows } = await db.query<{ what: string; key: string | null; amount: number; at: Date | null }>(
    `SELECT 'queue' AS what, test::text AS key, count(*)::int AS amount, min(wake_at) AS at FROM intents
       WHERE work_kind IS NOT NULL AND claim_id IS NULL AND wake_at <= $1 GROUP BY test
     UNION ALL SELECT 'claims', p.name, count(c.id)::int, NULL
       FROM pools p LEFT JOIN claims c ON c.pool = p.name AND c.ended_at IS NULL GROUP BY p.name
     UNION ALL SELECT 'overdue', NULL, count(*)::int, NULL FROM attempts WHERE state = 2 AND begun_at < $2
     UNION ALL SELECT 'unknown', NULL, count(*)::int, NULL FROM attempts WHERE state = 6`,
    [new Date(o.now), new Date(o.overdueSince)],
    { name: "queues_read" },
  );
  const state: QueueState = { queues: [], claims: [], attemptsOverdue: 0, attemptsUnknown: 0 };
  for (const row of rows) {
    if (row.what === "queue") {
      state.queues.push({ test: row.key === "true", waiting: row.amount, oldestAt: row.at?.getTime() ?? o.now });
    } else if (row.what === "claims") state.claims.push({ pool: row.key ?? "", open: row.amount });
    else if (row.what === "overdue") state.attemptsOverdue = row.amount;
    else state.attemptsUnknown = row.amount;
  }
  return state;
}

export type OldWork = {
  id: string;
  accountId: string;
  test: boolean;
  kind: WorkKind;
  hosts: string[] | null;
  country: string | null;
};

/** Work that has waited since before `since`, the oldest of each mode first. */
export async function findOldWork(db: Queryable, since: number, limit: number): Promise<OldWork[]> {
  const { rows } = await db.query(
    `SELECT id, account_id, test, work_kind, hosts, country FROM intents
     WHERE work_kind IS NOT NULL AND claim_id IS NULL AND wake_at <= $1 ORDER BY wake_at LIMIT $2`,
    [new Date(since), limit],
    { name: "work_old" },
  );
  return rows.map((row) => ({
    id: row.id as string,
    accountId: row.account_id as string,
    test: row.test as boolean,
    kind: row.work_kind as WorkKind,
    hosts: row.hosts as string[] | null,
    country: row.country as string | null,
  }));
}

/** Deletes what nobody asks for any more; answers how many rows went. */
export async function sweep(
  db: Queryable,
  o: { claimsBefore: number; signalsBefore: number; runnersBefore: number; limit: number },
): Promise<number> {
  const { rowCount: claims } = await db.query(
    `DELETE FROM claims WHERE id IN (SELECT id FROM claims WHERE ended_at < $1 ORDER BY ended_at LIMIT $2)`,
    [new Date(o.claimsBefore), o.limit],
    { name: "claims_sweep" },
  );
  const { rowCount: signals } = await db.query(
    `DELETE FROM signals WHERE id IN (SELECT id FROM signals WHERE created_at < $1 ORDER BY id LIMIT $2)`,
    [new Date(o.signalsBefore), o.limit],
    { name: "signals_sweep" },
  );
  const { rowCount: runners } = await db.query(
    `DELETE FROM runners r WHERE r.id IN (SELECT id FROM runners WHERE last_seen_at < $1 LIMIT $2)
       AND NOT EXISTS (SELECT 1 FROM claims c WHERE c.runner_id = r.id AND c.ended_at IS NULL)`,
    [new Date(o.runnersBefore), o.limit],
    { name: "runners_sweep" },
  );
  return claims + signals + runners;
}
