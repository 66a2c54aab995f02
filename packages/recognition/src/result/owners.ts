// Which intents a change names, itself or through what they own.
import type { Change, EffectiveState } from "../types/result.ts";
import { placedIntents } from "./state-walk.ts";

/** Names the intents of a change; the later state first, the earlier one for what was removed. */
export function createOwnership(
  effective: EffectiveState,
  baseline: EffectiveState | null,
): (target: Change["target"]) => string[] {
  const owners = new Map<string, string[]>();
  for (const state of baseline === null ? [effective] : [baseline, effective]) {
    for (const { intent } of placedIntents(state)) {
      owners.set(intent.id, [intent.id]);
      for (const one of [...intent.constraints, ...intent.references]) owners.set(one.id, [intent.id]);
    }
    for (const one of state.constraints) owners.set(one.id, []);
    for (const one of state.relations) owners.set(one.id, [one.from, one.to]);
    for (const one of state.unresolved) owners.set(one.id, one.intentId === null ? [] : [one.intentId]);
  }
  return (target) => owners.get(target.id) ?? [];
}
