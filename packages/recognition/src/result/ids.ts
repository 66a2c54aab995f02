import type { EffectiveState } from "../types/result.ts";
import { stateIds } from "./state-invariants.ts";
import { idNumber } from "./state-walk.ts";

export type IdKind = "intent" | "constraint" | "relation" | "ref" | "unresolved" | "inference";

/** Gives the next ID of a kind. */
export type Mint = (kind: IdKind) => string;

/** Counts on from the highest number of each kind in the state that the turn starts from. */
export function createMint(state: EffectiveState): Mint {
  const highest = new Map<string, number>();
  for (const [id] of stateIds(state)) {
    const kind = id.slice(0, id.lastIndexOf("-"));
    highest.set(kind, Math.max(highest.get(kind) ?? 0, idNumber(id)));
  }
  return (kind) => {
    const next = (highest.get(kind) ?? 0) + 1;
    highest.set(kind, next);
    return `${kind}-${next}`;
  };
}
