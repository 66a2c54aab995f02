// The pools as this process knows them, at most two seconds old.
import type { Database } from "@openintents/postgres";
import type { Clock } from "@openintents/process";
import { findPools, type ListedPool } from "../store/pool-directory.ts";
import { RUNNER_ALIVE_MS } from "./runner-registry.ts";

const FRESH_MS = 2_000;

export type PoolDirectory = { list(): Promise<ListedPool[]> };

export function createPoolDirectory(deps: { database: Database; clock: Clock }): PoolDirectory {
  let known: { pools: Promise<ListedPool[]>; until: number } | null = null;
  return {
    list() {
      const now = deps.clock.now();
      if (known !== null && known.until > now) return known.pools;
      const pools = findPools(deps.database, now - RUNNER_ALIVE_MS);
      known = { pools, until: now + FRESH_MS };
      pools.catch(() => {
        known = null;
      });
      return pools;
    },
  };
}

/** Accounts that have a connected pool of their own which this one is not: their work waits a moment for it. */
export function deferredAccounts(pools: ListedPool[], name: string): string[] {
  const own = pools.find((pool) => pool.name === name);
  if (own === undefined || own.accounts.length > 0) return [];
  const others = pools.filter((pool) => pool.test === own.test && pool.connected);
  return [...new Set(others.flatMap((pool) => pool.accounts))];
}
