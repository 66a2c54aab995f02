// All pools at once, with their keys and whether a runner of theirs is connected.
import type { Queryable } from "@openintents/postgres";
import type { Pool, PoolKey } from "../domain/pool.ts";

export type ListedPool = Pool & { keys: PoolKey[]; connected: boolean };

/** `aliveSince`: runners seen since then are connected. */
export async function findPools(db: Queryable, aliveSince: number): Promise<ListedPool[]> {
  const { rows } = await db.query(
    `SELECT p.name, p.test, p.drivers, p.hosts, p.regions, p.accounts, p.may_open_secrets, p.may_pay, p.max_claims,
       p.lease_ms, p.heartbeat_ms, p.lookup_gap_ms,
       EXISTS (SELECT 1 FROM runners r WHERE r.pool = p.name AND r.last_seen_at >= $1) AS connected,
       ARRAY(SELECT k.kid FROM pool_keys k WHERE k.pool = p.name AND k.retired_at IS NULL ORDER BY k.kid) AS kids,
       ARRAY(SELECT encode(k.public_key, 'base64') FROM pool_keys k WHERE k.pool = p.name AND k.retired_at IS NULL
             ORDER BY k.kid) AS public_keys
     FROM pools p ORDER BY p.name`,
    [new Date(aliveSince)],
    { name: "pools_list" },
  );
  return rows.map((row) => {
    const publicKeys = row.public_keys as string[];
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
      connected: row.connected as boolean,
      keys: (row.kids as string[]).map((kid, index) => ({
        kid,
        publicKey: Buffer.from(publicKeys[index] ?? "", "base64"),
      })),
    };
  });
}
