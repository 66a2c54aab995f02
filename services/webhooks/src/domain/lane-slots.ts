/** A lane that a sender owns, as far as sharing out its slots goes. */
export type LaneLoad = {
  lane: string;
  account: string;
  /** Its last attempt hung or found nobody: one delivery at a time. */
  slow: boolean;
  inFlight: number;
  /** How many of those are repeated attempts. */
  repeatsInFlight: number;
};

export type SlotLimits = { total: number; perLane: number };

/** Slots for one lane: how many of them may be repeated attempts. */
export type LaneGrant = { lane: string; slots: number; repeats: number };

/** Slow receivers together, and one account, hold at most a quarter of all slots. */
const SHARE = 4;

export const slowCap = (limits: SlotLimits): number => Math.max(1, Math.floor(limits.total / SHARE));
export const accountCap = (limits: SlotLimits): number => Math.max(limits.perLane, Math.floor(limits.total / SHARE));

/**
 * Shares the free slots among the lanes that want some, evenly and in the given order.
 * Repeated attempts take at most half of a lane's slots, so that they never keep first
 * attempts waiting; `busy` is everything in flight.
 */
export function shareSlots(wanting: readonly LaneLoad[], busy: readonly LaneLoad[], limits: SlotLimits): LaneGrant[] {
  const sum = (loads: readonly LaneLoad[]) => loads.reduce((total, load) => total + load.inFlight, 0);
  let free = limits.total - sum(busy);
  let slowFree = slowCap(limits) - sum(busy.filter((load) => load.slow));
  const ofAccount = new Map<string, number>();
  for (const load of busy) ofAccount.set(load.account, (ofAccount.get(load.account) ?? 0) + load.inFlight);

  const even = Math.max(1, Math.floor(free / Math.max(1, wanting.length)));
  const grants: LaneGrant[] = [];
  for (const load of wanting) {
    const accountFree = accountCap(limits) - (ofAccount.get(load.account) ?? 0);
    const laneFree = (load.slow ? 1 : limits.perLane) - load.inFlight;
    const slots = Math.min(free, even, laneFree, accountFree, load.slow ? slowFree : free);
    if (slots <= 0) continue;
    const repeats = Math.min(slots, Math.ceil(limits.perLane / 2) - load.repeatsInFlight);
    grants.push({ lane: load.lane, slots, repeats: Math.max(0, repeats) });
    free -= slots;
    if (load.slow) slowFree -= slots;
    ofAccount.set(load.account, accountCap(limits) - accountFree + slots);
  }
  return grants;
}
