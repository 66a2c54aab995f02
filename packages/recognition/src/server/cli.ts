// The command openintents-recognize.
import { Console } from "node:console";
import { Writable } from "node:stream";
import { IntentError } from "../errors.ts";
import { HELP } from "./help.ts";
import { SERVER_INFO } from "./identity.ts";
import { createLog, oneLine } from "./log.ts";
import { parseArguments, type ServerSettings } from "./parse-arguments.ts";

const ENDED = 0;
const FAILED = 1;
const MISCONFIGURED = 2;

// A reader that went away ends a protocol where it is written, and the log is no reason to end anything.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
process.exitCode = await main(process.argv.slice(2));
// Connections of executors may still idle; whatever was written is out first.
process.stdout.write("", () => process.exit());

/** Runs the command to its end; resolves to the exit code. */
async function main(argv: string[]): Promise<number> {
  try {
    const command = parseArguments(argv);
    if (command.kind === "help") process.stdout.write(HELP);
    else if (command.kind === "version") process.stdout.write(`${SERVER_INFO.version}\n`);
    else if (command.kind === "check") await check(command.settings);
    else return await run(command.settings);
    return ENDED;
  } catch (error) {
    return fail(error);
  }
}

async function check(settings: ServerSettings): Promise<void> {
  const { load } = await recogniser();
  const { recognition } = await load(settings, process.env);
  const names = Object.keys(recognition.instances).join(", ");
  await recognition.close();
  process.stdout.write(`configuration is valid: mode ${recognition.mode}, instances ${names}\n`);
}

async function run(settings: ServerSettings): Promise<number> {
  const log = createLog(settings.logLevel);
  const output = settings.transport === "stdio" ? keepForProtocol() : process.stdout;
  const stopping = Promise.withResolvers<string>();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stopping.resolve(signal));
  for (const name of settings.ignored) log.warn(`${name} means nothing to --transport stdio`);
  const { GRACE_MS, load, serve } = await recogniser();
  const loaded = await load(settings, process.env);
  try {
    const serving = await serve(settings, loaded, { env: process.env, input: process.stdin, output, log });
    const signal = await Promise.race([serving.ended, stopping.promise]);
    if (signal !== undefined) {
      log.info(`${signal}: stopping`);
      await serving.stop(GRACE_MS);
    }
  } finally {
    await loaded.recognition.close();
  }
  return ENDED;
}

/** Loaded when it is needed: help and wrong flags are answered at once. */
function recogniser(): Promise<typeof import("./serve.ts")> {
  return import("./serve.ts");
}

/** Whatever else writes to standard output from here on goes to standard error. */
function keepForProtocol(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
  globalThis.console = new Console(process.stderr, process.stderr);
  return new Writable({
    decodeStrings: false,
    write: (chunk, encoding, done) => void write(chunk, encoding, (error) => done(error)),
  });
}

function fail(error: unknown): number {
  const known = error instanceof IntentError;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${known ? `${error.code}/${error.stage}: ` : ""}${oneLine(message)}\n`);
  return known && (error.stage === "config" || error.stage === "transport") ? MISCONFIGURED : FAILED;
}
