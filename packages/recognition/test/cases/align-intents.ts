// Which intent of the result stands for which expected one, so that one wrong word does not make all the rest wrong.
import type { EffectiveState, RecognisedIntent } from "../../src/index.ts";
import type { ExpectedIntent } from "./facts.ts";
import { hasAnyWords } from "./match-words.ts";

export interface AlignedIntents {
  /** By index of the expected intent; null: the result has none for it. */
  found: readonly (RecognisedIntent | null)[];
  /** Intents of the result that stand for nothing expected. */
  surplus: readonly RecognisedIntent[];
}

export function alignIntents(expected: readonly ExpectedIntent[], effective: EffectiveState): AlignedIntents {
  const free = new Set(flatten(effective.intents));
  const found: (RecognisedIntent | null)[] = expected.map(() => null);
  const take = (wanted: (intent: RecognisedIntent, one: ExpectedIntent) => boolean) => {
    for (const [at, one] of expected.entries()) {
      if (found[at] !== null) continue;
      const fit = [...free].find((intent) => wanted(intent, one));
      if (fit === undefined) continue;
      found[at] = fit;
      free.delete(fit);
    }
  };
  const action = (intent: RecognisedIntent, one: ExpectedIntent) => hasAnyWords(intent.action, one.action);
  const target = (intent: RecognisedIntent, one: ExpectedIntent) => hasAnyWords(intent.target, one.target);
  take((intent, one) => action(intent, one) && target(intent, one));
  take((intent, one) => !one.optional && action(intent, one));
  take((intent, one) => !one.optional && target(intent, one));
  take((_, one) => !one.optional);
  return { found, surplus: [...free] };
}

/** All intents with their children, a parent before its children. */
export function flatten(intents: readonly RecognisedIntent[]): RecognisedIntent[] {
  return intents.flatMap((intent) => [intent, ...flatten(intent.children)]);
}
