import { createHash } from "node:crypto";
import type { Database, Queryable } from "@openintents/postgres";
import { type Clock, serviceError } from "@openintents/process";
import type { CallContext } from "@openintents/rpc";
import type { Tenant } from "./store/endpoints.ts";
import { findKey, type KeptKey, keepKey, tryLockKey } from "./store/idempotency.ts";

const KEY_LIFE_MS = 30 * 24 * 3600_000;

/** A deadlock with results that are being written is nothing a caller should see. */
const AGAIN = { retry: true };

/** One call of an operation that takes an idempotency key; without a key every call counts. */
export type IdempotentCall = {
  /** The object that an earlier call with this key and body made or changed, or null. */
  replayed(): Promise<string | null>;
  /**
   * Runs the effect in a transaction with its key and answers the object's ID. When another
   * call with the key was faster, that call's object is answered and `effect` does not run.
   */
  run(effect: (tx: Queryable) => Promise<string>): Promise<{ object: string; replay: boolean }>;
};

/** Reads and checks the call's key. `body` is the request's canonical text, without what the call may vary. */
export function idempotentCall(
  deps: { database: Database; clock: Clock },
  ctx: CallContext,
  o: { tenant: Tenant; operation: string; body: string },
): IdempotentCall {
  const key = ctx.metadata.get("idempotency-key");
  if (key === undefined) {
    return {
      replayed: async () => null,
      run: async (effect) => ({ object: await deps.database.transaction(effect, AGAIN), replay: false }),
    };
  }
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw serviceError("idempotency_key_invalid", "An idempotency key has 1 to 255 printable ASCII characters.");
  }
  const owner = { ...o.tenant, operation: o.operation, key };
  const bodyHash = createHash("sha256").update(o.body).digest();
  const since = () => new Date(deps.clock.now() - KEY_LIFE_MS);

  function accept(kept: KeptKey): string {
    if (!kept.bodyHash.equals(bodyHash)) {
      throw serviceError("idempotency_key_reused", "This idempotency key was used with another body.");
    }
    ctx.trailers.set("idempotent-replayed", "true");
    return kept.object;
  }

  return {
    async replayed() {
      const kept = await findKey(deps.database, owner, since());
      return kept === null ? null : accept(kept);
    },
    run: (effect) =>
      deps.database.transaction(async (tx) => {
        if (!(await tryLockKey(tx, owner))) {
          throw serviceError("idempotency_in_flight", "The first call with this idempotency key has not finished.", {
            retryAfterSeconds: 1,
          });
        }
        const kept = await findKey(tx, owner, since());
        if (kept !== null) return { object: accept(kept), replay: true };
        const object = await effect(tx);
        await keepKey(tx, owner, { bodyHash, object }, new Date(deps.clock.now()));
        return { object, replay: false };
      }, AGAIN),
  };
}
