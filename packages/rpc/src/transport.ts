import type { DescMethod } from "@bufbuild/protobuf";
import type { Metadata } from "./metadata.ts";

export type WireCallOptions = {
  metadata: Metadata;
  deadlineMs: number | undefined;
  signal: AbortSignal | undefined;
};

export type WireReply = { message: Uint8Array; trailers: Metadata };

/** The caller's end of a streaming call, in bytes. */
export interface ClientStream {
  /** The server takes no more messages; writing on would spin to no purpose. */
  readonly over: boolean;
  /** Resolves when more may be written; undefined when that is at once. Dropped once the call ended. */
  write(message: Uint8Array): Promise<void> | undefined;
  /** No more messages from the caller. */
  end(): void;
  /** The next message; undefined after the last one when the call succeeded, else a WireFailure. */
  read(): Promise<Uint8Array | undefined>;
  /** What came with the status; complete once `read` answered undefined. */
  trailers(): Metadata;
  /** Ends the call for both sides; without effect on one that ended. */
  cancel(): void;
}

/** A way to a server: sockets or the in-process channel. Only `createClient` looks inside. */
export interface Transport {
  unary(method: DescMethod, request: Uint8Array, options: WireCallOptions): Promise<WireReply>;
  stream(method: DescMethod, options: WireCallOptions): ClientStream;
  /** Resolves when the server can be reached; ServiceError `unavailable` after `deadlineMs`. */
  ready(deadlineMs: number): Promise<void>;
  /** Cancels the calls in flight; later ones are refused as unavailable. */
  close(): Promise<void>;
}
