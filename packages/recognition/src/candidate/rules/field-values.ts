import type { Quote } from "../../types/candidate.ts";
import type { JsonValue } from "../../types/json.ts";
import { valueProblem } from "../../values/value-problem.ts";
import type { CandidateView, Report } from "../candidate-view.ts";
import { fieldValues, leavesOf, readValueJson } from "../read-value.ts";
import { standsWhole } from "../whole-words.ts";

/** V10: JSON texts parse and fit: a field's its Schema and its quote, a constraint's the form of a normalised value. */
export function checkFieldValues(view: CandidateView, report: Report): void {
  for (const { entry, field, text, path } of fieldValues(view)) {
    const reading = readValueJson(view.request, text);
    if ("problem" in reading) {
      report(path, reading.problem.message);
      continue;
    }
    const problem = field.problemOf(reading.value);
    if (problem !== null) report(path, `does not fit the field's Schema: ${problem}`);
    else if (field.exact && !standsLiterally(view, reading.value, entry.evidence))
      report(path, "is exact and must stand in the quoted words, character by character");
  }
  for (const [index, { valueJson }] of view.candidate.constraints.entries()) {
    if (valueJson === null) continue;
    const path = `/constraints/${index}/valueJson`;
    const reading = readValueJson(view.request, valueJson);
    const problem = "problem" in reading ? reading.problem.message : valueProblem(reading.value);
    if (problem !== null) report(path, `is no normalised value: ${problem}`);
  }
}

/** In a quote, and in what it quotes as a whole: a quote cut short must not cut a code short. */
function standsLiterally(view: CandidateView, value: JsonValue, evidence: readonly Quote[]): boolean {
  const quoted = evidence.flatMap((quote) => {
    const source = view.source(quote);
    return quote.text === null || typeof source !== "string" ? [] : [{ text: quote.text, source }];
  });
  return leavesOf(value)
    .filter((leaf) => typeof leaf === "string")
    .every((leaf) => quoted.some(({ text, source }) => standsWhole(text, leaf) && standsWhole(source, leaf)));
}
