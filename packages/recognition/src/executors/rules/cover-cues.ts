import { splitClauses } from "../../text/clauses.ts";
import type { Cue } from "../../text/cues.ts";
import { isInside, type Span } from "../../text/literals.ts";
import { findWords } from "../../text/words.ts";
import { AUXILIARIES, SUBJECTS } from "./lexicon.ts";
import { type Reading, takeOut } from "./reading.ts";

const RELATIVE = /^(?:that|which|who|whom|whose|because|since|whether|why|how|where|although|though|if|when|as)$/;

/**
 * Every negation that no constraint holds: what states a fact is accounted for, anything else is marked
 * as not understood, so that nothing the rules overlooked can end in a complete result.
 */
export function coverCues(reading: Reading, cues: readonly Cue[], literals: readonly Span[]): void {
  dropForbidden(reading, cues, literals);
  const held = ordered([
    ...reading.constraints.map((one) => one.span),
    ...reading.unresolved.map((one) => one.span),
    ...reading.fragments,
  ]);
  const accounted = ordered(reading.accounted.map((one) => one.span));
  const open = cues.filter(
    (cue) =>
      !covers(held, cue) &&
      !isInside(literals, cue.start, cue.end) &&
      !(covers(accounted, cue) && !cue.prohibiting) &&
      reading.reply?.span.start !== cue.start,
  );
  if (open.length === 0) return;
  const clauses = splitClauses(reading.text);
  const done = new Set<number>();
  for (const cue of open) {
    const clause = clauses[cue.clause];
    if (clause === undefined || done.has(cue.clause)) continue;
    done.add(cue.clause);
    const span = { start: clause.start, end: clause.end };
    if (!cue.prohibiting && statesFact(reading.text, clause, cue))
      reading.accounted.push({ kind: "information", span });
    else reading.unresolved.push({ kind: "unparsed", owner: null, span, question: null, options: [] });
  }
}

/** What stands behind a prohibiting word in its clause is no request, however it was read. */
function dropForbidden(reading: Reading, cues: readonly Cue[], literals: readonly Span[]): void {
  const forbidding = cues.filter((cue) => cue.prohibiting && !isInside(literals, cue.start, cue.end));
  if (forbidding.length === 0 || reading.intents.length === 0) return;
  const clauses = splitClauses(reading.text);
  for (const intent of [...reading.intents]) {
    const at = intent.goal.start;
    const cue = forbidding.find((one) => one.start <= at && at < (clauses[one.clause]?.end ?? 0));
    const span = intent.evidence[0];
    if (cue === undefined || span === undefined || !reading.intents.includes(intent)) continue;
    const whole = { start: Math.min(span.start, cue.start), end: span.end };
    const inData = reading.accounted.some(
      (one) => one.kind === "quotation" && one.span.start <= cue.start && cue.end <= one.span.end,
    );
    if (inData) continue;
    takeOut(reading, whole);
    reading.unresolved.push({ kind: "unparsed", owner: null, span: whole, question: null, options: [] });
  }
}

/** "the order that never came", "why isn't it here": the negation tells how things are. */
function statesFact(text: string, clause: Span, cue: Cue): boolean {
  const from = Math.max(0, clause.start - 40);
  const before = findWords(text.slice(from, cue.start)).slice(-8);
  const last = before.at(-1)?.lower ?? "";
  // "why can't I", "don't you have": a question.
  if (/n't$/.test(cue.word) && SUBJECTS.has(findWords(text.slice(cue.end, cue.end + 12))[0]?.lower ?? "")) return true;
  if (AUXILIARIES.has(last) && !/^(?:must|should|shall|do)$/.test(last)) return true;
  if (
    /^(?:isn't|aren't|wasn't|weren't|hasn't|haven't|hadn't|didn't|doesn't|couldn't|wouldn't|isnt|doesnt|didnt|hasnt|wasnt)$/.test(
      cue.word,
    )
  )
    return true;
  if (/^(?:don't|can't|cant|cannot|won't|dont|never)$/.test(cue.word) && SUBJECTS.has(last)) return true;
  return RELATIVE.test(last) && before.length > 1;
}

function ordered(spans: readonly Span[]): Span[] {
  return [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Spans may overlap: the furthest end among those that begin at or before the cue decides. */
function covers(spans: readonly Span[], cue: Span): boolean {
  let furthest = -1;
  for (const span of spans) {
    if (span.start > cue.start) break;
    furthest = Math.max(furthest, span.end);
  }
  return furthest >= cue.end;
}
