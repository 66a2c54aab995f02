import type { CandidateConstraint, Quote } from "../../types/candidate.ts";
import type { JsonValue } from "../../types/json.ts";
import type { NormalValue } from "../../types/values.ts";
import { normaliseQuote } from "../../values/normalise-quote.ts";
import { valueProblem } from "../../values/value-problem.ts";
import type { CandidateView, Report } from "../candidate-view.ts";
import { fieldValues, leavesOf, readValueJson } from "../read-value.ts";
import { listedWords } from "../schema-words.ts";
import { factsOf, type SourceFacts } from "../source-facts.ts";
import { isTimeText, saysTime } from "../time-text.ts";
import { looseTokens } from "../value-tokens.ts";

interface Grounds {
  sources: string[];
  facts: SourceFacts[];
  /** Scalars other than strings that a quote points at. */
  scalars: ReadonlySet<JsonValue>;
  /** Readings of an ambiguous time count when the value is one of several. */
  possible: boolean;
  reworded: boolean;
}

/** V11: numbers, dates, codes, names and amounts of a value are in its quotes or follow from them by the value grammar. */
export function checkValueGrounding(view: CandidateView, report: Report): void {
  for (const { entry, field, text, path } of fieldValues(view)) {
    const reading = readValueJson(view.request, text);
    if ("problem" in reading) continue;
    const reworded = [...view.rewordings(entry.field), ...(entry.owner === null ? [] : view.rewordings(entry.owner))];
    const evidence = [...entry.evidence, ...reworded.flatMap((inference) => inference.evidence)];
    const grounds = groundsOf(view, evidence, entry.status !== "extracted", reworded.length > 0);
    if (field.currency !== null) grounds.sources.push(field.currency);
    const listed = listedWords(field.schema);
    for (const leaf of leavesOf(reading.value)) {
      const problem = typeof leaf === "string" && listed.has(leaf) ? null : leafProblem(view, leaf, grounds);
      if (problem !== null) report(path, problem);
    }
  }
  for (const [index, constraint] of view.candidate.constraints.entries())
    checkConstraint(view, constraint, `/constraints/${index}/valueJson`, report);
}

function groundsOf(view: CandidateView, evidence: readonly Quote[], possible: boolean, reworded: boolean): Grounds {
  const sources: string[] = [];
  const scalars = new Set<JsonValue>();
  for (const quote of evidence) {
    if (!view.stands(quote)) continue;
    if (quote.text !== null) sources.push(quote.text);
    else for (const leaf of leavesOf(view.source(quote) ?? null)) scalars.add(leaf);
  }
  // A day in one quote and a clock time in another are one moment together.
  if (sources.length > 1 && sources.length <= 8) sources.push(sources.join(" "));
  return { sources, facts: sources.map((text) => factsOf(text, view.values)), scalars, possible, reworded };
}

function leafProblem(view: CandidateView, leaf: string | number | boolean | null, grounds: Grounds): string | null {
  if (leaf === null || typeof leaf === "boolean" || grounds.scalars.has(leaf)) return null;
  if (typeof leaf === "number")
    return grounds.facts.some((one) => one.numbers.has(leaf)) ? null : `${leaf} does not follow from the quoted words`;
  if (isTimeText(leaf))
    return followsAsTime(leaf, grounds) ? null : "is a time that does not follow from the quoted words";
  const { figures, names, shares } = looseTokens(leaf, grounds.sources, view.values);
  const [figure] = figures;
  if (figure !== undefined) return `${shown(figure)} does not stand in the quoted words`;
  const [name] = names.filter((word) => !(grounds.reworded && leaf.startsWith(word) && leaf !== word));
  if (name !== undefined) return `${shown(name)} does not stand in the quoted words`;
  return shares || grounds.reworded ? null : "has no word of its quotes, and no inference of kind wording covers it";
}

function followsAsTime(text: string, { facts, possible }: Grounds): boolean {
  const wanted = text.toLowerCase();
  return facts.some(
    (one) =>
      one.lower.includes(wanted) ||
      one.times.some((time) => saysTime(text, time)) ||
      (possible && one.possibleTimes.some((time) => saysTime(text, time))),
  );
}

/**
 * Where the value grammar reads the quote too, the core compares the two itself and keeps the words when they differ.
 * Where it reads nothing, what a value says must stand in the words.
 */
function checkConstraint(view: CandidateView, constraint: CandidateConstraint, path: string, report: Report): void {
  if (constraint.valueJson === null) return;
  const reading = readValueJson(view.request, constraint.valueJson);
  if ("problem" in reading || valueProblem(reading.value) !== null) return;
  const value = reading.value as unknown as NormalValue;
  const grounds = groundsOf(view, constraint.evidence, false, view.rewordings(constraint.key).length > 0);
  if (value.type === "time" || value.type === "amount") {
    const texts = [constraint.text, ...grounds.sources];
    if (texts.some((text) => normaliseQuote(constraint.kind, text, view.values) !== null)) return;
  }
  const problem = partsOf(value)
    .map((part) => leafProblem(view, part, grounds))
    .find((one) => one !== null);
  if (problem !== undefined) report(path, `${problem}; leave it null when unsure`);
}

/** What of a normalised value must come from somewhere. */
function partsOf(value: NormalValue): (string | number)[] {
  switch (value.type) {
    case "time":
      return [value.start, value.end, value.duration].filter((one) => one !== undefined);
    case "text":
      return [value.value];
    default:
      return [value.min, value.max].filter((one) => one !== null).map(Number);
  }
}

function shown(word: string): string {
  return JSON.stringify(word.slice(0, 60));
}
