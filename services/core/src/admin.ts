// What an operator makes: accounts, keys, pools. Secrets are returned once and kept as hashes.
import { keyLast4, keyPrefix, newApiKey, newRunnerKey, PRESETS, SCOPES, tokenHash } from "@openintents/auth";
import type { Database } from "@openintents/postgres";
import { type Clock, newId } from "@openintents/process";
import { API_VERSION } from "./change.ts";
import { accountExists, insertAccount, insertCredential, revokeCredential } from "./store/credentials.ts";
import { insertPool, insertPoolKey, type PoolInit, poolMode } from "./store/pools.ts";

export type Preset = keyof typeof PRESETS;
export type IssuedKey = { id: string; secret: string };

/** An operator named something that does not exist or is not allowed; one sentence. */
export class AdminError extends Error {}

export type CoreAdmin = {
  createAccount(o: {
    name: string;
    requestsPerMinute?: number;
    requestBurst?: number;
  }): Promise<{ id: string; testKey: IssuedKey; liveKey: IssuedKey }>;
  createKey(o: { account: string; mode: "test" | "live"; preset?: Preset; name?: string }): Promise<IssuedKey>;
  revokeKey(id: string): Promise<void>;
  createPool(o: PoolInit): Promise<void>;
  addPoolKey(o: { pool: string; kid: string; publicKey: Uint8Array }): Promise<void>;
  createRunnerKey(o: { pool: string; name?: string }): Promise<IssuedKey>;
};

/** An account's first keys may manage keys and connectors, so that everything else can be done over the API. */
const FIRST_KEY_SCOPES = [...new Set([...PRESETS.full, "api_keys:write", "connectors:write"])].filter((s) =>
  SCOPES.includes(s),
);

export function createAdmin(deps: { database: Database; clock: Clock }): CoreAdmin {
  const { database, clock } = deps;

  async function issue(o: {
    account: string | null;
    test: boolean;
    scopes: readonly string[];
    name: string | null;
    pool: string | null;
  }): Promise<IssuedKey> {
    const secret = o.pool === null ? newApiKey(o.test ? "test" : "live") : newRunnerKey();
    const id = newId("key", clock.now());
    await insertCredential(database, {
      id,
      kind: o.pool === null ? "api_key" : "runner_key",
      tokenHash: tokenHash(secret),
      accountId: o.account,
      test: o.test,
      name: o.name,
      prefix: keyPrefix(secret),
      last4: keyLast4(secret),
      scopes: o.scopes,
      pool: o.pool,
      now: new Date(clock.now()),
    });
    return { id, secret };
  }

  return {
    async createAccount(o) {
      const id = newId("acct", clock.now());
      await insertAccount(database, { id, apiVersion: API_VERSION, now: new Date(clock.now()), ...o });
      const first = { account: id, scopes: FIRST_KEY_SCOPES, name: "First key", pool: null };
      const testKey = await issue({ ...first, test: true });
      const liveKey = await issue({ ...first, test: false });
      return { id, testKey, liveKey };
    },
    async createKey(o) {
      if (!(await accountExists(database, o.account))) throw new AdminError(`There is no account ${o.account}.`);
      const scopes = PRESETS[o.preset ?? "full"];
      return issue({ account: o.account, test: o.mode === "test", scopes, name: o.name ?? null, pool: null });
    },
    async revokeKey(id) {
      if (!(await revokeCredential(database, id, new Date(clock.now()))))
        throw new AdminError(`There is no living key ${id}.`);
    },
    createPool: (o) => insertPool(database, o, new Date(clock.now())),
    async addPoolKey(o) {
      await insertPoolKey(database, { ...o, publicKey: Buffer.from(o.publicKey) }, new Date(clock.now()));
    },
    async createRunnerKey(o) {
      const mode = await poolMode(database, o.pool);
      if (mode === null) throw new AdminError(`There is no pool ${o.pool}.`);
      return issue({ account: null, test: mode === "test", scopes: [], name: o.name ?? null, pool: o.pool });
    },
  };
}
