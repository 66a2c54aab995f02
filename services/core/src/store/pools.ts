// Runner pools and their public keys as rows.
import type { Queryable } from "@openintents/postgres";
import type { Pool } from "../domain/pool.ts";

export type PoolInit = {
  name: string;
  mode: "test" | "live";
  drivers: string[];
  /** Patterns of hosts that its runners may serve; empty: all. */
  hosts?: string[];
  accounts?: string[];
  mayOpenSecrets?: boolean;
  maxClaims?: number;
  leaseMs?: number;
  heartbeatMs?: number;
  lookupGapMs?: number;
};

/** Creates the pool, or brings an existing one to these rights. */
export async function insertPool(db: Queryable, o: PoolInit, now: Date): Promise<void> {
  await db.query(
    `INSERT INTO pools (name, test, drivers, hosts, accounts, may_open_secrets, max_claims, lease_ms, heartbeat_ms,
       lookup_gap_ms, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (name) DO UPDATE SET drivers = excluded.drivers, hosts = excluded.hosts, accounts = excluded.accounts,
       may_open_secrets = excluded.may_open_secrets, max_claims = excluded.max_claims, lease_ms = excluded.lease_ms,
       heartbeat_ms = excluded.heartbeat_ms, lookup_gap_ms = excluded.lookup_gap_ms`,
    [
      o.name,
      o.mode === "test",
      o.drivers,
      o.hosts ?? [],
      o.accounts ?? [],
      o.mayOpenSecrets ?? false,
      o.maxClaims ?? 1000,
      o.leaseMs ?? 60_000,
      o.heartbeatMs ?? 15_000,
      o.lookupGapMs ?? 60_000,
      now,
    ],
  );
}

export async function poolMode(db: Queryable, name: string): Promise<"test" | "live" | null> {
  const { rows } = await db.query<{ test: boolean }>("SELECT test FROM pools WHERE name = $1", [name]);
  const row = rows[0];
  if (!row) return null;
  return row.test ? "test" : "live";
}

export async function insertPoolKey(
  db: Queryable,
  o: { pool: string; kid: string; publicKey: Buffer },
  now: Date,
): Promise<void> {
  await db.query(
    `INSERT INTO pool_keys (kid, pool, public_key, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (kid) DO NOTHING`,
    [o.kid, o.pool, o.publicKey, now],
  );
}

export async function findPool(db: Queryable, name: string): Promise<Pool | null> {
  const { rows } = await db.query(
    `SELECT name, test, drivers, hosts, regions, accounts, may_open_secrets, may_pay, max_claims, lease_ms,
       heartbeat_ms, lookup_gap_ms FROM pools WHERE name = $1`,
    [name],
    { name: "pool_find" },
  );
  const row = rows[0];
  if (!row) return null;
  return {
    name: row.name as string,
    test: row.test as boolean,
    drivers: row.drivers as string[],
    hosts: row.hosts as string[],
    regions: row.regions as string[],
    accounts: row.accounts as string[],
    mayOpenSecrets: row.may_open_secrets as boolean,
    mayPay: row.may_pay as boolean,
    maxClaims: row.max_claims as number,
    leaseMs: row.lease_ms as number,
    heartbeatMs: row.heartbeat_ms as number,
    lookupGapMs: row.lookup_gap_ms as number,
  };
}
