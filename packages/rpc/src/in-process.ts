import { AsyncLocalStorage } from "node:async_hooks";
import type { DescMethod } from "@bufbuild/protobuf";
import type { Clock } from "@openintents/process";
import { type CallHome, ServerCall } from "./call-context.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { MessageQueue } from "./message-queue.ts";
import { Metadata } from "./metadata.ts";
import type { MethodPlan } from "./method-plan.ts";
import { failedStream, OpenCalls } from "./open-calls.ts";
import { Code, WireFailure, WireStatus } from "./status.ts";
import type { ClientStream, Transport, WireCallOptions, WireReply } from "./transport.ts";

/** As many as grpc-js holds on either side of a socket. */
const STALL_AFTER = 16;

export type InProcessHost = {
  dispatcher: Dispatcher;
  home: CallHome;
  clock: Clock;
  /** The plan of a method, undefined when no such service was added. */
  plan: (method: DescMethod) => MethodPlan | undefined;
};

class LocalCall extends ServerCall {
  private readonly sent: Metadata;

  constructor(method: DescMethod, host: InProcessHost, options: WireCallOptions) {
    super(method, host.home, options.deadlineMs === undefined ? undefined : host.clock.now() + options.deadlineMs);
    this.sent = options.metadata;
  }

  protected override loadMetadata(): Metadata {
    return this.sent;
  }

  override get peer(): string {
    return "in-process";
  }
}

function refusal(host: InProcessHost, open: OpenCalls, method: DescMethod): WireFailure | undefined {
  if (open.refusal !== undefined) return open.refusal;
  if (host.home.closing.aborted) return new WireFailure(new WireStatus(Code.UNAVAILABLE, "the server is closing"));
  if (host.plan(method) === undefined) return new WireFailure(new WireStatus(Code.UNIMPLEMENTED, "no such service"));
  return undefined;
}

/** Watches deadline and caller for one call; `stop` is called at most once, the result ends the watch. */
function watch(
  host: InProcessHost,
  open: OpenCalls,
  options: WireCallOptions,
  stop: (why: "timeout" | "cancelled") => void,
): () => void {
  const { deadlineMs, signal } = options;
  const cancelTimer = deadlineMs === undefined ? undefined : host.clock.timer(deadlineMs, () => end("timeout"));
  const onAbort = (): void => end("cancelled");
  signal?.addEventListener("abort", onAbort, { once: true });
  open.add(onAbort);
  const release = (): void => {
    cancelTimer?.();
    signal?.removeEventListener("abort", onAbort);
    open.delete(onAbort);
  };
  const end = (why: "timeout" | "cancelled"): void => {
    release();
    stop(why);
  };
  return release;
}

function stopped(why: "timeout" | "cancelled"): WireFailure {
  return new WireFailure(new WireStatus(why === "timeout" ? Code.DEADLINE_EXCEEDED : Code.CANCELLED, why));
}

/**
 * The channel to a server in the same process. Messages are encoded and decoded, and the
 * handler runs in the server's asynchronous context, so that nothing but bytes and
 * metadata passes, as through a socket.
 */
export function inProcessTransport(host: InProcessHost): Transport {
  const inServerContext = AsyncLocalStorage.snapshot();
  const open = new OpenCalls();

  function unary(method: DescMethod, request: Uint8Array, options: WireCallOptions): Promise<WireReply> {
    const refused = refusal(host, open, method);
    const plan = host.plan(method);
    if (refused !== undefined || plan === undefined) return Promise.reject(refused);
    const call = new LocalCall(method, host, options);
    return new Promise((resolve, reject) => {
      const unwatch = watch(host, open, options, (why) => {
        call.abort(why);
        reject(stopped(why));
      });
      const serve = async (): Promise<void> => {
        const outcome = await host.dispatcher.unary(plan, call, request);
        unwatch();
        if (outcome instanceof WireStatus) reject(new WireFailure(outcome));
        else resolve({ message: outcome, trailers: call.setTrailers ?? new Metadata() });
      };
      // A caller's own code goes on first, as it does with a socket.
      queueMicrotask(() => inServerContext(serve).catch(reject));
    });
  }

  function stream(method: DescMethod, options: WireCallOptions): ClientStream {
    const refused = refusal(host, open, method);
    const plan = host.plan(method);
    if (refused !== undefined || plan === undefined) return failedStream(refused);
    const up = new MessageQueue(STALL_AFTER);
    const down = new MessageQueue(STALL_AFTER);
    let trailers = new Metadata();
    const call = new LocalCall(method, host, options);
    const stop = (why: "timeout" | "cancelled"): void => {
      unwatch();
      call.abort(why);
      up.abort(call.aborted ?? stopped(why));
      down.abort(stopped(why));
    };
    const unwatch = watch(host, open, options, stop);
    const serve = async (): Promise<void> => {
      const wire = { read: () => up.pull(), open: () => {}, write: (message: Uint8Array) => down.push(message) };
      const status = await host.dispatcher.stream(plan, call, wire);
      unwatch();
      trailers = status.trailers;
      down.end(status.code === Code.OK ? undefined : new WireFailure(status));
      up.abort(stopped("cancelled"));
    };
    queueMicrotask(() => inServerContext(serve).catch((error: unknown) => down.end(error)));

    return {
      get over() {
        return up.ended;
      },
      write: (message) => up.push(message),
      end: () => up.end(),
      read: () => down.pull(),
      trailers: () => trailers,
      cancel: () => stop("cancelled"),
    };
  }

  return { unary, stream, ready: () => Promise.resolve(), close: async () => open.close() };
}
