import { IntentError, toIntentError } from "../errors.ts";
import { sessionClosed } from "../host/host-errors.ts";
import { readParseOptions } from "../parse/parse-options.ts";
import { cancelled, Stop } from "../parse/stop.ts";
import type { ProtocolVersion } from "../types/names.ts";
import type { IntentParseOptions } from "../types/options.ts";
import type { BackendCall, BackendReply, RecogniserBackend } from "./backend.ts";
import { failureEnvelope, type IntentMcpToolResult, successEnvelope } from "./envelope.ts";
import { readCancellation, readRequest, readSubmission } from "./read-arguments.ts";
import { TOOL_NAMES, type ToolName } from "./tool-definition.ts";
import type { ToolSet } from "./tools.ts";

/** One logical connection of one client. Never shared between clients, and closed when the connection ends. */
export interface IntentMcpSession {
  /**
   * Answers a `tools/call`: undefined, and nothing else, for a tool that is not the adapter's, so that the server's own
   * router goes on. Failures are answers too (`isError`); it rejects only with the reason of `options.signal`.
   * `options.timeoutMs` bounds a parse, and a host request from its prepare on.
   */
  callTool(name: string, args: unknown, options?: IntentParseOptions): Promise<IntentMcpToolResult | undefined>;
  /** Ends this session's running work and its retained records, nothing else. Resolves when its calls have settled. */
  close(): Promise<void>;
}

type Handler<Caller> = (args: unknown, call: BackendCall<Caller>) => Promise<BackendReply>;

function handlers<Caller>(tools: ToolSet, backend: RecogniserBackend<Caller>): Map<string, Handler<Caller>> {
  const names = tools.instances.map(({ name }) => name);
  const all: Record<ToolName, Handler<Caller>> = {
    async intent_parse(args, call) {
      const { instance, input } = readRequest(args, names);
      return backend.parse(instance, input, call);
    },
    async intent_prepare(args, call) {
      const { instance, input } = readRequest(args, names);
      return backend.prepare(instance, input, call);
    },
    async intent_accept(args, call) {
      return backend.accept(readSubmission(args), call);
    },
    async intent_cancel(args, call) {
      return backend.cancel(readCancellation(args), call);
    },
  };
  return new Map(TOOL_NAMES[tools.mode].map((name) => [`${tools.toolPrefix}${name}`, all[name]]));
}

/** Opens the sessions of one adapter. */
export function sessionOpener<Caller>(tools: ToolSet, backend: RecogniserBackend<Caller>) {
  const known = handlers(tools, backend);
  return (version: ProtocolVersion, caller: Caller, closed: (session: IntentMcpSession) => void): IntentMcpSession => {
    const ended = new AbortController();
    const running = new Set<Promise<unknown>>();
    let closing: Promise<void> | null = null;

    async function run(handler: Handler<Caller>, args: unknown, options: unknown): Promise<IntentMcpToolResult> {
      const stop = new Stop();
      let signal: AbortSignal | null = null;
      try {
        const read = readParseOptions(options);
        signal = read.signal;
        stop.on(signal, () => cancelled(signal?.reason));
        stop.on(ended.signal, sessionClosed);
        stop.signal.throwIfAborted();
        const { timeoutMs } = read;
        const work = handler(args, { caller, signal: stop.signal, ...(timeoutMs > 0 ? { timeoutMs } : {}) });
        keep(work);
        return successEnvelope(await stop.race(work), version);
      } catch (thrown) {
        if (signal?.aborted) throw signal.reason;
        return failureEnvelope(ended.signal.aborted ? sessionClosed() : toIntentError(thrown), version);
      } finally {
        stop.end();
      }
    }

    function keep(work: Promise<unknown>): void {
      running.add(work);
      const settled = () => running.delete(work);
      work.then(settled, settled);
    }

    async function end(): Promise<void> {
      ended.abort();
      await Promise.allSettled([...running]);
      await backend.end?.(caller);
      closed(session);
    }

    const session: IntentMcpSession = {
      async callTool(name, args, options) {
        const handler = known.get(name);
        if (!handler) return undefined;
        return run(handler, args, options);
      },
      close() {
        closing ??= end();
        return closing;
      },
    };
    return Object.freeze(session);
  };
}

/** A connection asked of an adapter that is closed. */
export const adapterClosed = (): IntentError =>
  new IntentError("SESSION_CLOSED", "transport", "The adapter is closed: it opens no session any more.");
