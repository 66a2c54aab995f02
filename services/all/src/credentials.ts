// What a first start makes and later starts read: the first account with its keys, the
// simulator's runner key and key pair, and the keys with which the services seal.
import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CoreAdmin } from "@openintents/core";
import { exportKeyPair, generateKeyPair, importKeyPair } from "@openintents/vault";
import type { WebhooksAdmin } from "@openintents/webhooks";

/** `.data/credentials.json`, mode 0600. */
export type Credentials = {
  account: string;
  api_key: string;
  live_api_key: string;
  webhook_secret: string;
  runner_key: string;
  /** Text form of the simulator pool's key pair; the private half is in it. */
  runner_key_pair: string;
};

/** `.data/keys.json`, mode 0600: base64 of 32 bytes each. */
export type ServiceKeys = { core: string; webhooks: string };

export const SIMULATOR_POOL = "simulator";

export async function readServiceKeys(dataDir: string): Promise<ServiceKeys> {
  const file = join(dataDir, "keys.json");
  const known = await readJson<ServiceKeys>(file);
  if (known) return known;
  const made = { core: randomBytes(32).toString("base64"), webhooks: randomBytes(32).toString("base64") };
  await writePrivate(file, made);
  return made;
}

export function readCredentials(dataDir: string): Promise<Credentials | null> {
  return readJson<Credentials>(join(dataDir, "credentials.json"));
}

/** Makes the first account and the simulator pool, unless an earlier start did. */
export async function ensureCredentials(
  dataDir: string,
  admin: { core: CoreAdmin; webhooks: WebhooksAdmin },
): Promise<Credentials> {
  const known = await readCredentials(dataDir);
  if (known) {
    const pair = importKeyPair(known.runner_key_pair);
    await ensureTestPool(admin.core, SIMULATOR_POOL, pair);
    return known;
  }
  const pair = await generateKeyPair();
  await ensureTestPool(admin.core, SIMULATOR_POOL, pair);
  const account = await admin.core.createAccount({ name: "First account" });
  const runner = await admin.core.createRunnerKey({ pool: SIMULATOR_POOL, name: "Simulator" });
  const made: Credentials = {
    account: account.id,
    api_key: account.testKey.secret,
    live_api_key: account.liveKey.secret,
    webhook_secret: await admin.webhooks.createAccountSecret(account.id),
    runner_key: runner.secret,
    runner_key_pair: exportKeyPair(pair),
  };
  await writePrivate(join(dataDir, "credentials.json"), made);
  return made;
}

/**
 * A pool of test-mode runners, with one more key to seal to: short leases, so that a killed runner is noticed
 * within seconds.
 */
export async function ensureTestPool(
  admin: CoreAdmin,
  name: string,
  pair: { kid: string; publicKey: Uint8Array },
): Promise<void> {
  await admin.createPool({
    name,
    mode: "test",
    drivers: ["simulator"],
    hosts: ["*.shop.test"],
    mayOpenSecrets: true,
    leaseMs: 5_000,
    heartbeatMs: 1_000,
    lookupGapMs: 1_000,
  });
  await admin.addPoolKey({ pool: name, kid: pair.kid, publicKey: pair.publicKey });
}

async function readJson<T>(file: string): Promise<T | null> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw cause;
  }
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new Error(`${file} is damaged; restore it, or remove the data folder to begin anew`, { cause });
  }
}

/** Written beside and renamed, so that a crash leaves the old file or the new one. */
async function writePrivate(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const beside = `${file}.new`;
  await writeFile(beside, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await chmod(beside, 0o600);
  await rename(beside, file);
}
