import type { EventLog } from "@openintents/events";

/** An event log that takes the first batch and never finishes it, so that the relay rests. */
export function idleEventLog(): EventLog {
  const closed = Promise.withResolvers<void>();
  return {
    async start() {},
    publish: () => closed.promise.then(() => Promise.reject(new Error("the event log is closed"))),
    subscribe: async () => ({ stop: async () => {}, lag: async () => 0 }),
    async close() {
      closed.resolve();
    },
  };
}
