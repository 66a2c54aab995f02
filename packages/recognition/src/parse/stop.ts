import { IntentError } from "../errors.ts";

/** The longest that a timer of the platform can wait. */
const LONGEST_TIMER = 2_147_483_647;

/**
 * The one AbortController of a parse: fed by the caller's signal, the deadline, disposal and the budget's wall time.
 * The first of them wins and its IntentError is the reason.
 */
export class Stop {
  readonly #controller = new AbortController();
  readonly #undo: (() => void)[] = [];

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Stops with this error, unless something stopped it before. */
  now(error: IntentError): void {
    if (!this.signal.aborted) this.#controller.abort(error);
  }

  on(source: AbortSignal | null, error: () => IntentError): void {
    if (!source) return;
    const stop = () => this.now(error());
    if (source.aborted) {
      stop();
      return;
    }
    source.addEventListener("abort", stop, { once: true });
    this.#undo.push(() => source.removeEventListener("abort", stop));
  }

  /** `milliseconds` from now; 0 or less: at once; longer than a timer can wait: never. */
  after(milliseconds: number, error: () => IntentError): void {
    if (milliseconds > LONGEST_TIMER) return;
    if (milliseconds <= 0) {
      this.now(error());
      return;
    }
    const timer = setTimeout(() => this.now(error()), milliseconds);
    this.#undo.push(() => clearTimeout(timer));
  }

  /** Waits for the work or for the stop, whichever is first; what the work still gives later is dropped. */
  async race<T>(work: Promise<T>): Promise<T> {
    work.catch(() => undefined);
    if (this.signal.aborted) throw this.signal.reason;
    let onAbort: () => void = () => undefined;
    const stopped = new Promise<never>((_, reject) => {
      onAbort = () => reject(this.signal.reason);
      this.signal.addEventListener("abort", onAbort, { once: true });
    });
    try {
      return await Promise.race([work, stopped]);
    } finally {
      this.signal.removeEventListener("abort", onAbort);
    }
  }

  /** Lets go of every timer and listener. */
  end(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }
}

export const cancelled = (reason: unknown): IntentError =>
  new IntentError("CANCELLED", "core", "The caller cancelled this recognition.", { cause: reason });

export const timedOut = (): IntentError =>
  new IntentError("TIMEOUT", "core", "The recognition did not end before its deadline.");

export const disposed = (): IntentError =>
  new IntentError("INSTANCE_DISPOSED", "core", "This recogniser was disposed of.");
