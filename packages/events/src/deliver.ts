import type { Clock, Logger } from "@openintents/process";
import { createBackoff } from "./backoff.ts";
import type { Handle, ReceivedMessage } from "./event-log.ts";

/**
 * Hands a batch to its handler until that succeeds. Returns false when the signal aborted
 * between two attempts: the batch is then not handled.
 */
export async function deliver(o: {
  handle: Handle;
  batch: ReceivedMessage[];
  signal: AbortSignal;
  clock: Clock;
  logger: Logger;
}): Promise<boolean> {
  const backoff = createBackoff();
  while (!o.signal.aborted) {
    try {
      await o.handle(o.batch);
      return true;
    } catch (error) {
      const pause = backoff.next();
      const [first] = o.batch;
      o.logger.warn(
        { err: error, position: first?.position, messages: o.batch.length, retry_ms: Math.round(pause) },
        "a batch could not be handled, will retry",
      );
      await o.clock.sleep(pause, o.signal);
    }
  }
  return false;
}
