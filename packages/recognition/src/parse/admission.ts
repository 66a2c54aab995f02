import { IntentError } from "../errors.ts";

interface Waiting {
  admit(): void;
}

/** Lets a bounded number of parses run at once and a bounded number wait, first come, first served. */
export class Admission {
  readonly #atOnce: number;
  readonly #queued: number;
  readonly #waiting = new Set<Waiting>();
  #running = 0;

  constructor(atOnce: number, queued: number) {
    this.#atOnce = atOnce;
    this.#queued = queued;
  }

  /**
   * Resolves with the function that gives the place back (calling it again does nothing). Throws BUSY/core when too
   * many wait already, and the signal's reason when that aborts first.
   */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.size >= this.#queued)
        throw new IntentError("BUSY", "core", "Too many recognitions wait for this instance already.");
      await this.#turn(signal);
    } else {
      this.#running += 1;
    }
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#leave();
    };
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        admit: () => {
          signal.removeEventListener("abort", give);
          resolve();
        },
      };
      const give = () => {
        this.#waiting.delete(waiting);
        reject(signal.reason);
      };
      this.#waiting.add(waiting);
      signal.addEventListener("abort", give, { once: true });
    });
  }

  /** The place passes straight to the one that waited longest, so nobody can slip in between. */
  #leave(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(next);
    next.admit();
  }
}
