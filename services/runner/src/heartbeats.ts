import type { Clock, Logger } from "@openintents/process";
import type { AgentService, Signal } from "@openintents/proto";
import type { Client } from "@openintents/rpc";
import { Backoff } from "./backoff.ts";
import { overReason } from "./claim-over.ts";
import type { ClaimTable, HeldClaim } from "./claim-table.ts";
import { momentOf } from "./moment.ts";

/** How long the loop rests when nothing is due; a new claim wakes it. */
const IDLE_MS = 60_000;

export type HeartbeatDeps = {
  agent: Client<typeof AgentService>;
  clock: Clock;
  logger: Logger;
  claims: ClaimTable;
  /** Registered ID; undefined while there is none. */
  runnerId: () => string | undefined;
  afterSignal: () => bigint;
  onSignal: (signal: Signal) => void;
};

/**
 * Renews all claims with one call, apart from the work on them: one claim's wait or failure
 * never delays another's heartbeat. It proves that the process lives, not that it gets on.
 */
export class Heartbeats {
  private readonly o: HeartbeatDeps;
  private readonly stopping = new AbortController();
  private wake = new AbortController();
  private running: Promise<void> | undefined;
  private wanted: (() => void)[] = [];

  constructor(o: HeartbeatDeps) {
    this.o = o;
  }

  start(): void {
    this.running ??= this.loop();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake.abort();
    await this.running;
  }

  /** Beats at once, for a claim that no report confirms. Resolves when core has answered, whatever it said. */
  beatNow(): Promise<void> {
    return new Promise((resolve) => {
      this.wanted.push(resolve);
      this.wake.abort();
    });
  }

  /** A claim was added or confirmed: the next beat may be due earlier than planned. */
  reschedule(): void {
    this.wake.abort();
  }

  private async loop(): Promise<void> {
    const { clock, logger } = this.o;
    const backoff = new Backoff();
    while (!this.stopping.signal.aborted) {
      this.wake = new AbortController();
      const wait = this.waitMs();
      if (this.wanted.length === 0 && wait > 0) {
        await clock.sleep(Math.min(wait, IDLE_MS), this.wake.signal);
        continue;
      }
      const answered = this.wanted;
      this.wanted = [];
      try {
        await this.beat(answered.length > 0);
        backoff.reset();
      } catch (error) {
        if (!this.stopping.signal.aborted) logger.warn({ err: error }, "heartbeat failed");
        await clock.sleep(backoff.nextMs(), this.stopping.signal);
      }
      for (const resolve of answered) resolve();
    }
    for (const resolve of this.wanted.splice(0)) resolve();
  }

  /** Until the first lease is due for renewal; a claim that ends before that needs no heartbeat. */
  private waitMs(): number {
    const confirmed = this.o.claims.all().filter((one) => one.lease.isConfirmed);
    return Math.min(...confirmed.map((one) => one.claim.heartbeatMs - one.lease.ageMs()), Number.POSITIVE_INFINITY);
  }

  private async beat(confirming: boolean): Promise<void> {
    const runnerId = this.o.runnerId();
    // An offer is left alone until its own first call confirms it, unless that call is this one.
    const claims = this.o.claims.all().filter((one) => confirming || one.lease.isConfirmed);
    if (runnerId === undefined || claims.length === 0) return;
    const sent = momentOf(this.o.clock);
    const deadlineMs = Math.min(5_000, ...claims.map((one) => one.claim.leaseMs / 3));
    const reply = await this.o.agent.heartbeat(
      { runnerId, claims: claims.map((one) => one.ref), afterSignal: this.o.afterSignal() },
      { signal: this.stopping.signal, deadlineMs: Math.max(250, deadlineMs) },
    );
    const byId = new Map<string, HeldClaim>(claims.map((one) => [one.ref.claimId, one]));
    for (const id of reply.renewed) byId.get(id)?.lease.renew(sent);
    for (const { claimId, reason } of reply.lost) byId.get(claimId)?.lease.end(overReason(reason) ?? "lost");
    for (const signal of reply.signals) this.o.onSignal(signal);
  }
}
