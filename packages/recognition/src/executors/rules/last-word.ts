import type { Candidate } from "../../types/candidate.ts";

const MOST_QUOTES = 16;

/** What one message changes more than once stays as it says last; the words before are kept as evidence. */
export function keepLastWord(candidate: Candidate): void {
  const dropped = new Set([...earlier(candidate.intents), ...earlier(candidate.constraints)]);
  if (dropped.size === 0) return;
  candidate.intents = candidate.intents.filter(({ key }) => !dropped.has(key));
  candidate.constraints = candidate.constraints.filter(({ key }) => !dropped.has(key));
  candidate.inferences = candidate.inferences.filter(({ about }) => !dropped.has(about));
}

function earlier(items: readonly (Candidate["intents"] | Candidate["constraints"])[number][]): string[] {
  const last = new Map(items.flatMap((one) => (one.baselineId === null ? [] : [[one.baselineId, one] as const])));
  return items.flatMap(({ key, baselineId, evidence }) => {
    const kept = baselineId === null ? undefined : last.get(baselineId);
    if (kept === undefined || kept.key === key) return [];
    kept.evidence = [...kept.evidence, ...evidence].slice(0, MOST_QUOTES);
    return [key];
  });
}
