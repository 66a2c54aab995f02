/**
 * The events that follow `after` without a hole. An event whose predecessor has not
 * arrived yet is held back, so that nobody who reads on from it misses one.
 */
export function contiguous<T extends { sequence: number }>(events: readonly T[], after: number): T[] {
  let expected = after + 1;
  for (const event of events) {
    if (event.sequence !== expected) break;
    expected += 1;
  }
  return events.slice(0, expected - after - 1);
}
