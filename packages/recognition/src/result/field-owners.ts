// Whose value a field is: which intents get a result of it.
import { own } from "../json/json-object.ts";
import type { BusinessField } from "../schema/business-schema.ts";
import type { EffectiveState, RecognisedIntent } from "../types/result.ts";
import { placedIntents } from "./state-walk.ts";

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * The owners of one field in order; null is the whole request. What a request contains ("remind me to call Sam")
 * is asked for a field only if something is known of it or the field is made for it.
 */
export function fieldOwners(
  field: BusinessField,
  state: Pick<EffectiveState, "intents">,
  named: ReadonlySet<string | null>,
): (RecognisedIntent | null)[] {
  if (!field.perIntent) return [null];
  const placed = placedIntents(state);
  if (placed.length === 0) return named.has(null) ? [null] : [];
  return placed
    .filter(
      ({ intent, parent }) =>
        parent === null ||
        named.has(intent.id) ||
        own(intent.inputs, field.name) !== undefined ||
        (field.appliesTo !== null && appliesToIntent(field.appliesTo, intent)),
    )
    .map(({ intent }) => intent);
}

export function isApplicable(
  field: BusinessField,
  owner: RecognisedIntent | null,
  state: Pick<EffectiveState, "intents">,
): boolean {
  const { appliesTo } = field;
  if (appliesTo === null) return true;
  if (owner !== null) return appliesToIntent(appliesTo, owner);
  return placedIntents(state).some(({ intent }) => appliesToIntent(appliesTo, intent));
}

/** By the domain, or by words of the action. */
function appliesToIntent(appliesTo: readonly string[], intent: RecognisedIntent): boolean {
  if (intent.domain !== null && appliesTo.includes(intent.domain)) return true;
  const action = ` ${wordsOf(intent.action ?? "").join(" ")} `;
  return appliesTo.some((one) => {
    const words = wordsOf(one);
    return words.length > 0 && action.includes(` ${words.join(" ")} `);
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}
