import type { Readable } from "node:stream";
import { asBytes } from "./grpc-metadata.ts";

/**
 * Reads messages one by one from an object stream. Node's own iteration destroys the
 * stream at its end, which would cut off the write side of a duplex call, and throws at
 * an error before the messages that came in front of it are delivered.
 */
export class ReadablePull {
  private readonly stream: Readable;
  /** Why reading must end at once, ahead of what waits. */
  private readonly stopped: () => unknown;
  private wake: (() => void) | undefined;
  private ended = false;

  constructor(stream: Readable, stopped: () => unknown) {
    this.stream = stream;
    this.stopped = stopped;
    const wake = (): void => this.notify();
    stream.on("readable", wake);
    stream.on("end", () => {
      this.ended = true;
      this.notify();
    });
    stream.on("close", () => {
      this.ended = true;
      this.notify();
    });
  }

  /** Makes a waiting `read` look at the state again. */
  notify(): void {
    const wake = this.wake;
    this.wake = undefined;
    wake?.();
  }

  /** The next message, undefined at the end. One call at a time. */
  async read(): Promise<Uint8Array | undefined> {
    for (;;) {
      const reason = this.stopped();
      if (reason !== undefined) throw reason;
      const message: Buffer | null = this.stream.read();
      if (message !== null) return asBytes(message);
      if (this.ended) return undefined;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}
