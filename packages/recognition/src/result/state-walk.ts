// Reading an EffectiveState: its intents in order, with where each one stands.
import type { Constraint, EffectiveState, RecognisedIntent } from "../types/result.ts";

export interface PlacedIntent {
  intent: RecognisedIntent;
  parent: RecognisedIntent | null;
  /** JSON Pointer into the state. */
  pointer: string;
  /** 1 for an intent of the top. */
  depth: number;
}

/** Every intent of a state, a parent before its children. */
export function placedIntents(state: Pick<EffectiveState, "intents">): PlacedIntent[] {
  const placed: PlacedIntent[] = [];
  const waiting: PlacedIntent[] = state.intents
    .map((intent, at) => ({ intent, parent: null, pointer: `/intents/${at}`, depth: 1 }))
    .reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    placed.push(next);
    const { intent, pointer, depth } = next;
    for (let at = intent.children.length - 1; at >= 0; at--) {
      const child = intent.children[at];
      if (child === undefined) continue;
      waiting.push({ intent: child, parent: intent, pointer: `${pointer}/children/${at}`, depth: depth + 1 });
    }
  }
  return placed;
}

export function allIntents(state: Pick<EffectiveState, "intents">): RecognisedIntent[] {
  return placedIntents(state).map((placed) => placed.intent);
}

/** Every constraint of a state: those of its intents, then the request-wide ones. */
export function allConstraints(state: Pick<EffectiveState, "intents" | "constraints">): Constraint[] {
  return [...allIntents(state).flatMap((intent) => intent.constraints), ...state.constraints];
}

export function idNumber(id: string): number {
  return Number(id.slice(id.lastIndexOf("-") + 1));
}

/** One reference token of a JSON Pointer. */
export function pointerToken(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
