import type { IntentResult } from "../../src/index.ts";
import { alignIntents } from "./align-intents.ts";
import type { Reading, RecognitionCase } from "./facts.ts";
import { hasAnyWords, holdsWords, showWords } from "./match-words.ts";
import { scoreConstraints } from "./score-constraints.ts";
import { scoreFields, scoreReferences, scoreRelations, scoreTurn } from "./score-rest.ts";
import { type Shares, Tally } from "./tally.ts";

export interface CaseScore {
  id: string;
  facts: Shares;
  missing: readonly string[];
  invented: readonly string[];
  /** Listed prohibitions and exclusions that no constraint of their kind holds. */
  lost: readonly string[];
  status: IntentResult["status"];
  /** Says `complete` although a listed prohibition or exclusion is lost or another status was due. */
  falseComplete: boolean;
  fullyRight: boolean;
}

/** Scores a result against the reading that it fits best: by the number of intents first, then by the faults. */
export function scoreCase(one: RecognitionCase, result: IntentResult): CaseScore {
  const [first, ...others] = one.readings;
  let best = scoreReading(one, first, result);
  for (const reading of others) {
    const score = scoreReading(one, reading, result);
    if (faults(score) < faults(best)) best = score;
  }
  return best;
}

/** A reading with another number of intents is always worse. */
function faults({ facts, missing, invented }: CaseScore): number {
  const count = facts["intent count"];
  return (count.total - count.right) * 1_000 + missing.length + invented.length;
}

function scoreReading({ id, input }: RecognitionCase, reading: Reading, result: IntentResult): CaseScore {
  const tally = new Tally();
  const aligned = alignIntents(reading.intents, result.effective);
  const wanted = reading.intents.filter(({ optional }) => !optional).length;
  const there = reading.intents.filter(({ optional }, at) => !optional && aligned.found[at]).length;
  const counted = there + aligned.surplus.length;
  tally.fact("intent count", counted === wanted, `${wanted} intents, not ${counted}`);
  for (const { goal } of aligned.surplus) tally.invent(`intent "${goal}"`);
  for (const [at, { action, target, goal, optional }] of reading.intents.entries()) {
    const found = aligned.found[at];
    if (optional) continue;
    const name = found ? `${found.action} | ${found.target}` : "no intent";
    tally.fact("action and target", !!found && hasAnyWords(found.action, action), `${showWords(action)} in ${name}`);
    tally.fact("action and target", !!found && hasAnyWords(found.target, target), `${showWords(target)} in ${name}`);
    if (goal !== undefined)
      tally.fact("action and target", !!found && holdsWords(found.goal, goal), `"${goal}" in the goal of ${name}`);
  }
  const lost = scoreConstraints(tally, reading, result, aligned, input.baseline ?? null);
  scoreReferences(tally, reading, result, aligned);
  scoreRelations(tally, reading, result, aligned);
  scoreFields(tally, reading, result, aligned);
  scoreTurn(tally, reading.turn, result, input.baseline ?? null);
  const { status } = result;
  const due = reading.statuses.includes(status);
  tally.fact("status", due, `${reading.statuses.join(" or ")}, not ${status}`);
  const { facts, missing, invented } = tally;
  return {
    id,
    facts,
    missing,
    invented,
    lost,
    status,
    falseComplete: status === "complete" && (lost.length > 0 || !due),
    fullyRight: missing.length + invented.length === 0,
  };
}
