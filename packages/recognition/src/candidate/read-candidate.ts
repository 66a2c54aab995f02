import type { RecognitionRequest } from "../request.ts";
import type { Candidate } from "../types/candidate.ts";
import type { Problem } from "../types/executor.ts";
import { candidateShape } from "./candidate-shape.ts";
import { type CandidateView, type Report, viewCandidate } from "./candidate-view.ts";
import { checkCounts } from "./check-counts.ts";
import { checkDomains } from "./check-domains.ts";
import { checkDoubleFounding } from "./rules/double-founding.ts";
import { checkEvidence } from "./rules/evidence.ts";
import { checkFieldEntries } from "./rules/field-entries.ts";
import { checkFieldValues } from "./rules/field-values.ts";
import { checkForestAndOrder } from "./rules/forest-and-order.ts";
import { checkFounding } from "./rules/founding.ts";
import { checkGrounding } from "./rules/grounding.ts";
import { checkNames } from "./rules/names.ts";
import { checkNegation } from "./rules/negation.ts";
import { checkPointers, checkQuotes } from "./rules/quotes.ts";
import { checkRemovals } from "./rules/removals.ts";
import { checkValueGrounding } from "./rules/value-grounding.ts";
import { checkShape } from "./shape.ts";
import { parseStrict } from "./strict-json.ts";

export type CandidateReading = { ok: true; candidate: Candidate } | { ok: false; problems: Problem[] };

/** More of them would help nobody to correct a candidate. */
const MOST_PROBLEMS = 32;

// Ids, fields and domains are checked by rules of their own, which say more than a list of words would.
const SHAPE = candidateShape({ fields: null, domains: null, intentIds: null, constraintIds: null, itemIds: null });

type Rule = (view: CandidateView, report: Report) => void;

const BOUNDS: readonly (readonly [string, Rule])[] = [
  ["V01", checkDomains],
  ["V02", checkCounts],
];

// Each works on any candidate of the right shape and leaves to the others what is theirs, so that one
// correction can mend everything at once.
const RULES: readonly (readonly [string, Rule])[] = [
  ["V03", checkNames],
  ["V04", checkForestAndOrder],
  ["V05", checkPointers],
  ["V06", checkQuotes],
  ["V07", checkEvidence],
  ["V08", checkGrounding],
  ["V09", checkFieldEntries],
  ["V10", checkFieldValues],
  ["V11", checkValueGrounding],
  ["V12", checkFounding],
  ["V13", checkRemovals],
  ["V14", checkNegation],
  ["V15", checkDoubleFounding],
];

/**
 * Reads the text of a language source as a candidate and checks it against V01 to V15. Throws for no text; what is
 * wrong comes back as problems whose path points into the candidate.
 */
export function readCandidate(request: RecognitionRequest, text: string): CandidateReading {
  const { limits } = request.settings;
  if (Buffer.byteLength(text) > limits.candidateBytes)
    return refused("V02", `The candidate is longer than ${limits.candidateBytes} bytes.`);
  const reading = parseStrict(text, {
    depth: limits.candidateDepth,
    nodes: limits.candidateNodes,
    stringLength: limits.stringLength,
  });
  if ("problem" in reading) return refused(reading.problem.code, reading.problem.message);
  const problems: Problem[] = [];
  const reportAs =
    (code: string): Report =>
    (path, message) => {
      if (problems.length < MOST_PROBLEMS) problems.push({ code, path, message });
    };
  checkShape(SHAPE, reading.value, "", reportAs("V01"));
  if (problems.length > 0) return { ok: false, problems };
  const candidate = reading.value as unknown as Candidate;
  const view = viewCandidate(request, candidate);
  for (const rules of [BOUNDS, RULES]) {
    for (const [code, rule] of rules) rule(view, reportAs(code));
    if (problems.length > 0) return { ok: false, problems };
  }
  return { ok: true, candidate };
}

function refused(code: string, message: string): CandidateReading {
  return { ok: false, problems: [{ code, path: "", message }] };
}
