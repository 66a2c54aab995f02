import { type Readable, Transform, type Writable } from "node:stream";
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { IntentMcpAdapter } from "../mcp/adapter.ts";
import { type Log, nameOf } from "./log.ts";
import { createMcpServer } from "./mcp-server.ts";
import { RunningCalls } from "./running-calls.ts";

/** A transport that is being served. */
export interface Serving {
  /** Resolves when there is nobody left to serve. */
  ended: Promise<void>;
  /** Takes nothing new, lets running calls end for that long, then aborts them. */
  stop(graceMs: number): Promise<void>;
}

export interface StdioParts {
  adapter: IntentMcpAdapter;
  instructions: string;
  input: Readable;
  output: Writable;
  /** How long calls may run on after the end of the input. */
  graceMs: number;
  log: Log;
}

/** One connection over standard input and output, on all three revisions; it ends with the input. */
export function serveOverStdio(o: StdioParts): Serving {
  const calls = new RunningCalls();
  // The SDK drops what is running when its input ends, so the end waits for the answers.
  const gate = new Transform({
    transform: (chunk, _encoding, done) => done(null, chunk),
    flush: (done) => void setImmediate(() => void calls.settled(o.graceMs).then(() => done())),
  });
  const wire = countCalls(new StdioServerTransport(gate, o.output), calls);
  const handle = serveStdio(() => createMcpServer(o.adapter, o.instructions).server, {
    transport: wire.transport,
    onerror: (error) => o.log.debug(`a message was not served (${nameOf(error)})`),
  });
  o.input.on("error", () => gate.end());
  o.input.pipe(gate);
  return {
    ended: wire.closed,
    async stop(graceMs) {
      o.input.unpipe(gate);
      o.input.pause();
      await calls.settled(graceMs);
      await o.adapter.close();
      await calls.settled(graceMs);
      await handle.close();
    },
  };
}

/** Passes everything through, and counts each request until its answer is written or it is cancelled. */
function countCalls(inner: Transport, calls: RunningCalls): { transport: Transport; closed: Promise<void> } {
  const running = new Map<RequestId, () => void>();
  const closed = Promise.withResolvers<void>();
  const finish = (id: RequestId | undefined) => {
    if (id === undefined) return;
    running.get(id)?.();
    running.delete(id);
  };
  const transport: Transport = {
    start: () => inner.start(),
    close: () => inner.close(),
    async send(message, options) {
      try {
        await inner.send(message, options);
      } finally {
        if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) finish(message.id);
      }
    },
  };
  inner.onmessage = (message: JSONRPCMessage, extra) => {
    if (isJSONRPCRequest(message)) {
      finish(message.id);
      running.set(message.id, calls.begin());
    }
    transport.onmessage?.(message, extra);
    if (isJSONRPCNotification(message) && message.method === "notifications/cancelled") {
      finish((message.params as { requestId?: RequestId } | undefined)?.requestId);
    }
  };
  inner.onerror = (error) => transport.onerror?.(error);
  inner.onclose = () => {
    for (const id of [...running.keys()]) finish(id);
    transport.onclose?.();
    closed.resolve();
  };
  return { transport, closed: closed.promise };
}
