import { hostname } from "node:os";
import { parseArgs } from "node:util";
import { LOG_LEVELS, type LogLevel } from "./log.ts";
import { isLoopbackBinding } from "./loopback.ts";
import { type PublicOrigin, parsePublicOrigin } from "./public-origin.ts";
import { refuseSetting } from "./refuse-setting.ts";

export interface ServerSettings {
  config: string | null;
  mode: "executor" | "host" | null;
  transport: "stdio" | "http";
  host: string;
  port: number;
  path: string;
  publicOrigin: PublicOrigin | null;
  auth: "none" | "bearer";
  tokens: string | null;
  sessionIdleMs: number;
  replica: string;
  grpc: { host: string; port: number } | null;
  allowModuleExecutors: boolean;
  logLevel: LogLevel;
  /** Flags that were given and mean nothing to the transport. */
  ignored: string[];
}

export type Command = { kind: "help" } | { kind: "version" } | { kind: "check" | "serve"; settings: ServerSettings };

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const OPTIONS = {
  config: text,
  mode: text,
  transport: text,
  host: text,
  port: text,
  path: text,
  "public-origin": text,
  auth: text,
  tokens: text,
  "session-idle": text,
  replica: text,
  grpc: text,
  "allow-module-executors": flag,
  "log-level": text,
  check: flag,
  help: { ...flag, short: "h" },
  version: flag,
} as const;
const HTTP_ONLY = ["host", "port", "path", "public-origin", "session-idle", "replica"] as const;
const DAY_SECONDS = 86_400;
/** As long as a timer of the platform can wait. */
const LONGEST_IDLE_SECONDS = 2_147_483;

/** Reads the command line. Throws CONFIG_INVALID/transport in one line. */
export function parseArguments(argv: string[]): Command {
  const given = read(argv);
  if (given.help) return { kind: "help" };
  if (given.version) return { kind: "version" };
  const transport = oneOf("--transport", given.transport ?? "stdio", ["stdio", "http"]);
  const settings: ServerSettings = {
    config: given.config ?? null,
    mode: given.mode === undefined ? null : oneOf("--mode", given.mode, ["executor", "host"] as const),
    transport,
    host: given.host ?? "127.0.0.1",
    port: portOf("--port", given.port ?? "3001"),
    path: pathOf(given.path ?? "/mcp"),
    publicOrigin: given["public-origin"] === undefined ? null : parsePublicOrigin(given["public-origin"]),
    auth: oneOf("--auth", given.auth ?? "none", ["none", "bearer"]),
    tokens: given.tokens ?? null,
    sessionIdleMs: 1000 * seconds("--session-idle", given["session-idle"] ?? String(DAY_SECONDS)),
    replica: replicaOf(given.replica),
    grpc: given.grpc === undefined ? null : addressOf(given.grpc),
    allowModuleExecutors: given["allow-module-executors"] ?? false,
    logLevel: oneOf("--log-level", given["log-level"] ?? "info", LOG_LEVELS),
    ignored: ignored(transport, given.grpc !== undefined)
      .filter((name) => given[name] !== undefined)
      .map((name) => `--${name}`),
  };
  checkTogether(settings);
  return { kind: given.check ? "check" : "serve", settings };
}

function read(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw refuseSetting("openintents-recognize", `${message.split(". ", 1)[0]}; --help lists what there is`, error);
  }
}

function ignored(transport: ServerSettings["transport"], grpc: boolean): (typeof HTTP_ONLY)[number][] {
  return transport === "http" ? [] : HTTP_ONLY.filter((name) => !(grpc && name === "session-idle"));
}

function checkTogether({ transport, host, publicOrigin, auth, tokens, grpc }: ServerSettings): void {
  if (transport === "http" && publicOrigin === null && !isLoopbackBinding(host)) {
    throw refuseSetting("--host", `${host} can be reached from elsewhere, so --public-origin must say by which name`);
  }
  if (auth === "bearer" && tokens === null) throw refuseSetting("--auth", "bearer needs --tokens FILE");
  if (auth === "none" && tokens !== null) throw refuseSetting("--tokens", "needs --auth bearer");
  if (auth === "bearer" && transport === "stdio" && grpc === null) {
    throw refuseSetting("--auth", "bearer is for HTTP and gRPC; whoever starts a stdio server owns it");
  }
}

function oneOf<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw refuseSetting(name, `must be one of ${choices.join(", ")}`);
  return found;
}

function portOf(name: string, value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw refuseSetting(name, "must be a port from 0 to 65535");
  return Number(value);
}

function pathOf(value: string): string {
  const plain = /^\/[A-Za-z0-9._~/-]*$/.test(value) && !value.includes("//");
  if (!plain || value === "/healthz" || value === "/readyz") {
    throw refuseSetting("--path", "must be a path such as /mcp, other than /healthz and /readyz");
  }
  return value;
}

function seconds(name: string, value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1 || number > LONGEST_IDLE_SECONDS) {
    throw refuseSetting(name, `must be a number of seconds from 1 to ${LONGEST_IDLE_SECONDS}`);
  }
  return number;
}

function replicaOf(value: string | undefined): string {
  if (value === undefined)
    return (
      hostname()
        .replace(/[^A-Za-z0-9_-]+/g, "-")
        .slice(0, 64) || "local"
    );
  // Without a dot, so that the first dot of a session's ID ends the replica's name.
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(value)) {
    throw refuseSetting("--replica", "must have 1 to 64 letters, digits, _ or -");
  }
  return value;
}

function addressOf(value: string): { host: string; port: number } {
  const [, host, port] = /^(\[[0-9A-Fa-f:.]+\]|[^:[\]\s]+):(\d+)$/.exec(value) ?? [];
  if (host === undefined || port === undefined) throw refuseSetting("--grpc", "must be HOST:PORT");
  return { host, port: portOf("--grpc", port) };
}
