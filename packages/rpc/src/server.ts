import type { DescMethod, DescService, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import * as grpc from "@grpc/grpc-js";
import { type Clock, type Logger, type Metrics, systemClock } from "@openintents/process";
import { reflectionServices } from "./built-in-files.ts";
import type { CallContext, CallHome } from "./call-context.ts";
import { Dispatcher } from "./dispatcher.ts";
import { addToGrpcServer } from "./grpc-server.ts";
import { createHealth } from "./health-service.ts";
import { inProcessTransport } from "./in-process.ts";
import type { ServerInterceptor } from "./interceptor.ts";
import { type Handler, type MethodPlan, planMethod } from "./method-plan.ts";
import { reflectionHandlers } from "./reflection-service.ts";
import type { Transport } from "./transport.ts";

type Request<M extends DescMethod> = MessageShape<M["input"]>;
type Reply<M extends DescMethod> = MessageInitShape<M["output"]>;

export type MethodHandler<M extends DescMethod> = M["methodKind"] extends "unary"
  ? (request: Request<M>, context: CallContext) => Promise<Reply<M>> | Reply<M>
  : M["methodKind"] extends "server_streaming"
    ? (request: Request<M>, context: CallContext) => AsyncIterable<Reply<M>>
    : M["methodKind"] extends "client_streaming"
      ? (requests: AsyncIterable<Request<M>>, context: CallContext) => Promise<Reply<M>> | Reply<M>
      : (requests: AsyncIterable<Request<M>>, context: CallContext) => AsyncIterable<Reply<M>>;

/**
 * Handlers of a service by method. A request stream that the caller cancels throws in the
 * handler, so that a part is never taken for the whole; an answer's iteration is ended
 * with `return`, which takes effect when the handler's own await does: watch the signal.
 */
export type Handlers<S extends DescService> = { [K in keyof S["method"]]: MethodHandler<S["method"][K]> };

export type ServerTls = {
  /** PEM of the server's certificate chain and key. */
  cert: string | Buffer;
  key: string | Buffer;
  /** PEM of the authority whose clients alone are let in. */
  clientCa?: string | Buffer;
};

export type RpcServerOptions = {
  logger: Logger;
  metrics: Metrics;
  /** Largest message in either direction, in bytes; default 4 MiB. */
  maxMessageBytes?: number;
  interceptors?: readonly ServerInterceptor[];
  clock?: Clock;
  /** Milliseconds after which a connection is closed gently, so that load spreads over new replicas. */
  maxConnectionAgeMs?: number;
};

export interface RpcServer {
  /** Methods without a handler answer UNIMPLEMENTED, reason not_implemented. */
  addService<S extends DescService>(service: S, handlers: Partial<Handlers<S>>): void;
  /** Listens on host:port; answers the port in use. May be called for several addresses. */
  listen(address: string, tls?: ServerTls): Promise<number>;
  /** A transport to this server that needs no socket. */
  inProcess(): Transport;
  /** State in grpc.health.v1; "" is the server as a whole. Each starts as not serving. */
  setServing(service: string, serving: boolean): void;
  /** Takes no new calls, lets those in flight finish for `graceMs`, then cancels them. */
  close(graceMs: number): Promise<void>;
}

type HandlerTable = Record<string, Handler | undefined>;

/** A gRPC server with health, reflection, metrics, and an in-process channel. */
export function createRpcServer(o: RpcServerOptions): RpcServer {
  const maxMessageBytes = o.maxMessageBytes ?? 4 * 1024 * 1024;
  const clock = o.clock ?? systemClock;
  const closing = new AbortController();
  const home: CallHome = { logger: o.logger, closing: closing.signal };
  const dispatcher = new Dispatcher(o.metrics);
  const plans = new Map<DescMethod, MethodPlan>();
  const services: DescService[] = [];
  const health = createHealth(closing.signal);
  let closed: Promise<void> | undefined;

  const server = new grpc.Server({
    "grpc.max_receive_message_length": maxMessageBytes,
    // Ours is the check on the way out: it is logged and names the message.
    "grpc.max_send_message_length": -1,
    "grpc.enable_channelz": 0,
    "grpc.keepalive_time_ms": 30_000,
    "grpc.keepalive_timeout_ms": 20_000,
    "grpc.keepalive_permit_without_calls": 1,
    ...(o.maxConnectionAgeMs === undefined ? {} : { "grpc.max_connection_age_ms": o.maxConnectionAgeMs }),
  });

  function add(service: DescService, handlers: HandlerTable, interceptors: readonly ServerInterceptor[]): void {
    if (services.some((known) => known.typeName === service.typeName)) {
      throw new Error(`${service.typeName} is already served`);
    }
    const own = new Map<DescMethod, MethodPlan>();
    for (const method of service.methods) {
      own.set(method, planMethod(method, handlers[method.localName], interceptors, maxMessageBytes));
    }
    addToGrpcServer(server, own, dispatcher, home);
    for (const [method, plan] of own) plans.set(method, plan);
    services.push(service);
  }

  add(health.service, health.handlers, []);
  for (const service of reflectionServices) add(service, reflectionHandlers(services), []);

  return {
    addService(service, handlers) {
      add(service, handlers as HandlerTable, o.interceptors ?? []);
      health.set(service.typeName, false);
    },
    listen: (address, tls) => listen(server, address, tls),
    inProcess: () => inProcessTransport({ dispatcher, home, clock, plan: (method) => plans.get(method) }),
    setServing: (service, serving) => health.set(service, serving),
    close(graceMs) {
      closed ??= (async () => {
        health.stop();
        closing.abort();
        const drained = Promise.all([
          new Promise<void>((resolve) => server.tryShutdown(() => resolve())),
          dispatcher.idle(),
        ]);
        let cancelTimer = (): void => {};
        const late = new Promise<"late">((resolve) => {
          cancelTimer = clock.timer(graceMs, () => resolve("late"));
        });
        if ((await Promise.race([drained, late])) === "late") {
          o.logger.warn({ calls: dispatcher.active.size }, "calls in flight were cancelled");
          for (const call of dispatcher.active) call.abort("cancelled");
          server.forceShutdown();
        }
        cancelTimer();
      })();
      return closed;
    },
  };
}

function listen(server: grpc.Server, address: string, tls: ServerTls | undefined): Promise<number> {
  const credentials =
    tls === undefined
      ? grpc.ServerCredentials.createInsecure()
      : grpc.ServerCredentials.createSsl(
          tls.clientCa === undefined ? null : Buffer.from(tls.clientCa),
          [{ cert_chain: Buffer.from(tls.cert), private_key: Buffer.from(tls.key) }],
          tls.clientCa !== undefined,
        );
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (cause, port) => {
      if (cause === null) resolve(port);
      else reject(new Error(`cannot listen on ${address}: ${cause.message}`, { cause }));
    });
  });
}
