import { Metadata } from "./metadata.ts";
import { Code, WireFailure, WireStatus } from "./status.ts";
import type { ClientStream } from "./transport.ts";

/** The calls in flight over one transport, which end with it. */
export class OpenCalls {
  private readonly cancels = new Set<() => void>();
  private closed = false;

  /** Why no call can be made; undefined while the transport is open. */
  get refusal(): WireFailure | undefined {
    return this.closed ? new WireFailure(new WireStatus(Code.UNAVAILABLE, "the transport is closed")) : undefined;
  }

  add(cancel: () => void): void {
    this.cancels.add(cancel);
  }

  delete(cancel: () => void): void {
    this.cancels.delete(cancel);
  }

  close(): void {
    this.closed = true;
    for (const cancel of [...this.cancels]) cancel();
  }
}

/** A stream that failed before it was opened. */
export function failedStream(error: unknown): ClientStream {
  return {
    over: true,
    write: () => undefined,
    end: () => {},
    read: () => Promise.reject(error),
    trailers: () => new Metadata(),
    cancel: () => {},
  };
}
