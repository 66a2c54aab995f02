import type { Readable, Writable } from "node:stream";
import { type LoadedRecognition, loadRecognitionConfig } from "../config/read-config.ts";
import { Adapters } from "./adapters.ts";
import { serveOverHttp } from "./http.ts";
import { HttpSessions } from "./http-sessions.ts";
import { instructionsFor } from "./identity.ts";
import type { Log } from "./log.ts";
import { isLoopbackBinding } from "./loopback.ts";
import { createMcpServer } from "./mcp-server.ts";
import type { ServerSettings } from "./parse-arguments.ts";
import { type Serving, serveOverStdio } from "./stdio.ts";
import { ANYBODY, type Authenticate, readTokenFile } from "./tokens.ts";

/** How long running calls get when the server stops. */
export const GRACE_MS = 10_000;

export interface ServeParts {
  env: Record<string, string | undefined>;
  input: Readable;
  output: Writable;
  log: Log;
}

/** Everything that settings name, read and checked. */
export interface Loaded {
  recognition: LoadedRecognition;
  authenticate: Authenticate;
}

/** Reads the configuration and the tokens. Throws IntentError CONFIG_INVALID or SCHEMA_UNSUPPORTED. */
export async function load(settings: ServerSettings, env: ServeParts["env"]): Promise<Loaded> {
  const authenticate = settings.tokens === null ? () => ANYBODY : await readTokenFile(settings.tokens);
  const recognition = await loadRecognitionConfig({
    path: settings.config,
    env,
    allowModuleExecutors: settings.allowModuleExecutors,
    ...(settings.mode === null ? {} : { modeOverride: settings.mode }),
  });
  return { recognition, authenticate };
}

/** Serves until its clients are gone or `stop` is called. Rejects when an address cannot be bound. */
export async function serve(settings: ServerSettings, loaded: Loaded, o: ServeParts): Promise<Serving> {
  const grpc = settings.grpc === null ? null : await serveGrpc(settings, settings.grpc, loaded, o.log);
  try {
    const mcp = await serveMcp(settings, loaded, o);
    if (grpc === null) return mcp;
    return {
      ended: mcp.ended.then(() => grpc.stop(GRACE_MS)),
      stop: async (graceMs) => void (await Promise.all([mcp.stop(graceMs), grpc.stop(graceMs)])),
    };
  } catch (error) {
    await grpc?.stop(0);
    throw error;
  }
}

async function serveMcp(settings: ServerSettings, loaded: Loaded, o: ServeParts): Promise<Serving> {
  const { recognition, authenticate } = loaded;
  const adapters = new Adapters(recognition);
  const instructions = instructionsFor(recognition.mode, recognition.toolPrefix);
  if (settings.transport === "stdio") {
    const adapter = adapters.of(ANYBODY);
    return serveOverStdio({ ...o, adapter, instructions, graceMs: GRACE_MS });
  }
  const { host, port, path, publicOrigin, replica, sessionIdleMs } = settings;
  const serving = await serveOverHttp({
    host,
    port,
    path,
    publicOrigin,
    authenticate,
    sessions: new HttpSessions({ replica, idleMs: sessionIdleMs, log: o.log }),
    connect: (principal) => createMcpServer(adapters.of(principal), instructions),
    abort: () => adapters.close(),
    log: o.log,
  });
  const local = `http://${bracketed(host)}:${serving.port}${path}`;
  o.log.info(`listening on ${local}${publicOrigin === null ? "" : `, known as ${publicOrigin.origin}${path}`}`);
  return serving;
}

async function serveGrpc(
  { auth, logLevel, sessionIdleMs: idleMs }: ServerSettings,
  { host, port }: { host: string; port: number },
  { recognition, authenticate }: Loaded,
  log: Log,
) {
  const { serveOverGrpc } = await import("../grpc/serve.ts");
  const serving = await serveOverGrpc({ ...recognition, authenticate, host, port, logLevel, idleMs });
  log.info(`gRPC on ${host}:${serving.port}`);
  if (auth === "none" && !isLoopbackBinding(host)) log.warn(`whoever reaches ${host} may call over gRPC: see --auth`);
  return serving;
}

function bracketed(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}
