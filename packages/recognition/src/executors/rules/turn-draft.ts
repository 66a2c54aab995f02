import type { Span } from "../../text/literals.ts";
import type { Candidate } from "../../types/candidate.ts";
import type { TaskMaterial } from "../../types/executor.ts";
import type { TurnKind } from "../../types/names.ts";
import type { EffectiveState, RecognisedIntent } from "../../types/result.ts";
import type { ValueContext } from "../../values/find-values.ts";
import { contentWords } from "./place-constraints.ts";
import type { Reading } from "./reading.ts";

/** What a turn does to what holds already, collected while the reading is gone through. */
export interface TurnDraft {
  reading: Reading;
  material: TaskMaterial;
  context: ValueContext;
  baseline: EffectiveState;
  kinds: Set<TurnKind>;
  edits: ((candidate: Candidate) => void)[];
}

/** A baseline intent with the pointer to it. */
export interface Standing {
  intent: RecognisedIntent;
  pointer: string;
}

export function standingIntents(state: EffectiveState): Standing[] {
  return state.intents.map((intent, index) => ({ intent, pointer: `/intents/${index}` }));
}

/** The standing intents that these words name; `all` when they name none. */
export function namedIntents(text: string, all: readonly Standing[]): Standing[] {
  const said = contentWords(text, true);
  const shares = all.map(({ intent }) => {
    const words = contentWords([intent.target ?? "", intent.goal].join(" "), true);
    return [...said].filter((word) => words.has(word)).length;
  });
  const most = Math.max(0, ...shares);
  return most === 0 ? [] : all.filter((_, index) => shares[index] === most);
}

const ORDINALS = [
  /\b(?:first|1st)\b/i,
  /\b(?:second|2nd)\b/i,
  /\b(?:third|3rd)\b/i,
  /\b(?:fourth|4th)\b/i,
  /\b(?:fifth|5th)\b/i,
];

/** "the second one": which of so many; null when the words name no place. */
export function ordinalIn(text: string, count: number): number | null {
  if (/\b(?:last|latter)(?: one| request| thing)?\b/i.test(text)) return count > 0 ? count - 1 : null;
  const place = /\bformer\b/i.test(text) ? 0 : ORDINALS.findIndex((ordinal) => ordinal.test(text));
  return place >= 0 && place < count ? place : null;
}

/** A change that waits for an answer is proposed for the first of them together with the question. */
export function askWhich(draft: TurnDraft, span: Span): void {
  const text = draft.reading.text.slice(span.start, span.end);
  draft.edits.push((candidate) => {
    candidate.unresolved.push({
      kind: "ambiguity",
      owner: null,
      text,
      question: null,
      options: [],
      evidence: [{ root: "input", pointer: "", text }],
    });
  });
}
