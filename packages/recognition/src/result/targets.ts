// Which item of the baseline a correction or withdrawal means. The words of the turn must single it out
// among the items that could be meant; a language source's choice alone does not.
import { own } from "../json/json-object.ts";
import type { Clause } from "../text/clauses.ts";
import type { RecognisedIntent } from "../types/result.ts";
import { contentWords } from "./content-words.ts";
import { type Draft, overlaps } from "./draft.ts";
import type { Evidence } from "./evidence.ts";

/** An item that could be meant, with the sets of words that may name it. */
export interface Target {
  id: string;
  words: readonly Set<string>[];
}

// A turn names its target within a few words; what is longer is cut, so that hostile input stays cheap.
const MOST_WORDS = 64;
const MOST_TEXT = 2_000;
const MOST_SPANS = 8;

const ORDINALS: readonly RegExp[] = [
  /\b(?:first|1st|former|erste\p{L}?|premi(?:er|ère)|primer[oa]?|første)(?!\p{L})/iu,
  /\b(?:second|2nd|zweite\p{L}?|deuxième|segund[oa]|andre)(?!\p{L})/iu,
  /\b(?:third|3rd|dritte\p{L}?|troisième|tercer[oa]?|tredje)(?!\p{L})/iu,
  /\b(?:fourth|4th|vierte\p{L}?|quatrième|cuart[oa]|fjerde)(?!\p{L})/iu,
  /\b(?:fifth|5th|fünfte\p{L}?|cinquième|quint[oa]|femte)(?!\p{L})/iu,
];
const LAST = /\b(?:last|latter|letzte\p{L}?|derni(?:er|ère)|últim[oa]|siste)(?!\p{L})/iu;

/**
 * Whether the turn names `chosen` rather than one of the others. `targets` holds all of them in state order. What is
 * alone need not be named, unless `always`.
 */
export function isNamed(
  draft: Draft,
  chosen: string,
  targets: readonly Target[],
  evidence: Evidence,
  always = false,
): boolean {
  if ((targets.length < 2 && !always) || answersFor(draft, chosen)) return true;
  const near = clausesOf(draft.clauses, evidence);
  const sentences = new Set(near.map((clause) => clause.sentence));
  const first = draft.clauses.findIndex((clause) => sentences.has(clause.sentence));
  const around = draft.clauses.slice(first, first + MOST_WORDS).filter((clause) => sentences.has(clause.sentence));
  return [near, around].some((clauses) => {
    const text = textOf(draft, clauses);
    return isOrdinalOf(text, chosen, targets) || sharesMost(text, chosen, targets);
  });
}

/** The turn answers an open question about this very item or its intent. */
function answersFor(draft: Draft, chosen: string): boolean {
  const owner = draft.constraints.get(chosen)?.owner?.id ?? chosen;
  return draft.candidate.removals.some(
    (removal) =>
      removal.kind === "unresolved" &&
      draft.request.baseline?.unresolved.some((one) => one.id === removal.id && one.intentId === owner),
  );
}

function clausesOf(clauses: readonly Clause[], evidence: Evidence): Clause[] {
  return evidence.spans.slice(0, MOST_SPANS).flatMap((span) => {
    let low = 0;
    let high = clauses.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((clauses[middle]?.end ?? 0) <= span.start) low = middle + 1;
      else high = middle;
    }
    return clauses.slice(low, low + MOST_SPANS).filter((clause) => clause.start < span.end);
  });
}

function textOf(draft: Draft, clauses: readonly Clause[]): string {
  const start = Math.min(...clauses.map((clause) => clause.start));
  const end = Math.max(...clauses.map((clause) => clause.end));
  return clauses.length === 0 ? "" : draft.request.input.slice(start, Math.min(end, start + MOST_TEXT));
}

function isOrdinalOf(text: string, chosen: string, targets: readonly Target[]): boolean {
  const place = ORDINALS.findIndex((ordinal) => ordinal.test(text));
  const named = place >= 0 ? targets[place] : LAST.test(text) ? targets.at(-1) : undefined;
  return named?.id === chosen;
}

function sharesMost(text: string, chosen: string, targets: readonly Target[]): boolean {
  const said = contentWords(text, MOST_WORDS);
  const shared = (target: Target): number => {
    let count = 0;
    for (const word of said) if (target.words.some((words) => words.has(word))) count++;
    return count;
  };
  const mine = targets.filter((target) => target.id === chosen).map(shared)[0] ?? 0;
  return mine > 0 && targets.every((target) => target.id === chosen || shared(target) < mine);
}

/** An ambiguity that the candidate itself reports about these words. */
export function isReportedAmbiguous(draft: Draft, evidence: Evidence): boolean {
  return draft.candidate.unresolved.some((one, at) => {
    const about = draft.evidence.unresolved[at];
    return one.kind === "ambiguity" && about !== undefined && overlaps(about, evidence);
  });
}

const remembered = new WeakMap<Draft, Map<string, Set<string>>>();

function wordsFor(draft: Draft, id: string, text: () => string): Set<string> {
  const known = remembered.get(draft) ?? new Map<string, Set<string>>();
  remembered.set(draft, known);
  const words = known.get(id) ?? contentWords(text());
  known.set(id, words);
  return words;
}

function intentWords(draft: Draft, intent: RecognisedIntent): Set<string> {
  return wordsFor(draft, intent.id, () => {
    const inputs = Object.values(intent.inputs).map((input) => String(input.value));
    const children = intent.children.map((child) => child.goal);
    return [intent.action, intent.target, intent.goal, ...children, ...inputs]
      .filter((said) => said !== null)
      .join(" ");
  });
}

/** The baseline's intents that could be meant in place of this one: neither its family nor what the turn changes as well. */
export function intentTargets(draft: Draft, chosen: RecognisedIntent): Target[] {
  const also = new Set([...draft.altered, ...draft.candidate.removals.map((removal) => removal.id)]);
  const above = new Set<string>();
  for (
    let at = draft.intents.get(chosen.id)?.parent ?? null;
    at !== null;
    at = draft.intents.get(at.id)?.parent ?? null
  ) {
    above.add(at.id);
  }
  const below = new Set<string>([chosen.id]);
  const targets: Target[] = [];
  for (const [id, { intent, parent }] of draft.intents) {
    if (!draft.carried.has(id)) continue;
    if (parent !== null && below.has(parent.id)) below.add(id);
    if (id !== chosen.id && (below.has(id) || above.has(id) || also.has(id))) continue;
    targets.push({ id, words: [intentWords(draft, intent)] });
  }
  return targets;
}

/** The baseline's constraints of the same kind that could be meant in place of this one. */
export function constraintTargets(draft: Draft, chosen: string): Target[] {
  const kind = draft.constraints.get(chosen)?.constraint.kind;
  const also = new Set([...draft.replaced, ...draft.candidate.removals.map((removal) => removal.id)]);
  const targets: Target[] = [];
  for (const [id, { constraint, owner }] of draft.constraints) {
    if (!draft.carried.has(id) || constraint.kind !== kind || (id !== chosen && also.has(id))) continue;
    const own = wordsFor(draft, id, () => constraint.text);
    targets.push({ id, words: owner === null ? [own] : [own, intentWords(draft, owner)] });
  }
  return targets;
}

/** The baseline's intents that hold a value of this field. */
export function inputTargets(draft: Draft, chosen: RecognisedIntent, field: string): Target[] {
  const targets: Target[] = [];
  for (const [id, { intent }] of draft.intents) {
    if (!draft.carried.has(id) || own(intent.inputs, field) === undefined) continue;
    const answered = draft.candidate.fields.some(
      (one) => one.field === field && one.owner !== null && draft.keys.get(one.owner)?.id === id,
    );
    if (intent === chosen || !answered) targets.push({ id, words: [intentWords(draft, intent)] });
  }
  return targets;
}
