// Which runner keeps the page of a paused intent warm, as far as this process was told.
// Losing it costs a moment and nothing else.
import type { Clock } from "@openintents/process";

const KEPT_MS = 60_000;
const ENTRIES = 10_000;

export type ParkedPages = {
  note(runnerId: string, intentIds: Iterable<string>): void;
  holderOf(intentId: string): string | undefined;
};

export function createParkedPages(clock: Clock): ParkedPages {
  const holders = new Map<string, { runnerId: string; until: number }>();
  return {
    note(runnerId, intentIds) {
      const now = clock.now();
      if (holders.size > ENTRIES) {
        for (const [id, holder] of holders) if (holder.until <= now) holders.delete(id);
      }
      for (const id of intentIds) holders.set(id, { runnerId, until: now + KEPT_MS });
    },
    holderOf(intentId) {
      const holder = holders.get(intentId);
      return holder !== undefined && holder.until > clock.now() ? holder.runnerId : undefined;
    },
  };
}
