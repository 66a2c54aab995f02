import type { LogMessage } from "./event-log.ts";

/** Bytes that a record takes beside key, id and value: headers, lengths, varints, generously. */
const OVERHEAD_BYTES = 64;

const sizeOf = (message: LogMessage): number =>
  OVERHEAD_BYTES + Buffer.byteLength(message.key) + Buffer.byteLength(message.id) + message.value.byteLength;

/**
 * Cuts messages into runs of at most `limit` bytes, in order. A message that is too large
 * by itself is an error: the broker would refuse it for ever.
 */
export function splitBySize(messages: LogMessage[], limit: number): LogMessage[][] {
  const runs: LogMessage[][] = [];
  let run: LogMessage[] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = sizeOf(message);
    if (size > limit) {
      throw new Error(`event ${message.id} takes ${size} bytes, but topic ${message.topic} accepts ${limit}`);
    }
    if (bytes + size > limit && run.length > 0) {
      runs.push(run);
      run = [];
      bytes = 0;
    }
    run.push(message);
    bytes += size;
  }
  if (run.length > 0) runs.push(run);
  return runs;
}
