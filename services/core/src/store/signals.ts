// Signals as rows. Those of one runner commit in the order of their IDs, so that a runner may
// go on from the last one that it saw.
import type { Queryable } from "@openintents/postgres";
import type { SignalKind } from "@openintents/proto";

export type SignalRow = {
  id: number;
  runnerId: string;
  kind: SignalKind;
  claimId: string | null;
  epoch: number | null;
  revision: number | null;
};

/** Last statement but one of its transaction: it holds the runner's signal lock until the commit. */
export async function insertSignal(
  tx: Queryable,
  o: {
    runnerId: string;
    kind: SignalKind;
    claimId: string | null;
    epoch: number | null;
    revision: number | null;
    now: number;
  },
): Promise<void> {
  await tx.query(
    `WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtext('core:signals'), hashtext($1)))
     INSERT INTO signals (runner_id, kind, claim_id, epoch, revision, created_at)
     SELECT $1, $2, $3, $4, $5, $6 FROM turn`,
    [o.runnerId, o.kind, o.claimId, o.epoch, o.revision, new Date(o.now)],
    { name: "signal_insert" },
  );
}

/** Up to 100 signals of each runner after the one that it saw last. */
export async function findSignals(db: Queryable, cursors: { runnerId: string; after: number }[]): Promise<SignalRow[]> {
  const { rows } = await db.query(
    `SELECT s.id, s.runner_id, s.kind, s.claim_id, s.epoch, s.revision
     FROM unnest($1::text[], $2::bigint[]) AS seen (runner_id, after)
     CROSS JOIN LATERAL (
       SELECT * FROM signals WHERE runner_id = seen.runner_id AND id > seen.after ORDER BY id LIMIT 100) s
     ORDER BY s.id`,
    [cursors.map((cursor) => cursor.runnerId), cursors.map((cursor) => cursor.after)],
    { name: "signals_find" },
  );
  return rows.map((row) => ({
    id: row.id as number,
    runnerId: row.runner_id as string,
    kind: row.kind as SignalKind,
    claimId: row.claim_id as string | null,
    epoch: row.epoch as number | null,
    revision: row.revision as number | null,
  }));
}
