// No claim reports faster than its limit: a bucket per claim, in this process.
import { type Clock, serviceError } from "@openintents/process";

export type ReportRates = {
  /** Takes one report; refuses with rate_limited when the claim reports too fast. */
  take(claimId: string): void;
};

const ENTRIES = 20_000;

export function createReportRates(clock: Clock, perSecond: number): ReportRates {
  const buckets = new Map<string, { left: number; at: number }>();

  function forgetFull(now: number): void {
    for (const [id, bucket] of buckets) if (now - bucket.at >= 1000) buckets.delete(id);
  }

  return {
    take(claimId) {
      const now = clock.monotonic();
      if (buckets.size >= ENTRIES) forgetFull(now);
      const bucket = buckets.get(claimId) ?? { left: perSecond, at: now };
      bucket.left = Math.min(perSecond, bucket.left + ((now - bucket.at) / 1000) * perSecond);
      bucket.at = now;
      buckets.set(claimId, bucket);
      if (bucket.left < 1) {
        throw serviceError("rate_limited", `A claim reports at most ${perSecond} times a second.`, {
          retryAfterSeconds: 1,
          details: { retry_after_ms: Math.ceil(((1 - bucket.left) / perSecond) * 1000) },
        });
      }
      bucket.left -= 1;
    },
  };
}
