import type { Queryable } from "@openintents/postgres";

// Each statement deletes up to `limit` rows and answers how many, so that a caller can go
// on while it gets full batches.

/** Deliveries that are over, with their attempts. */
export async function deleteDeliveries(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `with old as (
       delete from deliveries where id in (
         select id from deliveries where created_at < $1 and status <> 1 limit $2)
       returning id
     ), attempts as (
       delete from delivery_attempts using old where delivery = old.id
     )
     select count(*) as count from old`,
    [before, limit],
    { name: "webhooks_delete_deliveries" },
  );
  return rows[0]?.count ?? 0;
}

/** Events, but for those that a pending delivery still sends. */
export async function deleteEvents(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from events where id in (
       select id from events e where created_at < $1
         and not exists (select from deliveries d where d.event = e.id and d.status = 1) limit $2)`,
    [before, limit],
    { name: "webhooks_delete_events" },
  );
  return rowCount;
}

export async function deleteKeys(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from idempotency_keys where ctid = any(array(
       select ctid from idempotency_keys where created_at < $1 limit $2))`,
    [before, limit],
    { name: "webhooks_delete_keys" },
  );
  return rowCount;
}

/** Lanes of intents' own URLs to which nothing was sent for so long that no delivery is left. */
export async function deleteLanes(db: Queryable, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from lanes where lane in (
       select lane from lanes l where wake_at is null and owner is null and lane like 'url\\_%'
         and not exists (select from deliveries d where d.lane = l.lane) limit $1 for update skip locked)`,
    [limit],
    { name: "webhooks_delete_lanes" },
  );
  return rowCount;
}
