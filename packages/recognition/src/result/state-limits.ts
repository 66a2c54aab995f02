import { IntentError } from "../errors.ts";
import type { RecognitionRequest } from "../request.ts";
import type { EffectiveState } from "../types/result.ts";
import { placedIntents } from "./state-walk.ts";

/** A conversation may outgrow its limits though each of its turns keeps them. */
export function checkStateLimits(request: RecognitionRequest, state: EffectiveState): void {
  const { limits } = request.settings;
  const placed = placedIntents(state);
  const constraints = placed.reduce((sum, one) => sum + one.intent.constraints.length, state.constraints.length);
  const depth = placed.reduce((deepest, one) => Math.max(deepest, one.depth), 0);
  const over = [
    { path: "/effective/intents", message: "intents", count: placed.length, limit: limits.intents },
    { path: "/effective/intents", message: "childDepth", count: depth, limit: limits.childDepth },
    { path: "/effective/constraints", message: "constraints", count: constraints, limit: limits.constraints },
    { path: "/effective/relations", message: "relations", count: state.relations.length, limit: limits.relations },
  ].filter((one) => one.count > one.limit);
  if (over.length === 0) return;
  throw new IntentError("LIMIT_EXCEEDED", "core", "The state would hold more than the limits allow.", {
    issues: over.map(({ path, message }) => ({ code: "LIMIT_EXCEEDED", path, message })),
  });
}
