// Runner instances as rows.
import type { Queryable } from "@openintents/postgres";

/** Inserts a runner unless its pool is full of living ones; false then. */
export async function insertRunner(
  db: Queryable,
  o: {
    id: string;
    pool: string;
    instance: string;
    softwareVersion: string;
    drivers: string[];
    now: number;
    /** Runners seen since then count. */
    aliveSince: number;
    limit: number;
  },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO runners (id, pool, instance, software_version, drivers, registered_at, last_seen_at)
     SELECT $1, $2, $3, $4, $5::text[], $6, $6
     WHERE (SELECT count(*) FROM runners WHERE pool = $2 AND last_seen_at >= $7) < $8`,
    [o.id, o.pool, o.instance, o.softwareVersion, o.drivers, new Date(o.now), new Date(o.aliveSince), o.limit],
    { name: "runner_insert" },
  );
  return rowCount > 0;
}

/** The pool of a runner, which is noted as seen now; null when there is none of this ID. */
export async function seeRunner(db: Queryable, id: string, now: number): Promise<string | null> {
  const { rows } = await db.query<{ pool: string }>(
    "UPDATE runners SET last_seen_at = greatest(last_seen_at, $2) WHERE id = $1 RETURNING pool",
    [id, new Date(now)],
    { name: "runner_see" },
  );
  return rows[0]?.pool ?? null;
}

/** Runners of a pool (null: of all) that were seen since then. */
export async function livingRunners(
  db: Queryable,
  o: { pool: string | null; since: number },
): Promise<{ id: string; pool: string }[]> {
  const { rows } = await db.query<{ id: string; pool: string }>(
    "SELECT id, pool FROM runners WHERE ($1::text IS NULL OR pool = $1) AND last_seen_at >= $2",
    [o.pool, new Date(o.since)],
    { name: "runners_living" },
  );
  return rows;
}
