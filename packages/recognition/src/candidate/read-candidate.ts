import type { RecognitionRequest } from "../request.ts";
import type { Candidate } from "../types/candidate.ts";
import type { Problem } from "../types/executor.ts";
import { candidateShape } from "./candidate-shape.ts";
import { checkShape } from "./shape.ts";
import { parseStrict } from "./strict-json.ts";

export type CandidateReading = { ok: true; candidate: Candidate } | { ok: false; problems: Problem[] };

// Ids, fields and domains are checked by rules of their own, which say more than a list of words would.
const SHAPE = candidateShape({ fields: null, domains: null, intentIds: null, constraintIds: null, itemIds: null });

/** Reads the text of a language source as a candidate and checks it against V01 to V15. Never throws for any text. */
export function readCandidate(request: RecognitionRequest, text: string): CandidateReading {
  const { limits } = request.settings;
  if (Buffer.byteLength(text) > limits.candidateBytes)
    return refused("V02", "", `The candidate is longer than ${limits.candidateBytes} bytes.`);
  const reading = parseStrict(text, {
    depth: limits.candidateDepth,
    nodes: limits.candidateNodes,
    stringLength: limits.stringLength,
  });
  if ("problem" in reading) return refused(reading.problem.code, "", reading.problem.message);
  const problems: Problem[] = [];
  checkShape(SHAPE, reading.value, "", (path, message) => {
    if (problems.length < 32) problems.push({ code: "V01", path, message });
  });
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, candidate: reading.value as unknown as Candidate };
}

function refused(code: string, path: string, message: string): CandidateReading {
  return { ok: false, problems: [{ code, path, message }] };
}
