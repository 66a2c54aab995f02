import { findLiterals, type Span } from "./literals.ts";
import { wordSet } from "./words.ts";

// Sentence ends: closing punctuation before white space or the end, blank lines, new lines that are
// no soft wrap. Points inside numbers, names of files, abbreviations and quoted literals end nothing.

const ENDS = /[.!?\u2026\n]+/g;
const ABBREVIATIONS = wordSet(`
  mr mrs ms dr prof st vs etc approx dept est fig inc ltd corp e.g i.e jan feb mar apr jun jul aug sep sept
  oct nov dec mon tue wed thu fri cf max min incl excl ref tel ext art a.m p.m u.s u.k jr sr
`);
// After these a point ends the sentence all the same when a capital letter follows.
const MAY_END = wordSet("etc a.m p.m u.s u.k inc ltd corp max min");
const NUMBER_MARK = wordSet("no nr nos");
// What begins a sentence and no name: after "gate B." one of these says that the letter was no initial.
const OPENS = wordSet(`
  do don't dont never no not nobody nothing please then if when once unless also and but or so it it's its the this that these those
  we you he she they my our your his her their can could would will what where why how is are there thanks thank only after before
  until under in on at for with from by to must should make sure let ask
`);
const CLOSING = /[)\]}"'\u201d\u2019\u00bb`]/;
/** A line at least this long that goes on in lower case was wrapped by a mail program. */
const WRAPPED_LINE = 50;

/** Spans that cover all visible text, in order, trimmed of white space. */
export function splitSentences(text: string, literals: readonly Span[] = findLiterals(text)): Span[] {
  const spans: Span[] = [];
  let start = 0;
  let literal = 0;
  let line = 0;
  for (const match of text.matchAll(ENDS)) {
    const at = match.index;
    const after = at + match[0].length;
    while ((literals[literal]?.end ?? Number.POSITIVE_INFINITY) <= at) literal += 1;
    const within = literals[literal];
    if (within !== undefined && within.start < at) {
      if (match[0].includes("\n")) line = after;
      // A point at the end of the literal ends the sentence when the literal does.
      if (after !== within.end - 1 || !/^(?:$|\s+\p{Lu}|\s*\n)/u.test(text.slice(within.end, within.end + 12)))
        continue;
      pushTrimmed(spans, text, start, within.end);
      start = within.end;
      continue;
    }
    const end = endOf(text, match[0], at, line);
    if (match[0].includes("\n")) line = after;
    if (end === null) continue;
    pushTrimmed(spans, text, start, end);
    start = end;
  }
  pushTrimmed(spans, text, start, text.length);
  return spans;
}

/** Where the sentence ends that this run of marks closes; null when it closes none. */
function endOf(text: string, marks: string, at: number, lineStart: number): number | null {
  let end = at + marks.length;
  if (marks.startsWith("\n")) {
    const soft = marks.length === 1 && at - lineStart >= WRAPPED_LINE && /\p{Ll}/u.test(text.charAt(end));
    return soft ? null : end;
  }
  if (marks.includes("\n")) return end;
  while (end < text.length && CLOSING.test(text.charAt(end))) end += 1;
  const next = text.charAt(end);
  if (next !== "" && !/\s/.test(next)) return marks === "." && isJoinedSentence(text, at, end) ? end : null;
  if (marks === "." && isAbbreviation(text, at, end)) return null;
  return end;
}

/** "it.Do": two sentences that nobody put a space between. */
function isJoinedSentence(text: string, at: number, end: number): boolean {
  return /\p{Ll}\p{Ll}/u.test(text.slice(at - 2, at)) && /^\p{Lu}[\p{Ll}' \u2019]/u.test(text.slice(end, end + 2));
}

function isAbbreviation(text: string, at: number, end: number): boolean {
  const word = /[\p{L}.]*$/u.exec(text.slice(Math.max(0, at - 8), at))?.[0].toLowerCase() ?? "";
  const next = /\S/.exec(text.slice(end, end + 8))?.[0] ?? "";
  if (word === "") {
    // "1. Buy milk": the number of a list item begins its sentence.
    const before = text.slice(Math.max(0, at - 12), at);
    return /(?:^|\n)\s*\d{1,2}$/.test(before) && next !== "" && (at < 12 || before.includes("\n"));
  }
  if (NUMBER_MARK.has(word)) return /\d/.test(next);
  if (word.length === 1)
    return (
      /\p{Lu}/u.test(text.charAt(at - 1)) &&
      word !== "i" &&
      /\p{Lu}/u.test(next) &&
      !/[\p{N}_#/-]/u.test(text.charAt(at - 2)) &&
      !OPENS.has(nextWord(text, end))
    );
  if (!ABBREVIATIONS.has(word)) return false;
  return next !== "" && !(MAY_END.has(word) && /\p{Lu}/u.test(next));
}

function nextWord(text: string, from: number): string {
  return (/[\p{L}'\u2019]+/u.exec(text.slice(from, from + 24))?.[0] ?? "").toLowerCase().replaceAll("\u2019", "'");
}

function pushTrimmed(spans: Span[], text: string, from: number, to: number): void {
  let start = from;
  let end = to;
  while (start < end && /\s/.test(text.charAt(start))) start += 1;
  while (end > start && /\s/.test(text.charAt(end - 1))) end -= 1;
  if (start < end) spans.push({ start, end });
}
