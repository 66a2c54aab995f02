import type { Clock } from "@openintents/process";

/**
 * A point in time on two clocks. The monotonic clock goes on while a process is frozen but may stand
 * still while a machine sleeps; the wall clock is the other way safe. A limit is passed when either says so.
 */
export type Moment = { monotonic: number; wall: number };

export function momentOf(clock: Clock): Moment {
  return { monotonic: clock.monotonic(), wall: clock.now() };
}

/** Milliseconds since the moment, by whichever clock says more. */
export function elapsedSince(moment: Moment, clock: Clock): number {
  return Math.max(clock.monotonic() - moment.monotonic, clock.now() - moment.wall);
}
