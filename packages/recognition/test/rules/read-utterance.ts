import { rulesExecutor } from "../../src/executors/rules/index.ts";
import { Intent } from "../../src/intent.ts";
import type { ConstraintKind } from "../../src/types/names.ts";
import type { Constraint, EffectiveState, IntentResult, RecognisedIntent } from "../../src/types/result.ts";

const intent = new Intent({ executor: rulesExecutor() });

export function parse(input: string, baseline?: EffectiveState): Promise<IntentResult> {
  const turn = { input, referenceTime: "2026-11-30T09:00:00+01:00[Europe/Oslo]" };
  return intent.parse(baseline === undefined ? turn : { ...turn, baseline });
}

export function constraintsOf({ effective }: IntentResult): Constraint[] {
  const nested = (one: RecognisedIntent): Constraint[] => [...one.constraints, ...one.children.flatMap(nested)];
  return [...effective.constraints, ...effective.intents.flatMap(nested)];
}

export function constraintTexts(result: IntentResult, kind: ConstraintKind): string[] {
  return constraintsOf(result)
    .filter((one) => one.kind === kind)
    .map(({ text }) => text);
}
