// Charges requests to credentials. Calls that arrive while a charge of the same credential
// is under way share the next statement, so a busy credential costs few round trips.

import type { Database } from "@openintents/postgres";
import { serviceError } from "@openintents/process";
import { chargeRequests } from "./store/rate-limits.ts";

export type Limit = { perMinute: number; burst: number };
/** What the answer tells the caller: requests left now, and seconds until all are back. */
export type LimitState = { policy: string; state: string };

type Waiter = { resolve: (state: LimitState) => void; reject: (cause: unknown) => void };
type Queue = { limit: Limit; waiters: Waiter[]; busy: boolean };

export type RateLimiter = { charge(credentialId: string, limit: Limit): Promise<LimitState> };

export function createRateLimiter(database: Database): RateLimiter {
  const queues = new Map<string, Queue>();

  async function drain(credentialId: string, queue: Queue): Promise<void> {
    queue.busy = true;
    while (queue.waiters.length > 0) {
      const batch = queue.waiters;
      queue.waiters = [];
      try {
        await settle(credentialId, queue.limit, batch);
      } catch (cause) {
        for (const waiter of batch) waiter.reject(cause);
      }
    }
    queues.delete(credentialId);
  }

  async function settle(credentialId: string, limit: Limit, batch: Waiter[]): Promise<void> {
    const interval = 60 / limit.perMinute;
    const { granted, ahead } = await chargeRequests(database, {
      credentialId,
      wanted: batch.length,
      interval,
      burst: limit.burst,
    });
    const left = Math.max(0, Math.floor(limit.burst - ahead / interval + 1e-6));
    batch.forEach((waiter, index) => {
      if (index < granted) waiter.resolve(stateOf(limit, left + granted - 1 - index, ahead));
      else waiter.reject(refusal(limit, ahead, interval));
    });
  }

  return {
    charge(credentialId, limit) {
      return new Promise((resolve, reject) => {
        const queue = queues.get(credentialId) ?? { limit, waiters: [], busy: false };
        queues.set(credentialId, queue);
        queue.limit = limit;
        queue.waiters.push({ resolve, reject });
        if (!queue.busy) void drain(credentialId, queue);
      });
    },
  };
}

function stateOf(limit: Limit, left: number, ahead: number): LimitState {
  return {
    policy: `"default";q=${limit.perMinute};w=60`,
    state: `"default";r=${left};t=${Math.ceil(ahead)}`,
  };
}

/** The refusal carries the limit's state, so that its trailers can be written too. */
export class RateLimited extends Error {
  readonly limit: LimitState;
  readonly retryAfterSeconds: number;
  constructor(limit: LimitState, retryAfterSeconds: number) {
    super("rate limited");
    this.limit = limit;
    this.retryAfterSeconds = retryAfterSeconds;
  }
  asServiceError() {
    return serviceError("rate_limited", "Too many requests; slow down and try again.", {
      retryAfterSeconds: this.retryAfterSeconds,
    });
  }
}

function refusal(limit: Limit, ahead: number, interval: number): RateLimited {
  const wait = ahead - (limit.burst - 1) * interval;
  return new RateLimited(stateOf(limit, 0, ahead), Math.max(1, Math.ceil(wait)));
}
