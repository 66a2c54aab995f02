import type { SavedState } from "../driver.ts";

const SCHEMA = "simulator@1";

/** Where a run stands, as its checkpoint keeps it. Nothing here is a secret. */
export type RunState = {
  host: string;
  /** The cart was filled once; on resume it is rebuilt without the search. */
  browsed: boolean;
  /** Progress notes made so far. */
  notes: number;
  /** Chosen variant, or empty. */
  variant: string;
  /** Delivery start of the cart, or empty: kept so that a later price is of the same order. */
  startsAt: string;
};

export function freshState(host: string, startsAt: string): RunState {
  return { host, browsed: false, notes: 0, variant: "", startsAt };
}

export function saved(state: RunState): SavedState {
  return { schema: SCHEMA, ...state };
}

/** Undefined for a state of another form or host: the run starts over. */
export function restored(from: SavedState | undefined, host: string): RunState | undefined {
  if (from?.schema !== SCHEMA || from.host !== host) return undefined;
  const { browsed, notes, variant, startsAt } = from;
  if (typeof browsed !== "boolean" || typeof notes !== "number") return undefined;
  if (typeof variant !== "string" || typeof startsAt !== "string") return undefined;
  return { host, browsed, notes, variant, startsAt };
}
