import {
  create,
  type DescMessage,
  type DescMethod,
  type DescService,
  fromBinary,
  type Message,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from "@bufbuild/protobuf";
import { currentTraceparent, serviceError } from "@openintents/process";
import { currentCall } from "./call-context.ts";
import { cancelledError, errorOf } from "./error-mapping.ts";
import { Metadata } from "./metadata.ts";
import { failedStream } from "./open-calls.ts";
import { WireFailure } from "./status.ts";
import type { ClientStream, Transport, WireCallOptions } from "./transport.ts";

export type CallOptions = {
  metadata?: Metadata | Record<string, string | undefined>;
  /** Cancels the call on both sides. */
  signal?: AbortSignal;
  /** Milliseconds the call may take; a unary or client-streaming one has 15 000 by default, other streams no limit. */
  deadlineMs?: number;
  /** Called once with the trailers, of a failed call too. */
  onTrailers?: (trailers: Metadata) => void;
};

export type ClientDefaults = {
  deadlineMs?: number;
  /** Sent with every call, under what the call itself gives. */
  metadata?: () => Record<string, string | undefined>;
};

type Input<M extends DescMethod> = MessageInitShape<M["input"]>;
type Output<M extends DescMethod> = MessageShape<M["output"]>;

export type ClientMethod<M extends DescMethod> = M["methodKind"] extends "unary"
  ? (request: Input<M>, options?: CallOptions) => Promise<Output<M>>
  : M["methodKind"] extends "server_streaming"
    ? (request: Input<M>, options?: CallOptions) => AsyncIterableIterator<Output<M>>
    : M["methodKind"] extends "client_streaming"
      ? (requests: AsyncIterable<Input<M>>, options?: CallOptions) => Promise<Output<M>>
      : (requests: AsyncIterable<Input<M>>, options?: CallOptions) => AsyncIterableIterator<Output<M>>;

export type Client<S extends DescService> = { [K in keyof S["method"]]: ClientMethod<S["method"][K]> };

const DEFAULT_DEADLINE_MS = 15_000;

/**
 * A typed client of a service. A failed call throws a ServiceError with the server's
 * reason, param and details; without a connection the reason is `unavailable`, past the
 * deadline `timeout`, after a cancellation `cancelled`. A stream's call begins with the
 * method's call and ends when its iteration is left.
 */
export function createClient<S extends DescService>(
  service: S,
  transport: Transport,
  defaults: ClientDefaults = {},
): Client<S> {
  const client: Record<string, unknown> = {};
  for (const method of (service as DescService).methods) {
    client[method.localName] = clientMethod(method, transport, defaults);
  }
  return client as Client<S>;
}

function clientMethod(method: DescMethod, transport: Transport, defaults: ClientDefaults): unknown {
  const { input, output } = method;
  const singleReply = method.methodKind === "unary" || method.methodKind === "client_streaming";
  const encode = (init: unknown): Uint8Array => toBinary(input, create(input, init as MessageInitShape<DescMessage>));
  const decode = (bytes: Uint8Array): Message => fromBinary(output, bytes);
  const open = (options: CallOptions): ClientStream => {
    try {
      return transport.stream(method, wireOptions(options));
    } catch (error) {
      // What is wrong with the call shows where its stream is read.
      return failedStream(error);
    }
  };
  const wireOptions = (options: CallOptions): WireCallOptions => {
    if (options.signal?.aborted === true) throw cancelledError();
    return {
      metadata: outgoingMetadata(defaults, options),
      deadlineMs: options.deadlineMs ?? (singleReply ? (defaults.deadlineMs ?? DEFAULT_DEADLINE_MS) : undefined),
      signal: options.signal,
    };
  };

  switch (method.methodKind) {
    case "unary":
      return async (request: unknown, options: CallOptions = {}) => {
        const wire = wireOptions(options);
        try {
          const reply = await transport.unary(method, encode(request), wire);
          options.onTrailers?.(reply.trailers);
          return decode(reply.message);
        } catch (error) {
          throw failed(error, options);
        }
      };
    case "server_streaming":
      return (request: unknown, options: CallOptions = {}) => {
        const bytes = encode(request);
        const stream = open(options);
        void stream.write(bytes);
        stream.end();
        return replies(stream, decode, options);
      };
    case "client_streaming":
      return async (requests: AsyncIterable<unknown>, options: CallOptions = {}) => {
        const stream = open(options);
        const upload = new Upload(requests, encode, stream);
        try {
          const message = await stream.read();
          // The status follows the reply, and may still be a failure.
          if (message === undefined || (await stream.read()) !== undefined) {
            throw serviceError("internal_error", `${method.name} did not answer with one message`);
          }
          options.onTrailers?.(stream.trailers());
          return decode(message);
        } catch (error) {
          throw upload.failure ?? failed(error, options);
        } finally {
          upload.stop();
          stream.cancel();
        }
      };
    case "bidi_streaming":
      return (requests: AsyncIterable<unknown>, options: CallOptions = {}) => {
        const stream = open(options);
        const upload = new Upload(requests, encode, stream);
        return replies(stream, decode, options, upload);
      };
  }
}

function outgoingMetadata(defaults: ClientDefaults, options: CallOptions): Metadata {
  const metadata = new Metadata();
  const traceparent = currentTraceparent();
  if (traceparent !== undefined) metadata.set("traceparent", traceparent);
  const serving = currentCall.getStore();
  if (serving !== undefined) metadata.set("x-request-id", serving.requestId);
  if (defaults.metadata !== undefined) metadata.merge(defaults.metadata());
  if (options.metadata !== undefined) metadata.merge(options.metadata);
  return metadata;
}

function failed(error: unknown, options: CallOptions): unknown {
  if (error instanceof WireFailure) options.onTrailers?.(error.status.trailers);
  return errorOf(error);
}

/** Sends a caller's messages, as fast as the stream takes them, until either side ends. */
class Upload {
  /** What the caller's own iterable threw. */
  failure: unknown;
  private readonly iterator: AsyncIterator<unknown>;
  private stopped = false;

  constructor(requests: AsyncIterable<unknown>, encode: (request: unknown) => Uint8Array, stream: ClientStream) {
    this.iterator = requests[Symbol.asyncIterator]();
    this.run(encode, stream).catch((error: unknown) => {
      if (this.stopped) return;
      this.failure = error;
      this.stop();
      stream.cancel();
    });
  }

  /** The call is over: lets the caller's iterable clean up. */
  stop(): void {
    if (this.stopped) return;
    this.stopped = true;
    Promise.resolve(this.iterator.return?.()).catch((error: unknown) => {
      this.failure ??= error;
    });
  }

  private async run(encode: (request: unknown) => Uint8Array, stream: ClientStream): Promise<void> {
    for (;;) {
      const next = await this.iterator.next();
      if (this.stopped) return;
      if (next.done === true) break;
      if (stream.over) return this.stop();
      const stalled = stream.write(encode(next.value));
      if (stalled !== undefined) await stalled;
    }
    this.stopped = true;
    stream.end();
  }
}

async function* readReplies(
  stream: ClientStream,
  decode: (bytes: Uint8Array) => Message,
  options: CallOptions,
  upload: Upload | undefined,
): AsyncGenerator<Message> {
  try {
    for (let bytes = await stream.read(); bytes !== undefined; bytes = await stream.read()) yield decode(bytes);
    options.onTrailers?.(stream.trailers());
  } catch (error) {
    throw upload?.failure ?? failed(error, options);
  } finally {
    upload?.stop();
    stream.cancel();
  }
}

function replies(
  stream: ClientStream,
  decode: (bytes: Uint8Array) => Message,
  options: CallOptions,
  upload?: Upload,
): AsyncIterableIterator<Message> {
  const generator = readReplies(stream, decode, options, upload);
  const iterator: AsyncIterableIterator<Message> = {
    next: () => generator.next(),
    // A generator that never ran, or that waits for a message, would not get to its `finally`.
    return: () => {
      upload?.stop();
      stream.cancel();
      return generator.return(undefined);
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}
