// Which runner belongs to which pool. A runner's row is touched rarely, not on each call.
import type { Database } from "@openintents/postgres";
import { type Clock, serviceError } from "@openintents/process";
import type { Pool } from "../domain/pool.ts";
import { seeRunner } from "../store/runners.ts";

/** A runner that was not heard of for longer is not connected. */
export const RUNNER_ALIVE_MS = 60_000;
const TOUCH_MS = 20_000;
const ENTRIES = 20_000;

export type RunnerRegistry = {
  /** Checks that the runner is one of the pool, and notes that it lives. */
  check(runnerId: string, pool: Pool): Promise<void>;
  /** A runner that was registered just now. */
  add(runnerId: string, pool: string): void;
};

export function createRunnerRegistry(deps: { database: Database; clock: Clock }): RunnerRegistry {
  const known = new Map<string, { pool: string; seenAt: number }>();

  function remember(runnerId: string, pool: string): void {
    if (known.size >= ENTRIES) known.clear();
    known.set(runnerId, { pool, seenAt: deps.clock.now() });
  }

  return {
    add: remember,
    async check(runnerId, pool) {
      const now = deps.clock.now();
      const before = known.get(runnerId);
      let owner = before?.pool ?? null;
      if (before === undefined || now - before.seenAt >= TOUCH_MS) {
        owner = await seeRunner(deps.database, runnerId, now);
        if (owner !== null) remember(runnerId, owner);
        else known.delete(runnerId);
      }
      if (owner !== pool.name) {
        throw serviceError("resource_not_found", "There is no runner of this ID in this pool; register first.", {
          param: "runner_id",
        });
      }
    },
  };
}
