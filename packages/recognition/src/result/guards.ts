// The guards. They never refuse a candidate: they keep the words that it does not account for, as
// unresolved items, and so lower what the result claims.
import { clausesTouched } from "../candidate/span-search.ts";
import type { RecognitionRequest } from "../request.ts";
import type { Clause } from "../text/clauses.ts";
import { type Cue, findCues } from "../text/cues.ts";
import { findLiterals } from "../text/literals.ts";
import type { QuoteSpan } from "../text/quotes.ts";
import { valuesIn } from "../values/normalise-quote.ts";
import { addIssue, type Draft, open } from "./draft.ts";
import { type SpanSet, spanSet } from "./spans.ts";
import { ask } from "./templates.ts";
import { valueContext } from "./value-context.ts";

type Flag = "NEGATION_UNACCOUNTED" | "TEXT_UNACCOUNTED";

/** Clauses kept one by one; all further ones are kept together. */
const MOST_FLAGGED = 64;

const MESSAGES: Record<Flag, string> = {
  NEGATION_UNACCOUNTED: "a negation in these words is not part of the result",
  TEXT_UNACCOUNTED: "these words are not part of the result",
};

/** Every span of the input that some evidence quotes. */
export function touchedSpans(draft: Pick<Draft, "evidence">): SpanSet {
  return spanSet(Object.values(draft.evidence).flatMap((list) => list.flatMap((one) => one.spans)));
}

/** Whether a guard fired. */
export function applyGuards(draft: Draft, touched: SpanSet): boolean {
  const { request, clauses } = draft;
  const flags = new Map<number, Flag>();
  for (const [at, clause] of clauses.entries()) {
    if (!clause.social && !touched.touches(clause)) flags.set(at, "TEXT_UNACCOUNTED");
  }
  for (const at of clausesWithLostNumbers(request, clauses, touched)) flags.set(at, "TEXT_UNACCOUNTED");
  const cues = findCues(request.input, request.settings.language);
  if (cues === null) {
    const message = `there is no list of negations for the language ${request.settings.language}`;
    addIssue(draft, "LANGUAGE_NOT_GUARDED", "info", null, message, []);
  } else {
    for (const at of clausesWithLostCues(draft, cues)) flags.set(at, "NEGATION_UNACCOUNTED");
    tellForeign(draft);
  }
  keepWords(draft, flags);
  return flags.size > 0;
}

// Lists of negations are of languages in Latin letters.
const FOREIGN = /[\p{L}--[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]]/v;

/** A list of one language guards no clause that is mostly in the letters of another. */
function tellForeign(draft: Draft): void {
  const { input } = draft.request;
  if (!FOREIGN.test(input)) return;
  const literals = spanSet(findLiterals(input));
  const foreign = draft.clauses.find(({ start, end }) => {
    const words = [...input.slice(start, end).matchAll(WORD)].filter(
      ({ 0: word, index }) =>
        /\p{L}/u.test(word) && !literals.holds({ start: start + index, end: start + index + word.length }),
    );
    const others = words.filter(([word]) => FOREIGN.test(word)).length;
    return others > 0 && others * 2 >= words.length;
  });
  if (foreign === undefined) return;
  const message = "there is no list of negations for the language of these words";
  addIssue(draft, "LANGUAGE_NOT_GUARDED", "info", null, message, draft.placing.ofSpan(foreign).refs);
}

function clausesWithLostCues(draft: Draft, cues: readonly Cue[]): Set<number> {
  const kept = spanSet([...whatKeeps(draft), ...findLiterals(draft.request.input)]);
  const accounted = spanSet(draft.evidence.accounted.flatMap((one) => one.spans));
  const lost = new Set<number>();
  const noted = new Set<number>();
  for (const cue of cues) {
    if (kept.holds(cue)) continue;
    if (!cue.prohibiting && draft.clauses[cue.clause]?.social === true) continue;
    if (!cue.prohibiting && accounted.holds(cue)) noted.add(cue.clause);
    else lost.add(cue.clause);
  }
  for (const at of noted) {
    const clause = draft.clauses[at];
    if (clause === undefined || lost.has(at)) continue;
    const { refs } = draft.placing.ofSpan(clause);
    addIssue(draft, "STATEMENT_NOTED", "info", null, "a statement with a negation was taken as information", refs);
  }
  return lost;
}

// Longer than any words that only negate.
const MOST_CUE = 40;
const AUXILIARIES = new Set(
  "do does did must should shall will would can could may might have has had to be is are was were please ever".split(
    " ",
  ),
);
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** "Do not" alone keeps the word and loses what is not to be done, unless the person says no more. */
function whatKeeps({ request, clauses, kept }: Draft): QuoteSpan[] {
  const talks = new Map<Clause, boolean>();
  const saysMore = (clause: Clause): boolean => {
    const known = talks.get(clause) ?? saysMoreThanNo(request, clause.start, clause.end);
    talks.set(clause, known);
    return known;
  };
  return kept.filter((span) => {
    const { start, end } = span;
    if (end - start > MOST_CUE || saysMoreThanNo(request, start, end)) return true;
    return !clausesTouched(clauses, span).some(saysMore);
  });
}

function saysMoreThanNo({ input, settings }: RecognitionRequest, start: number, end: number): boolean {
  const text = input.slice(start, end);
  const cues = spanSet(findCues(text, settings.language) ?? []);
  return [...text.matchAll(WORD)].some(
    ({ 0: word, index }) =>
      !AUXILIARIES.has(word.toLowerCase()) && !cues.touches({ start: index, end: index + word.length }),
  );
}

const FIGURES = /\p{Nd}(?:[\p{Nd}.,:/]*\p{Nd})?/gu;

function clausesWithLostNumbers(
  request: RecognitionRequest,
  clauses: readonly Clause[],
  touched: SpanSet,
): Set<number> {
  const figures = [...request.input.matchAll(FIGURES)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  const figured = spanSet(figures);
  // A value with figures may be quoted without the words around them; one in words must be quoted whole.
  const worded = valuesIn(request.input, valueContext(request)).filter((found) => !figured.touches(found));
  const lost = [...figures, ...worded].filter((span) => !touched.holds(span)).sort((a, b) => a.start - b.start);
  const found = new Set<number>();
  let at = 0;
  for (const span of lost) {
    while (at < clauses.length && (clauses[at]?.end ?? 0) <= span.start) at++;
    if (clauses[at] !== undefined) found.add(at);
  }
  return found;
}

function keepWords(draft: Draft, flags: ReadonlyMap<number, Flag>): void {
  const flagged = [...flags.keys()].sort((a, b) => a - b);
  for (const at of flagged.slice(0, MOST_FLAGGED)) {
    const clause = draft.clauses[at];
    if (clause !== undefined) keep(draft, clause, flags.get(at) ?? "TEXT_UNACCOUNTED");
  }
  const rest = flagged.slice(MOST_FLAGGED);
  const first = draft.clauses[rest[0] ?? -1];
  const last = draft.clauses[rest.at(-1) ?? -1];
  if (first === undefined || last === undefined) return;
  const negated = rest.some((at) => flags.get(at) === "NEGATION_UNACCOUNTED");
  keep(draft, { start: first.start, end: last.end }, negated ? "NEGATION_UNACCOUNTED" : "TEXT_UNACCOUNTED");
}

function keep(draft: Draft, span: QuoteSpan, code: Flag): void {
  const text = draft.request.input.slice(span.start, span.end);
  const evidence = draft.placing.ofSpan(span);
  const question = ask(draft.request.language, "unclear", text);
  const item = open(draft, { kind: "unparsed", text, intentId: null, question, options: [] }, evidence);
  addIssue(draft, code, "warning", item, MESSAGES[code], evidence.refs);
}

/** What an earlier turn left unparsed stays a warning for as long as it stands: it is still not part of the result. */
export function warnOfCarried(draft: Draft): void {
  for (const item of draft.state.unresolved) {
    if (item.kind !== "unparsed" || !draft.carried.has(item.id)) continue;
    const cues = findCues(item.text, draft.request.settings.language) ?? [];
    const code: Flag = cues.length > 0 ? "NEGATION_UNACCOUNTED" : "TEXT_UNACCOUNTED";
    addIssue(draft, code, "warning", item, MESSAGES[code], item.sourceRefs);
  }
}
