// The pool behind a runner key, read at most every two seconds and not on each report.
import type { Database } from "@openintents/postgres";
import { type Clock, serviceError } from "@openintents/process";
import type { CallContext } from "@openintents/rpc";
import type { Pool } from "../domain/pool.ts";
import { findPool } from "../store/pools.ts";
import type { Runners } from "./context.ts";

const FRESH_MS = 2_000;

/** `identify` checks the runner key of a call and names its pool. */
export function runnerPools(deps: {
  database: Database;
  clock: Clock;
  identify: (ctx: CallContext) => Promise<{ pool: string; credentialId: string }>;
}): Runners {
  const known = new Map<string, { pool: Pool; until: number }>();

  async function find(name: string): Promise<Pool> {
    const now = deps.clock.now();
    const before = known.get(name);
    if (before !== undefined && before.until > now) return before.pool;
    const pool = await findPool(deps.database, name);
    if (pool === null) {
      known.delete(name);
      throw serviceError("invalid_runner_key", "The pool of this runner key is gone.");
    }
    known.set(name, { pool, until: now + FRESH_MS });
    return pool;
  }

  return {
    async authenticate(ctx) {
      const { pool, credentialId } = await deps.identify(ctx);
      return { ...(await find(pool)), credentialId };
    },
  };
}
