import type { Clock } from "@openintents/process";
import { serviceError } from "@openintents/process";

/** One waiter's view of one intent. */
export type IntentSubscription = {
  /**
   * Resolves true when the intent has news since this was last asked, false when `timeoutMs`
   * passed or the signal aborted. Rejects with `unavailable` when the service stops.
   */
  changed(o: { timeoutMs?: number; signal?: AbortSignal }): Promise<boolean>;
  close(): void;
};

type Waiter = { news: boolean; settle: ((outcome: boolean | Error) => void) | undefined };

/**
 * Wakes whoever waits for an intent. There is one per process: however many wait, they
 * cost no query until their intent has news.
 */
export class IntentNotifier {
  private readonly clock: Clock;
  private readonly waiters = new Map<string, Set<Waiter>>();
  private closed = false;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  subscribe(intent: string): IntentSubscription {
    const waiter: Waiter = { news: false, settle: undefined };
    const set = this.waiters.get(intent) ?? new Set();
    this.waiters.set(intent, set.add(waiter));
    return {
      changed: (o) => this.wait(waiter, o),
      close: () => {
        set.delete(waiter);
        if (set.size === 0 && this.waiters.get(intent) === set) this.waiters.delete(intent);
      },
    };
  }

  wake(intent: string): void {
    for (const waiter of this.waiters.get(intent) ?? []) this.tell(waiter, true);
  }

  /** For when news may have been missed. */
  wakeAll(): void {
    for (const intent of [...this.waiters.keys()]) this.wake(intent);
  }

  /** Ends every wait; later waits end at once. */
  close(): void {
    this.closed = true;
    for (const set of this.waiters.values()) for (const waiter of set) this.tell(waiter, stopping());
  }

  private tell(waiter: Waiter, outcome: boolean | Error): void {
    if (waiter.settle === undefined) waiter.news = true;
    else waiter.settle(outcome);
  }

  private wait(waiter: Waiter, o: { timeoutMs?: number; signal?: AbortSignal }): Promise<boolean> {
    if (this.closed) return Promise.reject(stopping());
    if (waiter.news) {
      waiter.news = false;
      return Promise.resolve(true);
    }
    if (o.signal?.aborted === true) return Promise.resolve(false);
    return new Promise((resolve, reject) => {
      const onAbort = () => waiter.settle?.(false);
      const cancelTimer = o.timeoutMs === undefined ? undefined : this.clock.timer(o.timeoutMs, onAbort);
      o.signal?.addEventListener("abort", onAbort, { once: true });
      waiter.settle = (outcome) => {
        waiter.settle = undefined;
        cancelTimer?.();
        o.signal?.removeEventListener("abort", onAbort);
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      };
    });
  }
}

function stopping(): Error {
  return serviceError("unavailable", "The timeline is stopping; go on from the last sequence you have.", {
    retryAfterSeconds: 1,
  });
}
