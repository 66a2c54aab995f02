// The recognition tools beside those of intents: which there are is core's to say, and is asked with the
// credential of whoever asks us; it changes only when core is started with another configuration.
import { type Clock, ServiceError } from "@openintents/process";
import { enumName, type JsonObject, RecognitionModeSchema, type RecognitionService } from "@openintents/proto";
import {
  createRemoteMcpAdapter,
  type IntentMcpToolDefinition,
  type RemoteMcpAdapter,
} from "@openintents/recognition/edge";
import type { Client } from "@openintents/rpc";
import type { EdgeCall } from "./edge-call.ts";
import { createRecognitionBackend, type RecognitionCaller } from "./recognition-backend.ts";
import { featuresOf, MODERN_REVISION, type Revision } from "./revisions.ts";

export type RecognitionTools = {
  /** The tools as core has them now, asked anew once a minute. Throws core's refusal of the credential. */
  current(call: EdgeCall): Promise<ToolDirectory>;
};

export type ToolDirectory = {
  has(name: string): boolean;
  /** As a client of the revision may see them. */
  list(revision: Revision): JsonObject[];
  /** Calls one of the tools; the text is what the tool says. */
  call(name: string, args: unknown, o: { call: EdgeCall; revision: Revision }): Promise<Recognised>;
};

/** `refused`: not by recognition but by the house (credential, limit, scope, an unreachable core). */
export type Recognised = { kind: "said"; text: string; isError: boolean } | { kind: "refused"; error: unknown };

const FRESH_MS = 60_000;
const NONE: ToolDirectory = {
  has: () => false,
  list: () => [],
  call: () => Promise.reject(new Error("there is no recognition tool")),
};

export function createRecognitionTools(deps: {
  recognition: Client<typeof RecognitionService>;
  clock: Clock;
}): RecognitionTools {
  const { recognition, clock } = deps;
  const backend = createRecognitionBackend(recognition);
  let known: { directory: ToolDirectory; configured: string; until: number } | undefined;

  return {
    async current({ metadata }) {
      if (known && clock.monotonic() < known.until) return known.directory;
      const listed = await recognition.listInstances({}, { metadata, deadlineMs: 10_000 }).catch(unlessOlder);
      if (listed === undefined) return NONE;
      const { mode, toolPrefix, instances } = listed;
      const name = enumName(RecognitionModeSchema, mode);
      const configured = JSON.stringify([name, toolPrefix, instances]);
      const until = clock.monotonic() + FRESH_MS;
      if (known?.configured === configured) known.until = until;
      else {
        const adapter =
          name === "executor" || name === "host"
            ? createRemoteMcpAdapter({ mode: name, toolPrefix, instances, backend })
            : undefined;
        known = { directory: adapter ? directoryOf(adapter) : NONE, configured, until };
      }
      return known.directory;
    },
  };
}

/** While a release rolls out, core may still be one that recognises nothing. */
function unlessOlder(error: unknown): undefined {
  if (error instanceof ServiceError && error.reason === "not_implemented") return undefined;
  throw error;
}

function directoryOf(adapter: RemoteMcpAdapter<RecognitionCaller>): ToolDirectory {
  const names = new Set(adapter.tools.map(({ name }) => name));
  return {
    has: (name) => names.has(name),
    list: (revision) => adapter.tools.map((tool) => describe(tool, revision)),
    async call(name, args, { call, revision }) {
      const caller: RecognitionCaller = { call, session: call.session, refusal: undefined };
      const session = adapter.connect({ protocolVersion: knownVersion(revision), caller });
      try {
        const result = await session.callTool(name, args, { signal: call.closed() });
        if (result === undefined) throw new Error(`${name} is none of the adapter's tools`);
        if (caller.refusal !== undefined) return { kind: "refused", error: caller.refusal };
        return { kind: "said", text: result.content[0].text, isError: result.isError };
      } finally {
        await session.close();
      }
    },
  };
}

/** The revisions before it are served as 2025-06-18, and are not sent what they do not know. */
function knownVersion(revision: Revision) {
  return revision === MODERN_REVISION || revision === "2025-11-25" ? revision : "2025-06-18";
}

function describe(tool: IntentMcpToolDefinition, revision: Revision): JsonObject {
  const { annotations, structured } = featuresOf(revision);
  return {
    name: tool.name,
    ...(structured ? { title: tool.title } : {}),
    description: tool.description,
    inputSchema: tool.inputSchema,
    ...(structured ? { outputSchema: tool.outputSchema } : {}),
    ...(annotations ? { annotations: { ...tool.annotations } } : {}),
  };
}
