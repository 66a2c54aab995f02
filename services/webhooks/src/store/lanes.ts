import type { Queryable } from "@openintents/postgres";

export type Lane = { lane: string; account: string; slow: boolean };

/**
 * Takes up to `limit` lanes in which something is due and that no living sender owns, those
 * that wait longest first, for `owner` until `leaseUntil`.
 */
export async function claimLanes(
  db: Queryable,
  o: { owner: string; slow: boolean; exceptAccounts: readonly string[]; limit: number; now: Date; leaseUntil: Date },
): Promise<Lane[]> {
  const { rows } = await db.query<Lane>(
    `update lanes set owner = $1, lease_until = $6
     where lane in (
       select lane from lanes
       where slow = $2 and wake_at <= $5 and (lease_until is null or lease_until <= $5) and account <> all($3::text[])
       order by wake_at limit $4 for update skip locked)
     returning lane, account, slow`,
    [o.owner, o.slow, o.exceptAccounts, o.limit, o.now, o.leaseUntil],
    { name: "webhooks_claim_lanes" },
  );
  return rows;
}

/** Extends the leases of `owner`; answers the lanes it still owns. */
export async function renewLanes(db: Queryable, owner: string, leaseUntil: Date): Promise<Set<string>> {
  const { rows } = await db.query<{ lane: string }>(
    // Locked in the order in which a fan-out locks them, so that the two never wait for each other.
    `update lanes set lease_until = $2
     where lane in (select lane from lanes where owner = $1 order by lane for update) returning lane`,
    [owner, leaseUntil],
    { name: "webhooks_renew_lanes" },
  );
  return new Set(rows.map(({ lane }) => lane));
}

/**
 * Gives lanes back, to be woken when their next delivery is due; answers whether something
 * is due in one of them already. The rows are locked before the deliveries are looked at,
 * so that one added in between is not overlooked.
 */
export async function releaseLanes(
  tx: Queryable,
  owner: string,
  lanes: readonly string[],
  now: Date,
): Promise<boolean> {
  await tx.query("select from lanes where lane = any($1) and owner = $2 order by lane for update", [lanes, owner], {
    name: "webhooks_lock_lanes",
  });
  const { rows } = await tx.query<{ due: boolean | null }>(
    // What is overdue goes to the end of the queue, so that lanes take turns.
    `update lanes set owner = null, lease_until = null, wake_at = (
       select case when next.at < $3 then $3 else next.at end from (select least(
         (select min(next_attempt_at) from deliveries d where d.lane = lanes.lane and status = 1 and attempts = 0),
         (select min(next_attempt_at) from deliveries d where d.lane = lanes.lane and status = 1 and attempts > 0)
       ) as at) next)
     where lane = any($1) and owner = $2 returning wake_at <= $3 as due`,
    [lanes, owner, now],
    { name: "webhooks_release_lanes" },
  );
  return rows.some(({ due }) => due === true);
}

/** Marks lanes by how their last attempt went. */
export async function markLanes(db: Queryable, lanes: readonly string[], slow: boolean): Promise<void> {
  await db.query(
    `update lanes set slow = $2
     where lane in (select lane from lanes where lane = any($1) order by lane for update)`,
    [lanes, slow],
    { name: "webhooks_mark_lanes" },
  );
}

/**
 * When to look again, or null: when the next lane falls due that nothing holds back now, or
 * when the lease of another owner ends, who may have died.
 */
export async function nextWake(db: Queryable, owner: string, now: Date): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    `select least(
       (select min(wake_at) from lanes where not slow and wake_at > $2),
       (select min(wake_at) from lanes where slow and wake_at > $2),
       (select min(lease_until) from lanes where owner is not null and owner <> $1 and lease_until > $2)) as at`,
    [owner, now],
    { name: "webhooks_next_wake" },
  );
  return rows[0]?.at ?? null;
}

/** Forgets a lane with its endpoint. */
export async function deleteLane(tx: Queryable, lane: string): Promise<void> {
  await tx.query("delete from lanes where lane = $1", [lane]);
}
