// Signals for the runners that listen to this process: however many are rung at once, one
// statement reads for all of them.
import type { Database } from "@openintents/postgres";
import type { Logger } from "@openintents/process";
import type { Feed } from "../feed.ts";
import { findSignals, type SignalRow } from "../store/signals.ts";

export type SignalHub = {
  /** Calls `hear` with what comes after the signal `after`, in order. Returns how to stop. */
  subscribe(runnerId: string, after: number, hear: (signals: SignalRow[]) => void): () => void;
};

type Listener = { runnerId: string; after: number; hear: (signals: SignalRow[]) => void };

export function createSignalHub(deps: { database: Database; feed: Feed; logger: Logger }): SignalHub {
  const { database, feed, logger } = deps;
  const rung = new Set<Listener>();
  let reading = false;

  function ring(listener: Listener): void {
    rung.add(listener);
    if (!reading) void readUntilQuiet();
  }

  async function readUntilQuiet(): Promise<void> {
    reading = true;
    while (rung.size > 0) {
      const listeners = [...rung];
      rung.clear();
      try {
        // Two streams of one runner may stand at different places.
        const rows = await findSignals(database, listeners);
        for (const listener of listeners) {
          const own = rows.filter((row) => row.runnerId === listener.runnerId && row.id > listener.after);
          const last = own.at(-1);
          if (!last) continue;
          listener.after = last.id;
          listener.hear(own);
          if (own.length >= 100) rung.add(listener);
        }
      } catch (cause) {
        // The next ring, at the latest the feed's own look, reads them.
        logger.warn({ err: cause }, "could not read signals");
      }
    }
    reading = false;
  }

  return {
    subscribe(runnerId, after, hear) {
      const listener: Listener = { runnerId, after, hear };
      const stop = feed.onSignal(runnerId, () => ring(listener));
      ring(listener);
      return () => {
        stop();
        rung.delete(listener);
      };
    },
  };
}
