import type { CandidateConstraint, CandidateField, Quote } from "../../types/candidate.ts";
import type { JsonValue } from "../../types/json.ts";
import type { NormalValue } from "../../types/values.ts";
import { valueProblem } from "../../values/value-problem.ts";
import type { CandidateView, Report } from "../candidate-view.ts";
import { type FieldValueEntry, fieldValues, leavesOf, readValueJson } from "../read-value.ts";
import { listedWords } from "../schema-words.ts";
import { factsOf, lowered, type SourceFacts, timesOnAnyDay } from "../source-facts.ts";
import { isTimeText, namesDay, saysTime } from "../time-text.ts";
import { looseTokens } from "../value-tokens.ts";

interface Grounds {
  sources: readonly string[];
  facts: readonly SourceFacts[];
  /** Scalars other than strings that a quote points at. */
  scalars: ReadonlySet<JsonValue>;
  /** The readings of an ambiguous time count: the value is one of several. */
  possible: boolean;
  /** A time that cannot be settled is the core's to lower: it makes the field indeterminate or ambiguous. */
  lowered: boolean;
  reworded: boolean;
}

/** V11: numbers, dates, codes, names and amounts of a value are in its quotes or follow from them by the value grammar. */
export function checkValueGrounding(view: CandidateView, report: Report): void {
  for (const given of fieldValues(view)) {
    const problem = fieldProblem(view, given, mayBeLowered(given));
    if (problem !== null) report(given.path, problem);
  }
  for (const [index, constraint] of view.candidate.constraints.entries())
    checkConstraint(view, constraint, `/constraints/${index}/valueJson`, report);
}

/** Entries whose value follows from nothing: V11 let them pass since a time in their words cannot be settled. */
export function unsettledMoments(view: CandidateView): ReadonlySet<CandidateField> {
  const unsettled = new Set<CandidateField>();
  for (const given of fieldValues(view))
    if (mayBeLowered(given) && fieldProblem(view, given, false) !== null) unsettled.add(given.entry);
  return unsettled;
}

function mayBeLowered({ entry, field }: FieldValueEntry): boolean {
  return entry.status === "extracted" && field.moment !== null;
}

function fieldProblem(view: CandidateView, { entry, field, text }: FieldValueEntry, lowered: boolean): string | null {
  const reading = readValueJson(view.request, text);
  if ("problem" in reading) return null;
  const reworded = [...view.rewordings(entry.field), ...(entry.owner === null ? [] : view.rewordings(entry.owner))];
  const evidence = [...entry.evidence, ...reworded.flatMap((inference) => inference.evidence)];
  const grounds: Grounds = {
    ...groundsOf(view, evidence, field.currency),
    possible: entry.status !== "extracted",
    lowered,
    reworded: reworded.length > 0,
  };
  const listed = listedWords(field.schema);
  const unlisted = leavesOf(reading.value).filter((leaf) => typeof leaf !== "string" || !listed.has(leaf));
  return firstProblem(view, unlisted, grounds);
}

function groundsOf(view: CandidateView, evidence: readonly Quote[], more: string | null) {
  const sources: string[] = [];
  const scalars = new Set<JsonValue>();
  for (const quote of evidence) {
    if (!view.stands(quote)) continue;
    if (quote.text !== null) sources.push(view.wholeWords(quote));
    else for (const leaf of leavesOf(view.source(quote) ?? null)) scalars.add(leaf);
  }
  // A day in one quote and a clock time in another are one moment together.
  if (sources.length > 1 && sources.length <= 8) sources.push(sources.join(" "));
  if (more !== null) sources.push(more);
  return { sources, facts: sources.map((text) => factsOf(text, view.values)), scalars };
}

type Leaf = string | number | boolean | null;

function firstProblem(view: CandidateView, leaves: readonly Leaf[], grounds: Grounds): string | null {
  for (const leaf of leaves) {
    const problem = leafProblem(view, leaf, grounds);
    if (problem !== null) return problem;
  }
  return null;
}

function leafProblem(
  view: CandidateView,
  leaf: Leaf,
  { sources, facts, scalars, reworded, ...how }: Grounds,
): string | null {
  if (leaf === null || typeof leaf === "boolean" || scalars.has(leaf)) return null;
  if (typeof leaf === "number")
    return facts.some((one) => one.hasNumber(leaf)) ? null : `${leaf} does not follow from the quoted words`;
  if (isTimeText(leaf)) {
    const follows =
      facts.some((one) => followsAsTime(leaf, one, how)) ||
      (!namesDay(leaf) &&
        sources.some((text) => timesOnAnyDay(text, view.values).some((time) => saysTime(leaf, time))));
    return follows ? null : "is a time that does not follow from the quoted words";
  }
  const { figures, names, shares } = looseTokens(leaf, sources, view.values);
  const [loose] = [...figures, ...names.filter((word) => !(reworded && leaf.startsWith(word) && leaf !== word))];
  if (loose !== undefined) return `${JSON.stringify(loose.slice(0, 60))} does not stand in the quoted words`;
  return shares || reworded ? null : "has no word of its quotes, and no inference of kind wording covers it";
}

function followsAsTime(text: string, facts: SourceFacts, how: Pick<Grounds, "possible" | "lowered">): boolean {
  return (
    facts.holdsWhole(lowered(text)) ||
    facts.times.some((time) => saysTime(text, time)) ||
    (how.possible && facts.possibleTimes.some((time) => saysTime(text, time))) ||
    (how.lowered && facts.openTime)
  );
}

/** Times and amounts of constraints are compared by the core, which keeps the words and drops a value that differs. */
function checkConstraint(view: CandidateView, constraint: CandidateConstraint, path: string, report: Report): void {
  if (constraint.valueJson === null) return;
  const reading = readValueJson(view.request, constraint.valueJson);
  if ("problem" in reading || valueProblem(reading.value) !== null) return;
  const value = reading.value as unknown as NormalValue;
  if (value.type === "time" || value.type === "amount") return;
  const grounds: Grounds = {
    ...groundsOf(view, constraint.evidence, null),
    possible: false,
    lowered: false,
    reworded: view.rewordings(constraint.key).length > 0,
  };
  const parts = value.type === "text" ? [value.value] : [value.min, value.max].flatMap((one) => one ?? []).map(Number);
  const problem = firstProblem(view, parts, grounds);
  if (problem !== null) report(path, `${problem}; leave it null when unsure`);
}
