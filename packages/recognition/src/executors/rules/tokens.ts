import { isInside, type Span } from "../../text/literals.ts";
import { tagWords } from "./tagger.ts";

export interface Token extends Span {
  /** As written. */
  text: string;
  /** Lower case, straight apostrophe. */
  lower: string;
  kind: "word" | "mark" | "literal";
  tags: ReadonlySet<string>;
}

const NO_TAGS: ReadonlySet<string> = new Set();
const CHUNK = /\S+/g;
const LEADING = /^[([{"'\u201c\u2018`*_\u2022]/;
const TRAILING = /[)\]}"'\u201d\u2019`*_.,;:!?\u2026]$/;
const MARKS = /[,;:()[\]{}!?.\u2026\u2014\u2013-]/;

/** Words, marks and quoted literals of one sentence, with offsets into the whole text. */
export function tokensOf(text: string, sentence: Span, literals: readonly Span[]): Token[] {
  const tokens: Token[] = [];
  let at = sentence.start;
  for (const literal of literals) {
    if (literal.start < sentence.start || literal.end > sentence.end) continue;
    pushWords(tokens, text, at, literal.start);
    tokens.push(token(text, literal.start, literal.end, "literal"));
    at = literal.end;
  }
  pushWords(tokens, text, at, sentence.end);
  return withTags(tokens, text, sentence);
}

function pushWords(tokens: Token[], text: string, from: number, to: number): void {
  for (const match of text.slice(from, to).matchAll(CHUNK)) {
    for (const part of dashParts(match[0])) pushChunk(tokens, text, from + match.index + part.at, part.text);
  }
}

/** "this—that" is two words and a mark. */
function dashParts(chunk: string): { at: number; text: string }[] {
  const parts: { at: number; text: string }[] = [];
  let at = 0;
  for (const piece of chunk.split(/(\u2014)/)) {
    if (piece !== "") parts.push({ at, text: piece });
    at += piece.length;
  }
  return parts;
}

function pushChunk(tokens: Token[], text: string, start: number, chunk: string): void {
  let from = 0;
  let to = chunk.length;
  while (from < to && LEADING.test(chunk.charAt(from))) from += 1;
  while (to > from && TRAILING.test(chunk.slice(to - 1, to))) to -= 1;
  if (from === to || /^[\u2014\u2013-]+$/.test(chunk)) {
    for (let at = 0; at < chunk.length; at += 1) pushMark(tokens, text, start + at);
    return;
  }
  for (let at = 0; at < from; at += 1) pushMark(tokens, text, start + at);
  tokens.push(token(text, start + from, start + to, "word"));
  for (let at = to; at < chunk.length; at += 1) pushMark(tokens, text, start + at);
}

function pushMark(tokens: Token[], text: string, at: number): void {
  if (MARKS.test(text.charAt(at))) tokens.push(token(text, at, at + 1, "mark"));
}

function token(text: string, start: number, end: number, kind: Token["kind"]): Token {
  const written = text.slice(start, end);
  return { start, end, text: written, lower: written.toLowerCase().replaceAll("\u2019", "'"), kind, tags: NO_TAGS };
}

function withTags(tokens: Token[], text: string, sentence: Span): Token[] {
  const tagged = tagWords(text.slice(sentence.start, sentence.end).replaceAll("\u2019", "'"));
  let next = 0;
  for (const word of tokens) {
    if (word.kind !== "word") continue;
    while (next < tagged.length && (tagged[next]?.end ?? 0) + sentence.start <= word.start) next += 1;
    const found = tagged[next];
    if (found !== undefined && isInside([word], found.start + sentence.start, found.start + sentence.start + 1))
      word.tags = found.tags;
  }
  return tokens;
}
