import type { IntentError } from "../errors.ts";

/**
 * One piece of work that several callers wait for. Each may leave by its own signal; when the last one has left,
 * or when somebody ends the run, `signal` aborts and whoever still waits gets the error at once.
 */
export class SharedRun<T> {
  /** Settles when the work itself is over, which may be a little after the callers were answered. Never rejects. */
  readonly over: Promise<void>;
  readonly #controller = new AbortController();
  readonly #answer: Promise<T>;
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<T>) {
    const working = work(this.signal);
    const ended = new Promise<never>((_, reject) => {
      this.signal.addEventListener("abort", () => reject(this.signal.reason), { once: true });
    });
    this.#answer = Promise.race([working, ended]);
    this.over = working.then(
      () => undefined,
      () => undefined,
    );
    // Everybody may have left by the time that the answer is a failure.
    this.#answer.catch(() => undefined);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Ends the work; callers still waiting get `error`. */
  end(error: IntentError): void {
    if (!this.signal.aborted) this.#controller.abort(error);
  }

  /** Waits for the answer; throws the reason of `signal` when that comes first. */
  async join(signal: AbortSignal | undefined): Promise<T> {
    this.#waiting += 1;
    let leave: () => void = () => undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal?.reason);
      signal?.addEventListener("abort", leave, { once: true });
    });
    try {
      return await Promise.race([this.#answer, left]);
    } finally {
      signal?.removeEventListener("abort", leave);
      this.#waiting -= 1;
      if (this.#waiting === 0 && !this.signal.aborted) this.#controller.abort();
    }
  }
}
