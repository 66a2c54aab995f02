// `openintents admin …`: what an operator makes by hand, on the running instance's data
// folder or on DATABASE_URL. Secrets are printed once and kept as hashes.
import { parseArgs } from "node:util";
import { AdminError, type CoreAdmin, createAdmin } from "@openintents/core";
import { runningEmbedded } from "@openintents/postgres";
import { createLogger, systemClock } from "@openintents/process";
import { exportKeyPair, generateKeyPair } from "@openintents/vault";
import { ensureTestPool } from "./credentials.ts";
import { openSchema, prepareSchemas, SCHEMAS, type SchemaName } from "./databases.ts";
import { embeddedFolder } from "./instance.ts";

const USAGE = `Usage: openintents <command>

  migrate [SCHEMA…]                         create or update the schemas of every service, or the named:
                                            core, timeline, webhooks, event_log
  admin account create --name NAME          a new account with a test key and a live key
  admin key create --account ID --mode test|live [--preset full|agent|read_only] [--name NAME]
  admin key revoke --id ID                  stops working within 5 seconds
  admin pool create --name NAME             a pool of test-mode runners; prints a key pair for them
  admin runner-key create --pool NAME       a key for the runners of a pool

It works on DATABASE_URL, or on the embedded database of the instance that runs on
OPENINTENTS_DATA_DIR (default .data). Secrets are printed once.`;

type Options = { name?: string; account?: string; mode?: string; preset?: string; pool?: string; id?: string };

const logger = createLogger({ service: "admin", level: "error" });

/** A call that cannot be understood; the sentence says what is missing. */
class UsageError extends Error {}

async function main(args: string[]): Promise<number> {
  const { positionals, values } = parse(args);
  const command = positionals.join(" ");
  if (values.help || command === "") {
    console.log(USAGE);
    return command === "" && !values.help ? 2 : 0;
  }
  const url = await databaseUrl();
  if (positionals[0] === "migrate") {
    const schemas = schemaNames(positionals.slice(1));
    await prepareSchemas(url, schemas, logger);
    console.log(`Up to date: ${schemas.join(", ")}.`);
    return 0;
  }
  const database = openSchema(url, "core", { logger, max: 2 });
  try {
    for (const line of await admin(command, values, createAdmin({ database, clock: systemClock }))) console.log(line);
    return 0;
  } finally {
    await database.close();
  }
}

function parse(args: string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        name: text,
        account: text,
        mode: text,
        preset: text,
        pool: text,
        id: text,
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause));
  }
}

async function admin(command: string, o: Options, core: CoreAdmin): Promise<string[]> {
  switch (command) {
    case "admin account create": {
      const account = await core.createAccount({ name: need(o.name, "--name") });
      return [account.id, account.testKey.secret, account.liveKey.secret];
    }
    case "admin key create": {
      const mode = oneOf(need(o.mode, "--mode"), "--mode", ["test", "live"]);
      const preset = oneOf(o.preset ?? "full", "--preset", ["full", "agent", "read_only"]);
      const key = await core.createKey({
        account: need(o.account, "--account"),
        mode,
        preset,
        ...(o.name ? { name: o.name } : {}),
      });
      return [key.id, key.secret];
    }
    case "admin key revoke":
      await core.revokeKey(need(o.id, "--id"));
      return ["revoked"];
    case "admin pool create": {
      const name = need(o.name, "--name");
      const pair = await generateKeyPair();
      await ensureTestPool(core, name, pair);
      return [name, exportKeyPair(pair)];
    }
    case "admin runner-key create": {
      const key = await core.createRunnerKey({ pool: need(o.pool, "--pool") });
      return [key.id, key.secret];
    }
    default:
      throw new UsageError(`There is no command “${command}”.`);
  }
}

function schemaNames(given: string[]): SchemaName[] {
  const all = Object.keys(SCHEMAS) as SchemaName[];
  return given.length === 0 ? all : given.map((name) => oneOf(name, "SCHEMA", all));
}

function need(value: string | undefined, name: string): string {
  if (value === undefined || value === "") throw new UsageError(`${name} is missing.`);
  return value;
}

function oneOf<const T extends string>(value: string, name: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === value);
  if (choice === undefined) throw new UsageError(`${name} is one of ${choices.join(", ")}, not “${value}”.`);
  return choice;
}

async function databaseUrl(): Promise<string> {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const dataDir = process.env.OPENINTENTS_DATA_DIR ?? ".data";
  const running = await runningEmbedded(embeddedFolder(dataDir));
  if (running) return running.url;
  throw new UsageError(`No instance runs on the data folder ${dataDir}. Start it with npm start, or set DATABASE_URL.`);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : String(cause));
  if (cause instanceof UsageError) console.error("\nopenintents --help lists the commands.");
  else if (!(cause instanceof AdminError)) console.error("Nothing was changed.");
  process.exitCode = cause instanceof UsageError ? 2 : 1;
}
