import type { ProtocolVersion } from "../types/names.ts";
import type { RecogniserBackend } from "./backend.ts";
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
import type { IntentMcpInstance, IntentMcpMode, IntentMcpToolDefinition } from "./tool-definition.ts";
import { toolDefinitions } from "./tools.ts";

export interface RemoteMcpAdapterConfig<Caller> {
  readonly mode: IntentMcpMode;
  readonly toolPrefix: string;
  readonly instances: readonly IntentMcpInstance[];
  readonly backend: RecogniserBackend<Caller>;
}

export interface RemoteMcpAdapter<Caller> {
  readonly tools: readonly IntentMcpToolDefinition[];
  /** `caller` goes with every call to the backend. A session may be opened for one request: records are the backend's. */
  connect(options: { protocolVersion: ProtocolVersion; caller: Caller }): IntentMcpSession;
  close(): Promise<void>;
}

/** The same tools over a recogniser elsewhere. The adapter keeps no record and no configuration but the instances' names. */
export function createRemoteMcpAdapter<Caller>(config: RemoteMcpAdapterConfig<Caller>): RemoteMcpAdapter<Caller> {
  const mode = readMode(config.mode);
  const toolPrefix = readPrefix(config.toolPrefix);
  const instances = config.instances.map((instance) => {
    checkInstanceName(instance.name);
    return { ...instance };
  });
  if (instances.length === 0) throw configInvalid("/instances", "At least one instance is needed.");
  if (new Set(instances.map(({ name }) => name)).size < instances.length)
    throw configInvalid("/instances", "Two instances have the same name.");
  const tools = toolDefinitions({ mode, toolPrefix, instances });
  const open = sessionOpener({ mode, toolPrefix, instances }, config.backend);
  const sessions = createSessions();
  return Object.freeze({
    tools,
    connect(options: { protocolVersion: ProtocolVersion; caller: Caller }) {
      const members = readConnection(options, ["protocolVersion", "caller"]);
      const version = readProtocolVersion(members.protocolVersion);
      return sessions.open((closed) => open(version, members.caller as Caller, closed));
    },
    close: () => sessions.close(),
  });
}
