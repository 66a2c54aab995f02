import type { Span } from "../../text/literals.ts";
import { splitSentences } from "../../text/sentences.ts";
import { type ReadIntent, type Reading, takeOut } from "./reading.ts";

// Words that are taken back in the message that says them: "cancel it, actually no, push it back by an hour".

const MOST_TEXT = 12_000;
const MOST_TURNS = 40;
const BEFORE = "(?:^|[.!?;,\u2026]\\s*|\\s[-\u2013\u2014]\\s+|\u2014\\s*)";
const FILLER = "(?:(?:oh|hmm|um|uh|well|sorry|and|but|or|please)\\b,?\\s+)?";
/** What takes everything before it back. */
const RETRACTS = new RegExp(
  `${BEFORE}(${FILLER}(?:actually,? no|no,? actually|(?:actually,? )?(?:scratch|strike|forget) (?:that|it|this)|no,? wait|wait,? no|wait,? actually|on second thoughts?(?:,? no)?|never ?mind|changed my mind|(?:wait, )?no, (?=just |only |rather |instead ))\\b)(?=\\s*(?:[.!?,;:\u2026\u2014-]|$)|\\s+(?:just|only|please|rather|instead|let's)\\b)`,
  "gi",
);
/** What puts something else in the place of a part of it. */
const REPLACES = new RegExp(
  `${BEFORE}(${FILLER}(?:actually|scratch that|no wait|wait,? no|correction|on second thoughts?|i mean|i meant|or rather|(?:no|sorry)(?=,))\\b)`,
  "gi",
);
const TAKES_BACK =
  /^(?:(?:scratch|strike|forget|cancel|drop|ignore|disregard|leave|skip)(?: (?:about )?(?:that|it|this|everything|all of that))?)$/i;
const ALTERS = /^(?:make|change|switch)$/i;
const THAT = /^(?:it|that|this|them|those)\b/i;

/** With nothing held before, what a message corrects in itself is either its last word or not told for certain. */
export function readSelfCorrections(reading: Reading): void {
  const text = reading.text.slice(0, MOST_TEXT);
  const sentences = splitSentences(text);
  for (const match of [...text.matchAll(RETRACTS)].slice(0, MOST_TURNS)) retract(reading, markOf(match), sentences);
  for (const match of [...text.matchAll(REPLACES)].slice(0, MOST_TURNS)) replace(reading, markOf(match), sentences);
}

function markOf(match: RegExpExecArray): Span {
  const end = match.index + match[0].length;
  return { start: end - (match[1] ?? "").length, end };
}

function retract(reading: Reading, mark: Span, sentences: readonly Span[]): void {
  if (isTaken(reading, mark)) return;
  const earlier = reading.intents.filter((one) => one.parent === null && startOf(one) < mark.start);
  if (earlier.length === 0) return;
  const end = sentenceEnd(sentences, mark);
  const later = reading.intents.filter((one) => startOf(one) >= mark.start);
  const alters = later.some((one) => ALTERS.test(one.action ?? "") && THAT.test(targetText(reading, one)));
  const asked = later.filter((one) => !TAKES_BACK.test(reading.text.slice(one.goal.start, one.goal.end)));
  const rest = reading.text
    .slice(mark.end, end)
    .replace(/[\s,.!?;:\u2026\u2014-]+/g, " ")
    .trim();
  const unclear = later.some(
    (one) => /^(?:cancel|drop)$/i.test(one.action ?? "") && /^it$/i.test(targetText(reading, one)),
  );
  if (alters || unclear || (asked.length === 0 && rest !== "" && !TAKES_BACK.test(rest))) {
    replace(reading, mark, sentences);
    return;
  }
  clip(reading, mark.start);
  const [only, other] = earlier;
  if (only === undefined || other !== undefined) {
    takeOut(reading, mark);
    reading.unresolved.push({
      kind: "ambiguity",
      owner: null,
      span: { start: mark.start, end: trimmedEnd(reading.text, mark.end) },
      question: null,
      options: earlier.map(({ goal }) => reading.text.slice(goal.start, goal.end)),
    });
    return;
  }
  if (only.target !== null) reading.mentions.push({ ...only.target });
  const start = startOf(only);
  takeOut(reading, { start, end: mark.end }, true);
  for (const one of later.filter((each) => !asked.includes(each))) takeOut(reading, one.evidence[0] ?? one.goal);
  const last = asked.length === 0 ? end : mark.end;
  reading.accounted.push({ kind: "information", span: { start, end: trimmedEnd(reading.text, last) } });
}

function replace(reading: Reading, mark: Span, sentences: readonly Span[]): void {
  if (isTaken(reading, mark)) return;
  const earlier = reading.intents.filter((one) => startOf(one) < mark.start);
  const corrected = earlier.at(-1);
  if (corrected === undefined) return;
  const span = { start: mark.start, end: trimmedEnd(reading.text, sentenceEnd(sentences, mark)) };
  clip(reading, mark.start);
  takeOut(reading, span, true);
  reading.constraints = reading.constraints.filter((one) => one.span.start < mark.start || one.span.start >= mark.end);
  corrected.understanding = "partial";
  reading.unresolved.push({ kind: "unparsed", owner: null, span, question: null, options: [] });
}

/** Whether something has been made of these words already, as of those of a quotation. */
function isTaken(reading: Reading, mark: Span): boolean {
  const over = (span: Span) => span.start <= mark.start && mark.end <= span.end;
  return (
    reading.unresolved.some((one) => one.kind !== "unparsed" && over(one.span)) ||
    reading.accounted.some((one) => one.kind !== "social" && over(one.span) && one.span.start < mark.start)
  );
}

/** What was read before this place ends there. */
function clip(reading: Reading, at: number): void {
  const end = trimmedEnd(reading.text, at);
  const short = (span: Span) => ({ start: span.start, end: Math.min(span.end, end) });
  for (const one of reading.intents) {
    if (startOf(one) >= at) continue;
    one.evidence = one.evidence.map(short);
    one.goal = short(one.goal);
    if (one.target !== null) one.target = one.target.start < end ? short(one.target) : null;
  }
}

function startOf(intent: ReadIntent): number {
  return intent.evidence[0]?.start ?? intent.goal.start;
}

function targetText(reading: Reading, { target }: ReadIntent): string {
  return target === null ? "" : reading.text.slice(target.start, target.end);
}

function sentenceEnd(sentences: readonly Span[], mark: Span): number {
  return sentences.find((one) => mark.start < one.end && mark.end <= one.end)?.end ?? mark.end;
}

function trimmedEnd(text: string, end: number): number {
  let at = end;
  while (at > 0 && /[\s,.!?;:\u2026\u2014\u2013-]/.test(text.charAt(at - 1))) at -= 1;
  return at;
}
