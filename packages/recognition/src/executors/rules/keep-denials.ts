import { splitClauses } from "../../text/clauses.ts";
import { type Cue, findCues } from "../../text/cues.ts";
import type { Span } from "../../text/literals.ts";
import { type ReadIntent, type Reading, takeOut } from "./reading.ts";

const MOST_PLACES = 16;

/**
 * What the words forbid is told as a prohibition, never as a request, and a prohibition holds the word that negates
 * it, whatever the parts of the sentence were taken for.
 */
export function keepDenials(reading: Reading, cues: readonly Cue[]): void {
  if (cues.length === 0) return;
  for (const one of reading.constraints.filter((each) => each.kind === "prohibition")) {
    const words = reading.text.slice(one.span.start, one.span.end);
    if ((findCues(words, "en") ?? []).length > 0) continue;
    reading.constraints = reading.constraints.filter((each) => each !== one);
    for (const each of reading.constraints) if (each.follows === one) each.follows = null;
    reading.fragments.push(one.span);
  }
  const forbidding = cues.filter((cue) => cue.prohibiting);
  if (forbidding.length === 0) return;
  const clauses = splitClauses(reading.text);
  for (const intent of [...reading.intents]) {
    const [evidence] = intent.evidence;
    if (evidence === undefined || !reading.intents.includes(intent)) continue;
    const denied = placesOf(reading.text, intent, evidence).map((place) => denying(forbidding, clauses, place));
    const [cue] = denied;
    if (cue === undefined || cue === null || denied.includes(null)) continue;
    const told = reading.constraints.some(({ span }) => span.start <= cue.start && cue.end <= span.end);
    const span = told ? evidence : { start: Math.min(cue.start, evidence.start), end: evidence.end };
    const { sentence } = intent;
    takeOut(reading, span);
    if (told) reading.unresolved.push({ kind: "unparsed", owner: null, span, question: null, options: [] });
    else
      reading.constraints.push({
        kind: "prohibition",
        span,
        owner: null,
        standing: null,
        valueJson: null,
        sentence,
        follows: null,
      });
  }
}

/** Where the verb of an intent stands in its words; all its words when it stands nowhere as such. */
function placesOf(text: string, { action, goal }: ReadIntent, evidence: Span): Span[] {
  const words = (action ?? text.slice(goal.start, goal.end)).toLowerCase();
  const within = text.slice(evidence.start, evidence.end).toLowerCase();
  const places: Span[] = [];
  if (within.length === evidence.end - evidence.start && words !== "")
    for (
      let at = within.indexOf(words);
      at >= 0 && places.length < MOST_PLACES;
      at = within.indexOf(words, at + words.length)
    )
      places.push({ start: evidence.start + at, end: evidence.start + at + words.length });
  return places.length > 0 ? places : [evidence];
}

/** The forbidding word before a place, in the same clause. */
function denying(cues: readonly Cue[], clauses: readonly Span[], place: Span): Cue | null {
  const cue = cues.findLast((one) => one.start <= place.start);
  return cue !== undefined && place.end <= (clauses[cue.clause]?.end ?? 0) ? cue : null;
}
