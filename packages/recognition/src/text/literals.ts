// Quoted literals: what stands between quotation marks is material, never an instruction.

export interface Span {
  start: number;
  end: number;
}

const CLOSERS: Readonly<Record<string, string>> = {
  "'": "'",
  '"': '"',
  "`": "`",
  "\u201c": "\u201d",
  "\u2018": "\u2019",
  "\u00ab": "\u00bb",
};
const WORD = /[\p{L}\p{N}]/u;
const BLANK = /\s/;

/** Spans of quoted literals with their marks, in text order. An apostrophe inside or after a word is none. */
export function findLiterals(text: string): Span[] {
  const found: Span[] = [];
  // An opener without a closer means that no later opener of that kind has one either.
  const closed = new Set<string>();
  let at = 0;
  while (at < text.length) {
    const mark = text.charAt(at);
    const closer = CLOSERS[mark];
    if (closer === undefined || closed.has(mark) || !opensHere(text, at)) {
      at += 1;
      continue;
    }
    const end = closingAfter(text, at, closer);
    if (end === null) {
      closed.add(mark);
      at += 1;
      continue;
    }
    found.push({ start: at, end });
    at = end;
  }
  return found;
}

/** Whether one of these spans, in text order and apart from each other, holds all of it. */
export function isInside(spans: readonly Span[], start: number, end: number): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.start ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  const last = spans[low - 1];
  return last !== undefined && end <= last.end;
}

function opensHere(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  const after = text.charAt(at + 1);
  return !WORD.test(before) && after !== "" && !BLANK.test(after);
}

function closingAfter(text: string, opener: number, closer: string): number | null {
  for (let at = text.indexOf(closer, opener + 1); at >= 0; at = text.indexOf(closer, at + 1)) {
    if (at === opener + 1) continue;
    const inWord = WORD.test(text.charAt(at + 1));
    const afterBlank = BLANK.test(text.charAt(at - 1));
    if (!inWord && !afterBlank) return at + 1;
  }
  return null;
}
