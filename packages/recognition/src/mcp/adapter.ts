import type { Intent } from "../intent.ts";
import { inside, isIntent } from "../parse/inside.ts";
import type { ProtocolVersion } from "../types/names.ts";
import { createLocalBackend } from "./local-backend.ts";
import { readClosed } from "./read-closed.ts";
import {
  checkInstanceName,
  configInvalid,
  readConnection,
  readMode,
  readPrefix,
  readProtocolVersion,
} from "./read-config.ts";
import { type IntentMcpSession, sessionOpener } from "./session.ts";
import { createSessions } from "./sessions.ts";
import type { IntentMcpMode, IntentMcpToolDefinition } from "./tool-definition.ts";
import { toolDefinitions } from "./tools.ts";

export interface IntentMcpAdapterConfig {
  /** Default: executor. */
  mode?: IntentMcpMode;
  /** At least one Intent of the caller's making, by name. The adapter borrows them: it never disposes of one. */
  instances: Record<string, Intent>;
  /** Put before each tool's name, so that it meets no tool of the server's own. Default: empty. */
  toolPrefix?: string;
}

export interface IntentMcpConnectOptions {
  /** What the SDK negotiated, not what a caller asks for. */
  protocolVersion: ProtocolVersion;
}

export interface IntentMcpAdapter {
  /** To be listed beside the server's own tools. */
  readonly tools: readonly IntentMcpToolDefinition[];
  /** Throws CONFIG_INVALID/transport, and SESSION_CLOSED/transport after close. */
  connect(options: IntentMcpConnectOptions): IntentMcpSession;
  /** Closes the sessions. Intents, SDKs, transports and models stay open: they are the caller's. */
  close(): Promise<void>;
}

/** Recognition as tools for an MCP server that exists already. Throws CONFIG_INVALID/config. */
export function createIntentMcpAdapter(config: IntentMcpAdapterConfig): IntentMcpAdapter {
  const members = readClosed(config, ["mode", "instances", "toolPrefix"], configInvalid);
  const mode = readMode(members.mode);
  const toolPrefix = readPrefix(members.toolPrefix);
  const intents = readInstances(members.instances, mode);
  const instances = [...intents].map(([name, intent]) => describe(name, intent));
  const tools = toolDefinitions({ mode, toolPrefix, instances });
  const backend = createLocalBackend(intents);
  const open = sessionOpener({ mode, toolPrefix, instances }, backend);
  const sessions = createSessions();
  return Object.freeze({
    tools,
    connect(options: IntentMcpConnectOptions) {
      const version = readProtocolVersion(readConnection(options, ["protocolVersion"]).protocolVersion);
      return sessions.open((closed) => open(version, backend.newCaller(), closed));
    },
    async close() {
      await sessions.close();
      await backend.close();
    },
  });
}

function readInstances(given: unknown, mode: IntentMcpMode): ReadonlyMap<string, Intent> {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw configInvalid("/instances", "instances must be an object of Intents by name.");
  const intents = new Map<string, Intent>();
  for (const [name, intent] of entriesOf(given)) {
    checkInstanceName(name);
    if (!isIntent(intent))
      throw configInvalid(`/instances/${name}`, "An instance must be an Intent, not the configuration of one.");
    if (mode === "executor" && inside(intent).executor === null)
      throw configInvalid(`/instances/${name}`, "In executor mode an instance needs an executor.");
    intents.set(name, intent);
  }
  if (intents.size === 0) throw configInvalid("/instances", "At least one instance is needed.");
  return intents;
}

function entriesOf(given: object): [string, unknown][] {
  try {
    return Object.entries(given);
  } catch {
    throw configInvalid("/instances", "The instances could not be read.");
  }
}

function describe(name: string, intent: Intent) {
  const { settings, executor } = inside(intent);
  return { name, description: settings.description, online: executor !== null && !executor.features.offline };
}
