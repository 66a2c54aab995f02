import type { Span } from "../../text/literals.ts";
import { splitSentences } from "../../text/sentences.ts";
import { findWords } from "../../text/words.ts";
import type { Constraint } from "../../types/result.ts";
import { type FoundValue, findValues } from "../../values/find-values.ts";
import { LANGUAGES, SHAPES } from "./lexicon.ts";
import { quoteOf } from "./quoting.ts";
import { takeOut } from "./reading.ts";
import { askWhich, namedIntents, type Standing, standingIntents, type TurnDraft } from "./turn-draft.ts";
import { allConstraints } from "./withdrawal.ts";

// Saying something else instead: "actually, make it two", "change the deadline to Friday", "Rome instead of Berlin".

const MARKED =
  /^(?:(?:oh|hmm|um|sorry|wait|ok|okay|well|no|please|and|but|so),? )*(?:actually|correction|rather|instead|i mean|i meant|on second thoughts?|make (?:it|that|this|them|the|those)|change|switch|let's make it|can you (?:make|change)|could you (?:make|change)|move (?:it|that)|set it|push it|oops|not .{1,60} but|scratch that)\b/i;
const MARKED_NO = /^(?:no|nope|sorry|wait),\s+\S/i;
const MARKED_LATER = /\b(?:instead(?: of)?|rather than|i meant?)\b/i;
const SWAPS: readonly RegExp[] = [
  /\b(?:change|switch|replace)\s+(?<old>[^.!?]{1,80}?)\s+(?:to|with|by|into)\s+(?<next>[^.!?]{1,80})/i,
  /(?<next>[^.!?,]{1,80}?)\s+(?:instead of|rather than)\s+(?<old>[^.!?]{1,80})/i,
  /\bnot\s+(?<old>[^.!?,]{1,80}?),?\s+but\s+(?<next>[^.!?]{1,80})/i,
  /(?<next>[^.!?,]{1,80}?),\s+not\s+(?<old>[^.!?]{1,80})/i,
];
const LEADING =
  /^(?:(?:actually|sorry|no|wait|oh|please|make|it|that|i|mean|meant|to|a|the|is|should|be|correction|rather|let's|want|for|use|take|change)[,:]?\s+)+/i;
const LONGEST = 300;

export function readCorrections(draft: TurnDraft): void {
  for (const span of splitSentences(draft.reading.text).slice(0, 40)) {
    const text = draft.reading.text.slice(span.start, span.end);
    if (text.length > LONGEST || !(MARKED.test(text) || MARKED_NO.test(text) || MARKED_LATER.test(text))) continue;
    if (!swap(draft, span, text) && !replaceFormat(draft, span, text)) replaceValue(draft, span, text);
  }
}

/** Other words for a part of what is asked: the words that go must stand in one request only. */
function swap(draft: TurnDraft, span: Span, text: string): boolean {
  for (const pattern of SWAPS) {
    const groups = pattern.exec(text)?.groups;
    const old = trimmed(groups?.old ?? "");
    const next = trimmed(groups?.next ?? "");
    if (old === "" || next === "" || (isValue(draft, next) && !isValue(draft, old))) continue;
    const holding = standingIntents(draft.baseline).filter(({ intent }) => holds(intent.target, old));
    const [only] = holding;
    if (only === undefined || holding.length > 1) continue;
    const { intent, pointer } = only;
    const put = (words: string | null) => (words === null ? null : replaceWords(words, old, next));
    takeOut(draft.reading, span, true);
    draft.kinds.add("correction");
    draft.edits.push((candidate) => {
      const key = `swapped-${candidate.intents.length + 1}`;
      const evidence = [quoteOf(draft.reading.text, span)];
      const from = { root: "baseline" as const, pointer: `${pointer}/target`, text: intent.target };
      candidate.intents.push({
        key,
        parent: null,
        baselineId: intent.id,
        domain: intent.domain,
        action: intent.action,
        target: put(intent.target),
        goal: put(intent.goal) ?? intent.goal,
        understanding: intent.understanding,
        evidence: [...evidence, from],
      });
      candidate.inferences.push({
        about: key,
        kind: "wording",
        statement: `"${next}" takes the place of "${old}".`,
        evidence: [...evidence, from],
      });
    });
    return true;
  }
  return false;
}

/** Whether the words are a time, an amount or a count and nothing else. */
function isValue(draft: TurnDraft, words: string): boolean {
  const [value, other] = findValues(words, draft.context);
  return value !== undefined && other === undefined && value.text.length >= words.length - 3;
}

function holds(words: string | null, part: string): boolean {
  return words !== null && new RegExp(`(?<![\\p{L}\\p{N}])${escaped(part)}(?![\\p{L}\\p{N}])`, "iu").test(words);
}

function replaceWords(words: string, old: string, next: string): string {
  return words.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(old)}(?![\\p{L}\\p{N}])`, "iu"), () => next);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function trimmed(text: string): string {
  return text
    .replace(LEADING, "")
    .replace(/\b(?:please|instead)\b/gi, "")
    .replace(/[\s,.!?]+$/, "")
    .trim();
}

function replaceValue(draft: TurnDraft, span: Span, text: string): void {
  const values = findValues(text, draft.context);
  const [value] = values;
  if (value === undefined || values.length > 1) return;
  const all = standingIntents(draft.baseline);
  const named = namedIntents(withoutValue(text, value), all);
  const ids = new Set(named.map(({ intent }) => intent.id));
  const fits = allConstraints(draft).filter((one) => isOfKind(one, value));
  const mentioned = fits.filter((one) => one.scope.type === "intent" && ids.has(one.scope.intentId));
  const targets = mentioned.length > 0 ? mentioned : fits;
  const [target] = targets;
  if (target === undefined) {
    addValue(draft, span, value, named.length > 0 ? named : all);
    return;
  }
  takeOut(draft.reading, span, true);
  draft.kinds.add("correction");
  const said = { text: value.text, valueJson: value.value?.type === "quantity" ? JSON.stringify(value.value) : null };
  proposeChange(draft, span, target, withStandingDay(target, value) ?? { ...said, from: null });
  if (targets.length > 1) askWhich(draft, span);
}

interface NewWords {
  text: string;
  valueJson: string | null;
  /** What of the old value stays: a day, or an hour. */
  from: string | null;
}

function proposeChange(draft: TurnDraft, span: Span, target: Constraint, words: NewWords): void {
  const pointer = pointerOf(draft, target);
  draft.edits.push((candidate) => {
    const key = `changed-${candidate.constraints.length + 1}`;
    const evidence = [quoteOf(draft.reading.text, span)];
    if (words.from !== null && pointer !== null)
      evidence.push({ root: "baseline", pointer: `${pointer}/value/start`, text: words.from });
    candidate.constraints.push({
      key,
      owner: target.scope.type === "intent" ? target.scope.intentId : null,
      baselineId: target.id,
      kind: target.kind,
      text: words.text,
      valueJson: words.valueJson,
      evidence,
    });
    if (words.from !== null)
      candidate.inferences.push({
        about: key,
        kind: "wording",
        statement: `What the turn leaves unsaid stays as in "${target.text}".`,
        evidence,
      });
  });
}

/** "make it 6pm" keeps the day, "make it Saturday" the hour. */
function withStandingDay({ value: old }: Constraint, { value, text }: FoundValue): NewWords | null {
  if (old?.type !== "time" || value?.type !== "time" || old.form !== "instant" || old.start === undefined) return null;
  const hour = /T(\d\d:\d\d)/.exec(old.start)?.[1];
  if (value.form === "date" && hour !== undefined && !/\d\s*(?:am|pm)|:\d\d/i.test(text))
    return { text: `${text} at ${hour}`, valueJson: null, from: old.start };
  const clock =
    value.form === "instant" &&
    /^(?:at |to )?\d{1,2}(?::\d\d)?\s*(?:[ap]\.?m\.?|o'clock)?$|^(?:noon|midnight)$/i.test(text);
  return clock ? { text: `${text} on ${old.start.slice(0, 10)}`, valueJson: null, from: old.start } : null;
}

function pointerOf(draft: TurnDraft, target: Constraint): string | null {
  const top = draft.baseline.constraints.findIndex((one) => one.id === target.id);
  if (top >= 0) return `/constraints/${top}`;
  for (const [at, intent] of draft.baseline.intents.entries()) {
    const place = intent.constraints.findIndex((one) => one.id === target.id);
    if (place >= 0) return `/intents/${at}/constraints/${place}`;
  }
  return null;
}

/** "in Spanish instead": another language or shape for the one that was asked for. */
function replaceFormat(draft: TurnDraft, span: Span, text: string): boolean {
  const standing = allConstraints(draft).filter((one) => one.kind === "format");
  const [target] = standing;
  const found = findWords(text).findLast(
    (word) => (LANGUAGES.has(word.lower) && /^\p{Lu}/u.test(word.text)) || SHAPES.has(word.lower),
  );
  if (target === undefined || found === undefined) return false;
  const start = /\b(?:in|into|to|as)\s+(?:an?\s+|the\s+)?$/i.exec(text.slice(0, found.start))?.index ?? found.start;
  takeOut(draft.reading, span, true);
  draft.kinds.add("correction");
  proposeChange(draft, span, target, { text: text.slice(start, found.end), valueJson: null, from: null });
  if (standing.length > 1) askWhich(draft, span);
  return true;
}

/** Nothing of that kind holds yet: a further constraint of the one request that is meant. */
function addValue(draft: TurnDraft, span: Span, value: FoundValue, possible: readonly Standing[]): void {
  const [only] = possible;
  if (only === undefined) return;
  const { reading } = draft;
  takeOut(reading, span, true);
  draft.kinds.add("refinement");
  if (possible.length > 1) {
    const text = reading.text.slice(span.start, span.end);
    draft.edits.push((candidate) => {
      candidate.unresolved.push({
        kind: "ambiguity",
        owner: null,
        text,
        question: null,
        options: possible.map(({ intent }) => intent.goal),
        evidence: [quoteOf(reading.text, span)],
      });
    });
    return;
  }
  const kind = value.kind === "time" ? "time" : value.kind === "amount" ? "limit" : "quantity";
  draft.edits.push((candidate) => {
    candidate.constraints.push({
      key: `added-${candidate.constraints.length + 1}`,
      owner: only.intent.id,
      baselineId: null,
      kind,
      text: value.text,
      valueJson: value.value?.type === "quantity" ? JSON.stringify(value.value) : null,
      evidence: [quoteOf(reading.text, span)],
    });
  });
}

function isOfKind(constraint: Constraint, value: FoundValue): boolean {
  if (constraint.kind === "prohibition" || constraint.kind === "condition" || constraint.kind === "exclusion")
    return false;
  if (constraint.value !== undefined) return constraint.value.type === value.kind;
  return (
    (value.kind === "time" && constraint.kind === "time") ||
    (value.kind === "amount" && constraint.kind === "limit") ||
    (value.kind === "quantity" && constraint.kind === "quantity")
  );
}

function withoutValue(text: string, value: FoundValue): string {
  return `${text.slice(0, value.start)} ${text.slice(value.end)}`;
}
