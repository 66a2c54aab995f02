// What an intent says of itself, and whether a candidate says anything else about it.
import type { CandidateIntent } from "../types/candidate.ts";
import type { JsonObject } from "../types/json.ts";
import type { RecognisedIntent } from "../types/result.ts";
import { plainForm } from "./content-words.ts";

export interface IntentContent extends JsonObject {
  domain: string | null;
  action: string | null;
  target: string | null;
  goal: string;
  understanding: RecognisedIntent["understanding"];
}

export function contentOf(intent: RecognisedIntent): IntentContent {
  const { domain, action, target, goal, understanding } = intent;
  return { domain, action, target, goal, understanding };
}

/** The content of a baseline intent after the candidate's: what the turn leaves unsaid stays. */
export function mergedContent(intent: RecognisedIntent, said: CandidateIntent): IntentContent {
  return {
    domain: said.domain ?? intent.domain,
    action: said.action ?? intent.action,
    target: said.target ?? intent.target,
    goal: said.goal,
    understanding: said.understanding,
  };
}

export function isSameContent(intent: RecognisedIntent, said: CandidateIntent): boolean {
  const merged = mergedContent(intent, said);
  return (
    merged.domain === intent.domain &&
    merged.understanding === intent.understanding &&
    plainForm(merged.action) === plainForm(intent.action) &&
    plainForm(merged.target) === plainForm(intent.target) &&
    plainForm(merged.goal) === plainForm(intent.goal)
  );
}

/** IDs of the intents that these name with other content. */
export function alteredIntents(
  said: readonly CandidateIntent[],
  intents: ReadonlyMap<string, { intent: RecognisedIntent }>,
): Set<string> {
  const altered = new Set<string>();
  for (const one of said) {
    const standing = one.baselineId === null ? undefined : intents.get(one.baselineId)?.intent;
    if (standing !== undefined && !isSameContent(standing, one)) altered.add(standing.id);
  }
  return altered;
}
