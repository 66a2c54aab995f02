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
 * Shares the free slots among the lanes that want some: one each in the given order, then
 * another, as long as limits allow. Repeated attempts take at most half of a lane's slots,
 * so that they never keep first attempts waiting; `busy` is everything in flight.
 */
export function shareSlots(wanting: readonly LaneLoad[], busy: readonly LaneLoad[], limits: SlotLimits): LaneGrant[] {
  const sum = (loads: readonly LaneLoad[]) => loads.reduce((total, load) => total + load.inFlight, 0);
  let free = limits.total - sum(busy);
  let slowFree = slowCap(limits) - sum(busy.filter((load) => load.slow));
  const ofAccount = new Map<string, number>();
  for (const load of busy) ofAccount.set(load.account, (ofAccount.get(load.account) ?? 0) + load.inFlight);

  const slots = new Map<string, number>();
  for (let round = 1; round <= limits.perLane && free > 0; round += 1) {
    for (const load of wanting) {
      const most = (load.slow ? 1 : limits.perLane) - load.inFlight;
      const account = ofAccount.get(load.account) ?? 0;
      if (round > most || free <= 0 || account >= accountCap(limits) || (load.slow && slowFree <= 0)) continue;
      slots.set(load.lane, round);
      ofAccount.set(load.account, account + 1);
      free -= 1;
      if (load.slow) slowFree -= 1;
    }
  }
  return wanting.flatMap((load) => {
    const granted = slots.get(load.lane);
    if (granted === undefined) return [];
    const repeats = Math.min(granted, Math.ceil(limits.perLane / 2) - load.repeatsInFlight);
    return [{ lane: load.lane, slots: granted, repeats: Math.max(0, repeats) }];
  });
}
