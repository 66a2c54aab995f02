import type { Database } from "@openintents/postgres";
import type { Clock, Logger, Metrics } from "@openintents/process";
import type { Deliver } from "./deliver.ts";
import { accountCap, type SlotLimits, shareSlots, slowCap } from "./domain/lane-slots.ts";
import { freshLane, type OwnedLane } from "./owned-lane.ts";
import { createResultWriter, type ResultWriter } from "./result-writer.ts";
import { type DueDelivery, readDue } from "./store/deliveries.ts";
import { claimLanes, nextWake, releaseLanes, renewLanes } from "./store/lanes.ts";

export type Sender = {
  start(): void;
  /** Something may be due: looks at once. */
  wake(): void;
  /** Claims nothing more, lets what is in flight finish for `drainMs`, and gives the lanes back. */
  stop(drainMs: number): Promise<void>;
};

/** A look at the database without a cause, for what a notification or a dead sender left behind. */
const SAFETY_MS = 10_000;
const AFTER_FAILURE_MS = 1_000;

/**
 * Sends what is due. A lane (one receiver) has one owner at a time, named in the database
 * with a lease, so that order and limits hold over all replicas; when an owner dies its
 * lanes go to another and what it had in flight is sent again.
 */
export function createSender(o: {
  database: Database;
  deliver: Deliver;
  /** Names this sender; another after each start. */
  owner: string;
  limits: SlotLimits;
  leaseMs: number;
  random: () => number;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
}): Sender {
  const { database, clock, logger, limits } = o;
  const owned = new Map<string, OwnedLane>();
  const aborted = new AbortController();
  let started = false;
  let stopping = false;
  let pumping: Promise<void> | undefined;
  let again = false;
  // Lanes may be due that were not looked for, or not taken for want of slots.
  let unclaimed = false;
  // The lanes of others changed since the timer was set for the next that falls due.
  let untimed = false;
  let cancelTimer: (() => void) | undefined;
  let cancelRenewal: (() => void) | undefined;
  let onIdle: (() => void) | undefined;

  const results: ResultWriter = createResultWriter({ ...o, owned, onWritten: wake, signal: aborted.signal });

  const loads = () => [...owned.values()];
  const inFlight = () => loads().reduce((total, lane) => total + lane.inFlight, 0);
  const leaseUntil = () => new Date(clock.now() + o.leaseMs);

  function wake(): void {
    if (inFlight() === 0) onIdle?.();
    if (!started || stopping) return;
    again = true;
    pumping ??= pump();
  }

  function lookEverywhere(): void {
    unclaimed = true;
    for (const lane of owned.values()) lane.hungry = true;
    wake();
  }

  async function pump(): Promise<void> {
    while (again && !stopping) {
      again = false;
      // One moment for both ends, so that nothing falls due between what is claimed and what is waited for.
      const now = new Date(clock.now());
      try {
        if (unclaimed) await claim(now);
        await read();
        await release(loads().filter((lane) => lane.inFlight === 0 && (!lane.hungry || lane.lost)));
        if (!again && untimed) lookAgainIn(await untilNext(now));
      } catch (error) {
        again = false;
        logger.warn({ err: error }, "could not look for due webhook deliveries, will try again");
        lookAgainIn(AFTER_FAILURE_MS);
      }
    }
    // In the same turn as the last look at `again`, so that no wake falls in between.
    pumping = undefined;
  }

  function lookAgainIn(ms: number): void {
    untimed = false;
    cancelTimer?.();
    cancelTimer = clock.timer(ms, lookEverywhere);
  }

  async function claim(now: Date): Promise<void> {
    untimed = true;
    const busy = loads();
    const byAccount = new Map<string, number>();
    for (const lane of busy) byAccount.set(lane.account, (byAccount.get(lane.account) ?? 0) + lane.inFlight);
    const exceptAccounts = [...byAccount]
      .filter(([, count]) => count >= accountCap(limits))
      .map(([account]) => account);
    const slowBusy = busy.filter((lane) => lane.slow).length;
    unclaimed = exceptAccounts.length > 0;
    for (const slow of [false, true]) {
      const limit = slow ? Math.min(slowCap(limits) - slowBusy, limits.total - inFlight()) : limits.total - owned.size;
      const common = { owner: o.owner, slow, exceptAccounts, limit, now, leaseUntil: leaseUntil() };
      const claimed = limit > 0 ? await claimLanes(database, common) : [];
      unclaimed ||= claimed.length >= limit;
      for (const lane of claimed) {
        const before = owned.get(lane.lane);
        if (before !== undefined) Object.assign(before, { lost: false, hungry: true });
        else owned.set(lane.lane, { ...lane, ...freshLane() });
      }
    }
    if (owned.size > 0) cancelRenewal ??= clock.timer(o.leaseMs / 3, renew);
  }

  /** Reads what the free slots can take, and sends it. */
  async function read(): Promise<void> {
    const grants = share();
    if (grants.length === 0) return;
    const demands = grants.map(({ lane, slots, repeats }) => ({ lane, first: slots, again: repeats }));
    const flying = loads().flatMap((lane) => [...lane.deliveries.keys()]);
    // News that comes while the read is under way makes a lane hungry again.
    for (const { lane } of grants) set(lane, { hungry: false });
    let due: DueDelivery[];
    try {
      due = await readDue(database, demands, flying, new Date(clock.now()));
    } catch (error) {
      for (const { lane } of grants) set(lane, { hungry: true });
      throw error;
    }
    const left = new Map(grants.map(({ lane, slots }) => [lane, slots]));
    for (const delivery of due) {
      const slots = left.get(delivery.lane) ?? 0;
      if (slots > 0) send(delivery);
      left.set(delivery.lane, slots - 1);
    }
    // A lane that took all it was granted may hold more. A slow one waits for its turn.
    for (const [lane, slots] of left) if (slots <= 0 && owned.get(lane)?.slow === false) set(lane, { hungry: true });
    // What some did not need, others may.
    if (share().length > 0) again = true;
  }

  function share() {
    const all = loads();
    const hungry = all.filter((lane) => lane.hungry && !lane.lost);
    return shareSlots(hungry, all, limits);
  }

  function set(lane: string, change: Partial<OwnedLane>): void {
    const found = owned.get(lane);
    if (found !== undefined) Object.assign(found, change);
  }

  function send(delivery: DueDelivery): void {
    const lane = owned.get(delivery.lane);
    if (lane === undefined || stopping) return;
    lane.deliveries.set(delivery.id, delivery);
    lane.inFlight += 1;
    if (delivery.attempts > 0) lane.repeatsInFlight += 1;
    o.deliver(delivery, aborted.signal).then(
      (attempt) => results.add(delivery, attempt),
      (error: unknown) => {
        logger.error({ err: error, delivery: delivery.id }, "could not sign a webhook delivery");
        const unsent = { at: clock.now(), statusCode: null, durationMs: 0, responseExcerpt: null, retryAfter: null };
        results.add(delivery, { ...unsent, error: "not_sent" });
      },
    );
  }

  async function release(lanes: readonly OwnedLane[]): Promise<void> {
    if (lanes.length === 0) return;
    untimed = true;
    const names = lanes.map(({ lane }) => lane);
    const now = new Date(clock.now());
    const due = await database.transaction((tx) => releaseLanes(tx, o.owner, names, now), { retry: true });
    for (const name of names) owned.delete(name);
    if (!due) return;
    unclaimed = true;
    again = true;
  }

  async function untilNext(now: Date): Promise<number> {
    const at = await nextWake(database, o.owner, now);
    return Math.min(SAFETY_MS, at === null ? SAFETY_MS : Math.max(1, at.getTime() - clock.now()));
  }

  function renew(): void {
    cancelRenewal = undefined;
    renewLanes(database, o.owner, leaseUntil())
      .then((kept) => {
        // Another sender took over; what is in flight here ends, nothing more is read.
        for (const lane of loads()) if (!kept.has(lane.lane)) lane.lost = true;
      })
      .catch((error: unknown) => logger.warn({ err: error }, "could not renew the leases of webhook lanes"))
      .finally(() => {
        if (owned.size > 0) cancelRenewal ??= clock.timer(o.leaseMs / 3, renew);
      });
  }

  return {
    start() {
      started = true;
      lookEverywhere();
    },
    wake: lookEverywhere,
    async stop(drainMs) {
      stopping = true;
      cancelTimer?.();
      await pumping;
      if (inFlight() > 0) {
        const idle = new Promise<void>((resolve) => {
          onIdle = resolve;
        });
        // What is cut off here was not answered: it stays due and is sent again.
        const cancelDrain = clock.timer(drainMs, () => aborted.abort());
        await idle;
        cancelDrain();
      }
      await results.settled();
      cancelRenewal?.();
      cancelRenewal = () => undefined;
      try {
        await release(loads());
      } catch (error) {
        logger.warn({ err: error }, "could not give the webhook lanes back; their leases will end");
      }
    },
  };
}
