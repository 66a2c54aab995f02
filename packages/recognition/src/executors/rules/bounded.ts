import { baselineIds } from "../../candidate/baseline-index.ts";
import { EVIDENCED } from "../../candidate/evidenced-items.ts";
import type { Candidate } from "../../types/candidate.ts";
import type { IntentLimits } from "../../types/options.ts";
import type { EffectiveState } from "../../types/result.ts";
import { emptyCandidate } from "./to-candidate.ts";

/**
 * The candidate as JSON, as much of it as the limits of the instance let through. Words that it says nothing of are
 * kept by the core as not understood, so that less is always allowed.
 */
export function boundedText(candidate: Candidate, baseline: EffectiveState | null, limits: Readonly<IntentLimits>) {
  const told = { ...candidate, unresolved: candidate.unresolved.filter((one) => one.kind !== "unparsed") };
  for (const one of [candidate, told]) {
    const text = JSON.stringify(one);
    if (Buffer.byteLength(text) <= limits.candidateBytes && keepsCounts(one, baseline, limits)) return text;
  }
  return nothingSaid();
}

/** The candidate of one who claims nothing. */
export function nothingSaid(): string {
  return JSON.stringify(emptyCandidate("unclear"));
}

function keepsCounts(candidate: Candidate, baseline: EffectiveState | null, limits: Readonly<IntentLimits>): boolean {
  const standing = baselineIds(baseline);
  const added = (list: "intents" | "constraints") => candidate[list].filter((one) => one.baselineId === null).length;
  const quotes = EVIDENCED.flatMap((list) => candidate[list].map(({ evidence }) => evidence.length));
  const size = measure(candidate);
  return (
    candidate.intents.length <= limits.intents &&
    candidate.constraints.length <= limits.constraints &&
    candidate.relations.length <= limits.relations &&
    (added("intents") === 0 || standing.intents.length + added("intents") <= limits.intents) &&
    (added("constraints") === 0 || standing.constraints.length + added("constraints") <= limits.constraints) &&
    (candidate.relations.length === 0 ||
      (baseline?.relations.length ?? 0) + candidate.relations.length <= limits.relations) &&
    candidate.inferences.length <= limits.inferences &&
    quotes.every((count) => count <= limits.evidencePerItem) &&
    size.nodes <= limits.candidateNodes &&
    size.longest <= limits.stringLength
  );
}

/** JSON values, and the longest text or name in bytes. */
function measure(value: unknown): { nodes: number; longest: number } {
  if (typeof value === "string") return { nodes: 1, longest: Buffer.byteLength(value) };
  const size = { nodes: 1, longest: 0 };
  if (typeof value !== "object" || value === null) return size;
  for (const [name, member] of Object.entries(value)) {
    const inner = measure(member);
    size.nodes += inner.nodes;
    size.longest = Math.max(size.longest, inner.longest, name.length);
  }
  return size;
}
