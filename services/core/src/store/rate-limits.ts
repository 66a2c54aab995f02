// GCRA in one statement: exact per credential over all replicas, on the database's clock.
import type { Queryable } from "@openintents/postgres";

export type Grant = {
  granted: number;
  /** Seconds from now until the bucket is full again. */
  ahead: number;
};

/** Requests that fit between the theoretical arrival time and the end of the burst. */
const FITS = `greatest(0, least($2::int, floor($4::int + 1e-6
  - extract(epoch FROM greatest(r.tat, now()) - now())::float8 / $3::float8)::int))`;

/**
 * Grants up to `wanted` requests at `interval` seconds each within a burst of `burst`.
 * Several callers of one process are charged by one statement.
 */
export async function chargeRequests(
  db: Queryable,
  o: { credentialId: string; wanted: number; interval: number; burst: number },
): Promise<Grant> {
  const { rows } = await db.query<Grant>(
    `INSERT INTO rate_limits AS r (credential_id, granted, tat)
     VALUES ($1, least($2::int, $4::int), now() + make_interval(secs => least($2::int, $4::int) * $3::float8))
     ON CONFLICT (credential_id) DO UPDATE SET
       granted = ${FITS},
       tat = greatest(r.tat, now()) + make_interval(secs => $3::float8 * ${FITS})
     RETURNING granted, greatest(0, extract(epoch FROM tat - now()))::float8 AS ahead`,
    [o.credentialId, o.wanted, o.interval, o.burst],
    { name: "rate_limit_charge" },
  );
  const row = rows[0];
  if (!row) throw new Error("the rate limit statement returned no row");
  return row;
}
