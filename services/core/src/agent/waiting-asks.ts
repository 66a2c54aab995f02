// Asks for work that wait in this process, grouped by what they can do: one look at the
// database serves a whole group.
import type { Clock } from "@openintents/process";
import type { Claim, WorkKind } from "@openintents/proto";
import type { RunnerPool } from "./context.ts";

/** What the runner asked for, already cut down to what its pool may do. */
export type Ask = {
  pool: RunnerPool;
  runnerId: string;
  requestId: string;
  slots: number;
  kinds: WorkKind[];
  /** Empty: any. */
  drivers: string[];
  /** Empty: any. */
  regions: string[];
  parked: ReadonlySet<string>;
};

export type WaitingAsk = Ask & {
  /** One look is all: nobody waits longer for it. */
  once: boolean;
};

type Caller = { resolve(claims: Claim[]): void; reject(cause: unknown): void };
type Entry = { ask: WaitingAsk; callers: Set<Caller> };

/**
 * One entry per ask; an ask that is sent again while it waits joins its entry, so that both
 * calls get the same claims and the end of one call does not end the other.
 */
export function createWaitingAsks(clock: Clock) {
  const entries = new Map<string, Entry>();

  return {
    get size() {
      return entries.size;
    },
    list(): WaitingAsk[] {
      return [...entries.values()].map((entry) => entry.ask);
    },
    /** Resolves with what `settle` gives, or with nothing when the time is up or the signal aborts. */
    wait(ask: Ask, waitMs: number, signal: AbortSignal): Promise<Claim[]> {
      return new Promise((resolve, reject) => {
        const key = keyOf(ask);
        const entry = entries.get(key) ?? { ask: { ...ask, once: true }, callers: new Set() };
        if (waitMs > 0) entry.ask.once = false;
        const leave = () => {
          cancelTimer();
          signal.removeEventListener("abort", giveUp);
          entry.callers.delete(caller);
          if (entry.callers.size === 0 && entries.get(key) === entry) entries.delete(key);
        };
        const caller: Caller = {
          resolve(claims) {
            leave();
            resolve(claims);
          },
          reject(cause) {
            leave();
            reject(cause);
          },
        };
        const giveUp = () => caller.resolve([]);
        const cancelTimer = waitMs > 0 ? clock.timer(waitMs, giveUp) : () => {};
        signal.addEventListener("abort", giveUp, { once: true });
        entries.set(key, entry);
        entry.callers.add(caller);
      });
    },
    /** Answers everybody who waits for this ask by now; false when nobody does any more. */
    settle(ask: Ask, claims: Claim[]): boolean {
      const callers = [...(entries.get(keyOf(ask))?.callers ?? [])];
      for (const caller of callers) caller.resolve(claims);
      return callers.length > 0;
    },
    fail(ask: Ask, cause: unknown): void {
      for (const caller of [...(entries.get(keyOf(ask))?.callers ?? [])]) caller.reject(cause);
    },
  };
}

export function keyOf(ask: { runnerId: string; requestId: string }): string {
  return `${ask.runnerId} ${ask.requestId}`;
}

export type AskGroup = {
  pool: RunnerPool;
  kinds: WorkKind[];
  drivers: string[];
  regions: string[];
  asks: WaitingAsk[];
};

/** Groups the asks; those of the narrowest pools come first. */
export function groupAsks(asks: WaitingAsk[]): AskGroup[] {
  const groups = new Map<string, AskGroup>();
  for (const ask of asks) {
    const { pool, kinds, drivers, regions } = ask;
    const key = JSON.stringify([pool.name, [...kinds].sort(), [...drivers].sort(), [...regions].sort()]);
    const group = groups.get(key);
    if (group) group.asks.push(ask);
    else groups.set(key, { pool, kinds, drivers, regions, asks: [ask] });
  }
  return [...groups.values()].sort((a, b) => breadth(a.pool) - breadth(b.pool));
}

function breadth(pool: RunnerPool): number {
  return (pool.accounts.length === 0 ? 4 : 0) + (pool.hosts.length === 0 ? 2 : 0) + (pool.regions.length === 0 ? 1 : 0);
}
