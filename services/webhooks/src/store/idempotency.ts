import type { Queryable } from "@openintents/postgres";
import type { Tenant } from "./endpoints.ts";

export type KeyOwner = Tenant & { operation: string; key: string };

export type KeptKey = { bodyHash: Buffer; object: string };

/** Holds the key until the transaction ends; false when another call is using it right now. */
export async function tryLockKey(tx: Queryable, owner: KeyOwner): Promise<boolean> {
  const { rows } = await tx.query<{ locked: boolean }>(
    "select pg_try_advisory_xact_lock(hashtextextended($1, 1)) as locked",
    [JSON.stringify([owner.account, owner.test, owner.operation, owner.key])],
  );
  return rows[0]?.locked === true;
}

/** What the key was used for since `since`. */
export async function findKey(db: Queryable, owner: KeyOwner, since: Date): Promise<KeptKey | null> {
  const { rows } = await db.query<KeptKey>(
    `select body_hash as "bodyHash", object from idempotency_keys
     where account = $1 and test = $2 and operation = $3 and key = $4 and created_at > $5`,
    [owner.account, owner.test, owner.operation, owner.key, since],
  );
  return rows[0] ?? null;
}

/** Keeps the key with its effect; one that has run out is taken over. */
export async function keepKey(tx: Queryable, owner: KeyOwner, kept: KeptKey, now: Date): Promise<void> {
  await tx.query(
    `insert into idempotency_keys (account, test, operation, key, body_hash, object, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account, test, operation, key)
     do update set body_hash = excluded.body_hash, object = excluded.object, created_at = excluded.created_at`,
    [owner.account, owner.test, owner.operation, owner.key, kept.bodyHash, kept.object, now],
  );
}
