import type { DescMethod, Message } from "@bufbuild/protobuf";
import { type Metrics, type ServiceError, serviceError, withSpan } from "@openintents/process";
import { currentCall, type ServerCall } from "./call-context.ts";
import { asServiceError, statusOf } from "./error-mapping.ts";
import type { MethodPlan } from "./method-plan.ts";
import { Code, codeNames, WireStatus } from "./status.ts";

/** The server's end of a streaming call, in bytes. */
export interface ServerWire {
  /** The next request message; undefined after the last; rejects when the call is aborted. */
  read(): Promise<Uint8Array | undefined>;
  /** Tells the caller that the stream is open, before any message. */
  open(): void;
  /** Resolves when more may be written; undefined when that is at once. */
  write(message: Uint8Array): Promise<void> | undefined;
}

/** Serves calls of every channel: decoding, interceptors, rules, metrics, logs, spans. */
export class Dispatcher {
  readonly active = new Set<ServerCall>();
  private readonly seconds;
  private readonly idleWaiters: (() => void)[] = [];

  constructor(metrics: Metrics) {
    this.seconds = metrics.histogram("rpc_server_seconds", "Time to serve a call, in seconds.", [
      "service",
      "method",
      "code",
    ]);
  }

  /** Resolves when no call is in flight. */
  idle(): Promise<void> {
    if (this.active.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.idleWaiters.push(resolve);
    });
  }

  /** Serves a unary call; answers the reply's bytes or the status of the failure. */
  async unary(plan: MethodPlan, call: ServerCall, bytes: Uint8Array): Promise<Uint8Array | WireStatus> {
    const began = performance.now();
    this.active.add(call);
    let code: number = Code.OK;
    try {
      return await currentCall.run(call, inSpan, plan, call, () => this.handleUnary(plan, call, bytes));
    } catch (error) {
      const status = this.refuse(call, error);
      code = status.code;
      return status;
    } finally {
      this.finish(plan, call, code, began);
    }
  }

  /** Serves a streaming call to its end and answers its status. */
  async stream(plan: MethodPlan, call: ServerCall, wire: ServerWire): Promise<WireStatus> {
    const began = performance.now();
    this.active.add(call);
    let status: WireStatus;
    try {
      const served = currentCall.run(call, inSpan, plan, call, () => this.handleStream(plan, call, wire));
      // A handler may be stuck in an await of its own; the caller's end does not wait for it.
      const aborted = new Promise<never>((_, reject) => call.onAbort(() => reject(call.aborted)));
      served.catch((error: unknown) => {
        if (call.aborted !== undefined && error !== call.aborted)
          call.logDebug({ err: error }, "a handler failed after its call was over");
      });
      await Promise.race([served, aborted]);
      status = new WireStatus(Code.OK, "", call.setTrailers);
    } catch (error) {
      status = this.refuse(call, error);
    }
    this.finish(plan, call, status.code, began);
    return status;
  }

  private async handleUnary(plan: MethodPlan, call: ServerCall, bytes: Uint8Array): Promise<Uint8Array> {
    return plan.encode(await this.invoke(plan, call, plan.decode(bytes), true));
  }

  private async handleStream(plan: MethodPlan, call: ServerCall, wire: ServerWire): Promise<void> {
    const kind = plan.method.methodKind;
    if (kind === "client_streaming") {
      const reply = await this.invoke(plan, call, requests(plan, wire), false);
      await wire.write(plan.encode(reply));
      return;
    }
    let request: unknown;
    if (kind === "server_streaming") {
      const bytes = await wire.read();
      if (bytes === undefined) throw serviceError("parameter_missing", "the call carries no request message");
      request = plan.decode(bytes);
    } else {
      request = requests(plan, wire);
    }
    const replies = await this.invoke(plan, call, request, kind === "server_streaming");
    wire.open();
    await sendAll(plan, call, replies as AsyncIterable<unknown>, wire);
  }

  private invoke(plan: MethodPlan, call: ServerCall, request: unknown, single: boolean): unknown {
    const { handler } = plan;
    if (handler === undefined) throw notImplemented(plan.method);
    if (plan.interceptors.length === 0) {
      if (single) plan.check(request as Message);
      return handler(request, call);
    }
    const step = async (index: number): Promise<unknown> => {
      const interceptor = plan.interceptors[index];
      if (interceptor !== undefined) return interceptor(call, request, () => step(index + 1));
      if (single) plan.check(request as Message);
      return handler(request, call);
    };
    return step(0);
  }

  private refuse(call: ServerCall, thrown: unknown): WireStatus {
    // What a handler throws because its signal aborted says less than why it did.
    const error: ServiceError = call.aborted ?? asServiceError(thrown);
    const status = statusOf(error, call);
    const faulty = status.code === Code.INTERNAL || status.code === Code.UNKNOWN || status.code === Code.DATA_LOSS;
    const line = { code: codeNames[status.code], reason: error.reason, param: error.param };
    if (faulty) call.logger.error({ ...line, err: error.cause ?? error }, "call failed");
    else call.logDebug(call.aborted === undefined ? line : { ...line, err: thrown }, "call refused");
    return status;
  }

  private finish(plan: MethodPlan, call: ServerCall, code: number, began: number): void {
    call.end();
    this.active.delete(call);
    const { method } = plan;
    const labels = { service: method.parent.typeName, method: method.name, code: codeNames[code] ?? "UNKNOWN" };
    this.seconds.observe(labels, (performance.now() - began) / 1000);
    if (this.active.size === 0) for (const resolve of this.idleWaiters.splice(0)) resolve();
  }
}

function inSpan<T>(plan: MethodPlan, call: ServerCall, run: () => Promise<T>): Promise<T> {
  const traceparent = call.metadata.get("traceparent");
  return withSpan(plan.spanName, { traceparent, kind: "server", attributes: plan.spanAttributes }, run);
}

function notImplemented(method: DescMethod): ServiceError {
  return serviceError("not_implemented", `${method.parent.name}.${method.name} is not part of this release`);
}

async function* requests(plan: MethodPlan, wire: ServerWire): AsyncGenerator<Message> {
  for (let bytes = await wire.read(); bytes !== undefined; bytes = await wire.read()) {
    const request = plan.decode(bytes);
    plan.check(request);
    yield request;
  }
}

async function sendAll(
  plan: MethodPlan,
  call: ServerCall,
  replies: AsyncIterable<unknown>,
  wire: ServerWire,
): Promise<void> {
  const iterator = replies[Symbol.asyncIterator]();
  let over = false;
  const release = (): void => {
    if (over) return;
    over = true;
    // Runs the handler's `finally` blocks; one that is stuck in an await gets there when that ends.
    Promise.resolve(iterator.return?.()).catch((error: unknown) => {
      call.logger.warn({ err: error }, "a stream's handler failed while it was ended");
    });
  };
  call.onAbort(release);
  try {
    for (;;) {
      const next = await iterator.next();
      if (next.done === true) {
        over = true;
        return;
      }
      if (call.aborted !== undefined) throw call.aborted;
      const stalled = wire.write(plan.encode(next.value));
      if (stalled !== undefined) await stalled;
    }
  } finally {
    release();
  }
}
