/**
 * Messages on their way between the two ends of the in-process channel. A writer is held
 * back while more than `capacity` of them wait, as a socket's flow control would.
 */
export class MessageQueue {
  private readonly capacity: number;
  private readonly messages: Uint8Array[] = [];
  private readers: { resolve: (message: Uint8Array | undefined) => void; reject: (error: unknown) => void }[] = [];
  private stalled: (() => void)[] = [];
  private state: { open: true } | { open: false; error: unknown } = { open: true };

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get ended(): boolean {
    return !this.state.open;
  }

  /** Undefined when more may be pushed at once; a message pushed after the end is dropped. */
  push(message: Uint8Array): Promise<void> | undefined {
    if (!this.state.open) return undefined;
    const reader = this.readers.shift();
    if (reader !== undefined) {
      reader.resolve(message);
      return undefined;
    }
    this.messages.push(message);
    if (this.messages.length < this.capacity) return undefined;
    return new Promise((resolve) => {
      this.stalled.push(resolve);
    });
  }

  /** The next message; undefined after the last, or the error with which the queue ended. */
  pull(): Promise<Uint8Array | undefined> {
    const message = this.messages.shift();
    if (message !== undefined) {
      if (this.messages.length < this.capacity) this.release();
      return Promise.resolve(message);
    }
    if (this.state.open) {
      return new Promise((resolve, reject) => {
        this.readers.push({ resolve, reject });
      });
    }
    return this.state.error === undefined ? Promise.resolve(undefined) : Promise.reject(this.state.error);
  }

  /** No more messages; those that wait are still delivered, then `error`, if any, is thrown. */
  end(error?: unknown): void {
    if (!this.state.open) return;
    this.state = { open: false, error };
    for (const reader of this.readers.splice(0)) {
      if (error === undefined) reader.resolve(undefined);
      else reader.reject(error);
    }
    this.release();
  }

  /** Ends at once: what waits is dropped. */
  abort(error: unknown): void {
    this.messages.length = 0;
    this.state = this.state.open ? this.state : { open: false, error };
    this.end(error);
  }

  private release(): void {
    for (const resolve of this.stalled.splice(0)) resolve();
  }
}
