// Requests and candidates of these tests, made through the doors that callers use.
import { expect } from "vitest";
import { readCandidate } from "../../src/candidate/read-candidate.ts";
import { readInput } from "../../src/input/read-input.ts";
import type { RecognitionRequest } from "../../src/request.ts";
import { recognise } from "../../src/result/recognise.ts";
import { readOptions } from "../../src/settings/read-options.ts";
import type { Candidate } from "../../src/types/candidate.ts";
import type { IntentInput } from "../../src/types/input.ts";
import type { IntentOptions } from "../../src/types/options.ts";
import type { IntentResult } from "../../src/types/result.ts";
import { candidateOf, constraint, intent, quote } from "../candidate-notation.ts";

export { candidateOf, constraint, intent, quote };

export const MONDAY = "2026-11-30T09:00:00+01:00[Europe/Oslo]";

export function requestOf(
  input: string,
  more: Partial<IntentInput> = {},
  options: IntentOptions = {},
): RecognitionRequest {
  return readInput(readOptions(options).settings, { input, referenceTime: MONDAY, ...more });
}

/** The result of a candidate that passes the candidate rules. */
export function resultOf(request: RecognitionRequest, parts: Partial<Candidate>): IntentResult {
  const reading = readCandidate(request, JSON.stringify(candidateOf(parts)));
  expect(reading).toMatchObject({ ok: true });
  if (!reading.ok) throw new Error("unreachable");
  return recognise(request, reading.candidate);
}

export const LOOK_UP = "Look up order 000123. Do not cancel the order.";

export function lookUp(): Candidate {
  return candidateOf({
    intents: [intent("a", "Look up", "order 000123", "Look up order 000123")],
    constraints: [constraint("b", "a", "prohibition", "Do not cancel the order")],
  });
}
