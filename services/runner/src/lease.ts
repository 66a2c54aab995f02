import type { Clock } from "@openintents/process";
import { ClaimOver, type OverReason } from "./claim-over.ts";
import { elapsedSince, type Moment, momentOf } from "./moment.ts";

/** Milliseconds. `fenceMs` before a lease ends the runner stops touching the shop. */
export type LeaseTimes = { leaseMs: number; fenceMs: number; offerMs: number };

/**
 * One claim's right to act, counted on this process's own clocks from when the last acknowledged
 * heartbeat was sent, since core may count from any later moment. Until a call is acknowledged the claim
 * is only an offer. Once over, a lease never comes back, whatever core answers later.
 */
export class Lease {
  private readonly clock: Clock;
  private readonly times: LeaseTimes;
  private readonly controller = new AbortController();
  private readonly ended: (reason: OverReason) => void;
  private since: Moment;
  private confirmed = false;
  private over: ClaimOver | undefined;
  private cancelTimer: () => void = () => undefined;

  /** `ended` is called once, when the lease is over. */
  constructor(o: { clock: Clock; times: LeaseTimes; ended: (reason: OverReason) => void }) {
    this.clock = o.clock;
    this.times = { ...o.times, fenceMs: Math.min(o.times.fenceMs, Math.floor(o.times.leaseMs / 2)) };
    this.ended = o.ended;
    this.since = momentOf(o.clock);
    this.arm();
  }

  /** Aborts when the lease is over; its reason is the ClaimOver. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get isConfirmed(): boolean {
    return this.confirmed;
  }

  get overReason(): OverReason | undefined {
    return this.over?.reason;
  }

  /** Milliseconds until the fence, or until the offer ends; 0 when over. */
  leftMs(): number {
    if (this.over !== undefined) return 0;
    return Math.max(0, this.lengthMs() - elapsedSince(this.since, this.clock));
  }

  /** Milliseconds since the call that last renewed the lease was sent. */
  ageMs(): number {
    return elapsedSince(this.since, this.clock);
  }

  /** Core acknowledged a call on this claim that was first sent at `sent`: the offer is confirmed. */
  confirm(sent: Moment): void {
    if (this.confirmed || this.isOver()) return;
    this.confirmed = true;
    this.since = sent;
    this.arm();
  }

  /** Core acknowledged a heartbeat sent at `sent`. */
  renew(sent: Moment): void {
    if (this.isOver()) return;
    this.confirmed = true;
    if (sent.monotonic > this.since.monotonic) this.since = sent;
    this.arm();
  }

  /** Throws ClaimOver unless the claim lives on. */
  check(): void {
    if (this.isOver() && this.over !== undefined) throw this.over;
  }

  /** To be called immediately before anything reaches the shop, after every wait. Throws ClaimOver. */
  mayTouchShop(): void {
    this.check();
    if (!this.confirmed) throw new Error("the shop may be touched only after a call confirmed the claim");
  }

  end(reason: OverReason): ClaimOver {
    if (this.over !== undefined) return this.over;
    this.over = new ClaimOver(reason);
    this.cancelTimer();
    this.controller.abort(this.over);
    this.ended(reason);
    return this.over;
  }

  private isOver(): boolean {
    if (this.over === undefined && elapsedSince(this.since, this.clock) >= this.lengthMs()) {
      this.end(this.confirmed ? "fenced" : "lost");
    }
    return this.over !== undefined;
  }

  private lengthMs(): number {
    return this.confirmed ? this.times.leaseMs - this.times.fenceMs : this.times.offerMs;
  }

  private arm(): void {
    this.cancelTimer();
    this.cancelTimer = this.clock.timer(Math.ceil(this.leftMs()), () => {
      if (!this.isOver()) this.arm();
    });
  }
}
