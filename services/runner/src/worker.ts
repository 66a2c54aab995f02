import type { Clock, Logger } from "@openintents/process";
import {
  type AgentService,
  type Claim,
  ReleaseReason,
  type RunnerSettings,
  type Signal,
  SignalKind,
} from "@openintents/proto";
import type { Client } from "@openintents/rpc";
import type { KeyPair } from "@openintents/vault";
import { carryClaim } from "./carry-claim.ts";
import { claimLoop } from "./claim-loop.ts";
import type { OverReason } from "./claim-over.ts";
import { ClaimTable } from "./claim-table.ts";
import type { Driver } from "./drivers/driver.ts";
import { Heartbeats } from "./heartbeats.ts";
import { Lease } from "./lease.ts";
import type { RunnerMetrics } from "./metrics.ts";
import { kindName } from "./names.ts";
import { offersOf, type Registered, register } from "./registration.ts";
import { Reporter } from "./reporter.ts";
import { Signals } from "./signals.ts";

const DEFAULT_OFFER_MS = 10_000;
const DEFAULT_FENCE_MS = 5_000;
const DEFAULT_LOOKUP_GAP_MS = 60_000;
/** Ends that came from outside, or from a fault here, rather than by a report. */
const LOST: readonly OverReason[] = ["lost", "fenced", "abandoned"];

export type WorkerDeps = {
  agent: Client<typeof AgentService>;
  clock: Clock;
  logger: Logger;
  metrics: RunnerMetrics;
  drivers: readonly Driver[];
  keys: KeyPair[];
  slots: number;
  instance: string;
  /** Told whether core knows this runner. */
  onRegistered: (registered: boolean) => void;
};

/** One runner instance: registers, claims work into its slots, keeps the claims alive, and drains. */
export class Worker {
  private readonly o: WorkerDeps;
  private readonly claims = new ClaimTable();
  private readonly carried = new Set<Promise<void>>();
  private readonly draining = new AbortController();
  private readonly heartbeats: Heartbeats;
  private readonly signals: Signals;
  private registration: Promise<Registered | undefined> | undefined;
  private registered: Registered | undefined;
  private settings: RunnerSettings | undefined;
  private slotFreed: () => void = () => undefined;
  private claiming: Promise<void> | undefined;

  constructor(o: WorkerDeps) {
    this.o = o;
    const { agent, clock, logger } = o;
    const runnerId = (): string | undefined => this.registered?.runnerId;
    this.signals = new Signals({ agent, clock, logger, runnerId, onSignal: (signal) => this.onSignal(signal) });
    this.heartbeats = new Heartbeats({
      agent,
      clock,
      logger,
      claims: this.claims,
      runnerId,
      afterSignal: () => this.signals.afterSignal,
      onSignal: (signal) => this.signals.take(signal),
    });
  }

  start(): void {
    if (this.claiming !== undefined) return;
    this.heartbeats.start();
    this.signals.start();
    this.claiming = claimLoop({
      ...this.o,
      drivers: offersOf(this.o.drivers),
      runnerId: async () => (await this.ensureRegistered())?.runnerId,
      unregistered: () => {
        this.registration = undefined;
        this.registered = undefined;
        this.o.onRegistered(false);
      },
      freeSlots: () => this.freeSlots(),
      take: (claim) => this.take(claim),
      signal: this.draining.signal,
    });
  }

  /** Claims no more and hands back every claim at its next safe point. What is left after `withinMs` is left to its lease. */
  async drain(withinMs: number): Promise<void> {
    this.draining.abort();
    this.slotFreed();
    await this.claiming;
    const late = new AbortController();
    await Promise.race([Promise.all(this.carried), this.o.clock.sleep(withinMs, late.signal)]);
    late.abort();
    for (const one of this.claims.all()) one.lease.end("abandoned");
    await Promise.all([...this.carried, this.heartbeats.stop(), this.signals.stop()]);
  }

  private ensureRegistered(): Promise<Registered | undefined> {
    this.registration ??= this.register();
    return this.registration;
  }

  private async register(): Promise<Registered | undefined> {
    const kids = this.o.keys.map((pair) => pair.kid);
    const registered = await register({ ...this.o, kids, signal: this.draining.signal });
    if (registered === undefined) return undefined;
    this.registered = registered;
    this.settings = registered.settings;
    this.o.logger.info({ runner_id: registered.runnerId }, "registered with core");
    this.o.onRegistered(true);
    return registered;
  }

  private async freeSlots(): Promise<number | undefined> {
    for (;;) {
      if (this.draining.signal.aborted) return undefined;
      const most = Math.min(this.o.slots, this.settings?.maxClaims || this.o.slots);
      if (this.claims.size < most) return most - this.claims.size;
      await new Promise<void>((resolve) => {
        this.slotFreed = resolve;
      });
    }
  }

  private take(claim: Claim): void {
    const { ref, work } = claim;
    if (ref === undefined || work === undefined || this.claims.has(ref.claimId)) return;
    const { agent, clock, metrics, keys, drivers } = this.o;
    const logger = this.o.logger.child({ intent_id: work.intentId, claim_id: ref.claimId, epoch: Number(ref.epoch) });
    const kind = kindName(claim.kind);
    const lease = new Lease({
      clock,
      times: {
        leaseMs: claim.leaseMs,
        fenceMs: this.settings?.fenceMs || DEFAULT_FENCE_MS,
        offerMs: this.settings?.offerMs || DEFAULT_OFFER_MS,
      },
      ended: (reason) => {
        this.claims.remove(ref.claimId);
        metrics.claims.dec({ kind });
        if (LOST.includes(reason)) metrics.leaseLost.inc({ reason });
        this.slotFreed();
      },
    });
    this.claims.add({ claim, ref, lease });
    metrics.claims.inc({ kind });
    const carrying = carryClaim({
      agent,
      clock,
      logger,
      metrics,
      keys,
      drivers,
      claim,
      work,
      lease,
      reporter: new Reporter({ ref, lease, clock, logger }),
      draining: this.draining.signal,
      serverNow: () => clock.now() + (this.registered?.serverOffsetMs ?? 0),
      lookupGapMs: this.settings?.lookupGapMs || DEFAULT_LOOKUP_GAP_MS,
      confirmed: () => this.heartbeats.reschedule(),
      heartbeat: () => this.heartbeats.beatNow(),
    });
    this.carried.add(carrying);
    void carrying.finally(() => this.carried.delete(carrying));
  }

  private onSignal(signal: Signal): void {
    const { claimId, epoch, settings } = signal;
    switch (signal.kind) {
      case SignalKind.CANCELLED:
        this.claims.end(claimId, epoch, "cancelled");
        return;
      case SignalKind.LOST:
        this.claims.end(claimId, epoch, "lost");
        return;
      case SignalKind.SETTINGS:
        if (settings !== undefined) this.settings = settings;
        return;
      case SignalKind.DRAIN:
        this.o.logger.info("core asks this runner to drain");
        this.draining.abort();
        this.slotFreed();
        return;
      case SignalKind.CHANGED:
        // BeginPurchase names the revision that was read; a change is met there.
        return;
      default:
        if (signal.mustUnderstand) this.giveBack(claimId);
    }
  }

  /** Core says something that must be understood and is not: the work goes to a runner that understands. */
  private giveBack(claimId: string): void {
    for (const { ref, lease } of this.claims.all()) {
      if (claimId !== "" && ref.claimId !== claimId) continue;
      lease.end("released");
      this.o.agent.releaseClaim({ ref, reason: ReleaseReason.WRONG_DRIVER }).catch((error: unknown) => {
        // The lease runs out instead.
        this.o.logger.info({ err: error, claim_id: ref.claimId }, "could not hand a claim back");
      });
    }
  }
}
