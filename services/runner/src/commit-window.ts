import type { Clock } from "@openintents/process";
import { elapsedSince, type Moment } from "./moment.ts";

/** The time in which the irreversible step may leave this process is over. */
export class CommitWindowOver extends Error {
  override readonly name = "CommitWindowOver";

  constructor() {
    super("the commit window is over");
  }
}

/**
 * The time in which an order may be dispatched, counted from when BeginPurchase was first sent: core
 * began the attempt at that moment or later, so this window never ends after core's.
 */
export class CommitWindow {
  private readonly clock: Clock;
  private readonly begun: Moment;
  private readonly lengthMs: number;

  constructor(o: { clock: Clock; begun: Moment; lengthMs: number }) {
    this.clock = o.clock;
    this.begun = o.begun;
    this.lengthMs = o.lengthMs;
  }

  /** Throws CommitWindowOver. */
  check(): void {
    if (elapsedSince(this.begun, this.clock) >= this.lengthMs) throw new CommitWindowOver();
  }
}
