// Accounts and credentials as rows.
import type { Queryable } from "@openintents/postgres";

/** A credential with what its account says about it. Times are epoch ms. */
export type CredentialRow = {
  id: string;
  kind: "api_key" | "runner_key" | "connector" | "session";
  accountId: string | null;
  test: boolean;
  scopes: string[];
  allowedIps: string[];
  pool: string | null;
  expiresAt: number | null;
  accountStatus: number | null;
  defaultCurrency: string;
  country: string;
  requestsPerMinute: number | null;
  requestBurst: number | null;
};

/** Finds a credential that is not revoked by the hash of its token. */
export async function findCredential(db: Queryable, tokenHash: Buffer): Promise<CredentialRow | null> {
  const { rows } = await db.query(
    `SELECT c.id, c.kind, c.account_id, c.test, c.scopes, c.allowed_ips::text[] AS allowed_ips, c.pool, c.expires_at,
       a.status, a.default_currency, a.country, a.requests_per_minute, a.request_burst
     FROM credentials c LEFT JOIN accounts a ON a.id = c.account_id
     WHERE c.token_hash = $1 AND c.revoked_at IS NULL`,
    [tokenHash],
    { name: "credential_find" },
  );
  const row = rows[0];
  if (!row) return null;
  return {
    id: row.id as string,
    kind: row.kind as CredentialRow["kind"],
    accountId: row.account_id as string | null,
    test: row.test as boolean,
    scopes: row.scopes as string[],
    allowedIps: row.allowed_ips as string[],
    pool: row.pool as string | null,
    expiresAt: (row.expires_at as Date | null)?.getTime() ?? null,
    accountStatus: row.status as number | null,
    defaultCurrency: (row.default_currency as string | null) ?? "usd",
    country: (row.country as string | null) ?? "US",
    requestsPerMinute: row.requests_per_minute as number | null,
    requestBurst: row.request_burst as number | null,
  };
}

/** Remembers roughly when a credential was used; at most once a minute each. */
export async function touchCredential(db: Queryable, id: string): Promise<void> {
  await db.query(
    `UPDATE credentials SET last_used_at = now()
     WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
    [id],
    { name: "credential_touch" },
  );
}

export async function insertAccount(
  db: Queryable,
  o: { id: string; name: string; apiVersion: string; requestsPerMinute?: number; requestBurst?: number; now: Date },
): Promise<void> {
  await db.query(
    `INSERT INTO accounts (id, name, api_version, requests_per_minute, request_burst, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [o.id, o.name, o.apiVersion, o.requestsPerMinute ?? null, o.requestBurst ?? null, o.now],
  );
}

export async function accountExists(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await db.query("SELECT 1 FROM accounts WHERE id = $1", [id]);
  return rows.length > 0;
}

export async function insertCredential(
  db: Queryable,
  o: {
    id: string;
    kind: CredentialRow["kind"];
    tokenHash: Buffer;
    accountId: string | null;
    test: boolean;
    name: string | null;
    prefix: string;
    last4: string;
    scopes: readonly string[];
    pool: string | null;
    now: Date;
  },
): Promise<void> {
  await db.query(
    `INSERT INTO credentials (id, kind, token_hash, account_id, test, name, prefix, last4, scopes, pool, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [o.id, o.kind, o.tokenHash, o.accountId, o.test, o.name, o.prefix, o.last4, o.scopes, o.pool, o.now],
  );
}

/** Ends a credential; false when there is none of this ID that lives. */
export async function revokeCredential(db: Queryable, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query("UPDATE credentials SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL", [
    id,
    now,
  ]);
  return rowCount > 0;
}
