import type { EventEmitter } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { DescMethod } from "@bufbuild/protobuf";
import * as grpc from "@grpc/grpc-js";
import { type CallHome, ServerCall } from "./call-context.ts";
import type { Dispatcher, ServerWire } from "./dispatcher.ts";
import { asBuffer, asBytes, fromGrpcMetadata, sameBuffer, statusTrailers, toGrpcMetadata } from "./grpc-metadata.ts";
import type { Metadata } from "./metadata.ts";
import type { MethodPlan } from "./method-plan.ts";
import { ReadablePull } from "./readable-pull.ts";
import { Code, WireStatus } from "./status.ts";

type SurfaceCall = grpc.ServerUnaryCall<Buffer, Buffer> | grpc.ServerWritableStream<Buffer, Buffer> | Duplex;
type Duplex = grpc.ServerDuplexStream<Buffer, Buffer>;
type Writable = Duplex | grpc.ServerWritableStream<Buffer, Buffer>;

/** A caller gives up at its deadline a moment before the server's own clock gets there. */
const DEADLINE_TOLERANCE_MS = 25;

class SocketCall extends ServerCall {
  private readonly surface: SurfaceCall;

  constructor(method: DescMethod, home: CallHome, surface: SurfaceCall) {
    const deadline = surface.getDeadline();
    super(method, home, typeof deadline === "number" && deadline !== Infinity ? deadline : undefined);
    this.surface = surface;
    (surface as EventEmitter).on("cancelled", () => {
      const late = this.deadline !== undefined && Date.now() >= this.deadline - DEADLINE_TOLERANCE_MS;
      this.abort(late ? "timeout" : "cancelled");
    });
  }

  protected override loadMetadata(): Metadata {
    return fromGrpcMetadata(this.surface.metadata);
  }

  override get peer(): string {
    return this.surface.getPeer();
  }
}

function handleUnary(
  plan: MethodPlan,
  dispatcher: Dispatcher,
  home: CallHome,
  surface: grpc.ServerUnaryCall<Buffer, Buffer>,
  respond: grpc.sendUnaryData<Buffer>,
): void {
  const call = new SocketCall(plan.method, home, surface);
  void dispatcher.unary(plan, call, asBytes(surface.request)).then((outcome) => {
    if (outcome instanceof WireStatus) {
      respond({ code: outcome.code, details: outcome.message, metadata: statusTrailers(outcome) });
      return;
    }
    const trailers = call.setTrailers;
    respond(null, asBuffer(outcome), trailers === undefined ? undefined : toGrpcMetadata(trailers));
  });
}

/** Resolves at the next "drain", or when the caller is gone and nothing will drain. */
function drained(surface: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      surface.off("drain", done);
      surface.off("cancelled", done);
      surface.off("close", done);
      resolve();
    };
    surface.on("drain", done);
    (surface as EventEmitter).on("cancelled", done);
    surface.on("close", done);
  });
}

async function handleStream(
  plan: MethodPlan,
  dispatcher: Dispatcher,
  home: CallHome,
  surface: Writable,
  read: (call: SocketCall) => () => Promise<Uint8Array | undefined>,
): Promise<void> {
  const call = new SocketCall(plan.method, home, surface);
  const wire: ServerWire = {
    read: read(call),
    open: () => surface.sendMetadata(new grpc.Metadata()),
    write: (message) => (surface.write(asBuffer(message)) || surface.destroyed ? undefined : drained(surface)),
  };
  const status = await dispatcher.stream(plan, call, wire);
  if (surface.cancelled) return;
  if (status.code === Code.OK) surface.end(toGrpcMetadata(status.trailers));
  else surface.emit("error", { code: status.code, details: status.message, metadata: statusTrailers(status) });
}

function requestReader(call: SocketCall, surface: Duplex): () => Promise<Uint8Array | undefined> {
  const pull = new ReadablePull(surface, () => call.aborted);
  call.onAbort(() => pull.notify());
  return async () => {
    const message = await pull.read();
    if (message !== undefined) return message;
    // A reset stream looks ended first and cancelled some ticks later; what was cut off
    // must not be taken for the whole.
    await nextTurn();
    if (call.aborted !== undefined) throw call.aborted;
    return undefined;
  };
}

/** Adds a service's plans to a grpc-js server; bytes pass through it as they are. */
export function addToGrpcServer(
  server: grpc.Server,
  plans: ReadonlyMap<DescMethod, MethodPlan>,
  dispatcher: Dispatcher,
  home: CallHome,
): void {
  const definition: Record<string, grpc.MethodDefinition<Buffer, Buffer>> = {};
  const implementation: grpc.UntypedServiceImplementation = {};
  for (const [method, plan] of plans) {
    const serverStreams = method.methodKind === "server_streaming";
    const unary = method.methodKind === "unary";
    definition[method.localName] = {
      path: plan.path,
      // A client stream is served as a duplex whose one reply is written by us.
      requestStream: !unary && !serverStreams,
      responseStream: !unary,
      requestSerialize: sameBuffer,
      requestDeserialize: sameBuffer,
      responseSerialize: sameBuffer,
      responseDeserialize: sameBuffer,
    };
    if (unary) {
      implementation[method.localName] = ((surface: grpc.ServerUnaryCall<Buffer, Buffer>, respond) =>
        handleUnary(plan, dispatcher, home, surface, respond)) as grpc.handleUnaryCall<Buffer, Buffer>;
    } else if (serverStreams) {
      implementation[method.localName] = ((surface) => {
        let request: Buffer | undefined = surface.request;
        const once = (): Promise<Uint8Array | undefined> => {
          const bytes = request;
          request = undefined;
          return Promise.resolve(bytes === undefined ? undefined : asBytes(bytes));
        };
        void handleStream(plan, dispatcher, home, surface, () => once);
      }) as grpc.handleServerStreamingCall<Buffer, Buffer>;
    } else {
      implementation[method.localName] = ((surface) => {
        void handleStream(plan, dispatcher, home, surface, (call) => requestReader(call, surface));
      }) as grpc.handleBidiStreamingCall<Buffer, Buffer>;
    }
  }
  server.addService(definition, implementation);
}
