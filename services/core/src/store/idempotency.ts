// Idempotency keys, beside the effect that they guard.
import type { Queryable } from "@openintents/postgres";

export type KeyScope = { accountId: string; test: boolean; operation: string; key: string };
export type KeyRow = { bodyHash: Buffer; objectId: string };

export async function findKey(db: Queryable, scope: KeyScope): Promise<KeyRow | null> {
  const { rows } = await db.query<{ body_hash: Buffer; object_id: string }>(
    `SELECT body_hash, object_id FROM idempotency_keys
     WHERE account_id = $1 AND test = $2 AND operation = $3 AND key = $4`,
    [scope.accountId, scope.test, scope.operation, scope.key],
    { name: "idempotency_find" },
  );
  const row = rows[0];
  return row ? { bodyHash: row.body_hash, objectId: row.object_id } : null;
}

/** Takes the key inside the effect's transaction; false when it is taken. Waits for an unfinished first call. */
export async function takeKey(tx: Queryable, scope: KeyScope, row: KeyRow, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO idempotency_keys (account_id, test, operation, key, body_hash, object_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    [scope.accountId, scope.test, scope.operation, scope.key, row.bodyHash, row.objectId, now],
    { name: "idempotency_take" },
  );
  return rowCount > 0;
}
