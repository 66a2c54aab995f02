// Where a quote stands in a source: both in NFC with runs of white space as one space, letter case
// as it is. Offsets are UTF-16 offsets into the source as sent.

export interface QuoteSpan {
  start: number;
  end: number;
}

/** One source, folded once for any number of quotes. */
export interface QuoteFinder {
  /** The first occurrence that begins at `from` or later; null when there is none or the quote is blank. */
  find(quote: string, from?: number): QuoteSpan | null;
}

interface FoldedSource {
  text: string;
  /** Per unit of `text`, the raw span that it came from; null while the two are the same. */
  starts: Uint32Array | null;
  ends: Uint32Array | null;
}

// Without one of these a source is its own folded form.
const FOLDABLE = /[^\u0020-\u007e\u00a1-\u02ff]| {2}/;
const BLANK = /\s/;
// What may melt into the character before it: marks, and the vowels and finals of Hangul.
const JOINS_BEFORE = /[\p{M}\u1160-\u11ff]/u;

export function fold(text: string): string {
  return text.replace(/\s+/g, " ").normalize("NFC");
}

export function createQuoteFinder(source: string): QuoteFinder {
  const folded = foldSource(source);
  const firsts = new Map<string, QuoteSpan | null>();
  return {
    find(quote, from = 0) {
      if (from > 0) return findIn(folded, quote, from);
      const known = firsts.get(quote);
      if (known !== undefined) return known;
      const found = findIn(folded, quote, 0);
      firsts.set(quote, found);
      return found;
    },
  };
}

export function findQuote(source: string, quote: string, from = 0): QuoteSpan | null {
  return findIn(foldSource(source), quote, from);
}

function findIn(source: FoldedSource, quote: string, from: number): QuoteSpan | null {
  const wanted = fold(quote);
  if (wanted.trim() === "") return null;
  const { text, starts, ends } = source;
  const at = text.indexOf(wanted, starts === null ? from : firstFrom(starts, from));
  if (at < 0) return null;
  if (starts === null || ends === null) return { start: at, end: at + wanted.length };
  return { start: starts[at] ?? 0, end: ends[at + wanted.length - 1] ?? 0 };
}

/** The first folded unit that came from `raw` or later. */
function firstFrom(starts: Uint32Array, raw: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) < raw) low = middle + 1;
    else high = middle;
  }
  return low;
}

function foldSource(source: string): FoldedSource {
  if (!FOLDABLE.test(source)) return { text: source, starts: null, ends: null };
  const parts: string[] = [];
  // NFC may lengthen a character, at most threefold.
  const starts = new Uint32Array(source.length * 3);
  const ends = new Uint32Array(source.length * 3);
  let length = 0;
  let at = 0;
  while (at < source.length) {
    const end = segmentEnd(source, at);
    const raw = source.slice(at, end);
    const part = BLANK.test(source.charAt(at)) ? " " : raw.normalize("NFC");
    parts.push(part);
    for (let unit = 0; unit < part.length; unit += 1) {
      starts[length] = at;
      ends[length] = end;
      length += 1;
    }
    at = end;
  }
  return { text: parts.join(""), starts: starts.subarray(0, length), ends: ends.subarray(0, length) };
}

/** The end of the white space, or of the character with its marks, that begins at `at`. */
function segmentEnd(source: string, at: number): number {
  let end = at + 1;
  if (BLANK.test(source.charAt(at))) {
    while (end < source.length && BLANK.test(source.charAt(end))) end += 1;
    return end;
  }
  const first = source.codePointAt(at) ?? 0;
  if (first > 0xffff) end += 1;
  while (end < source.length) {
    const next = source.codePointAt(end) ?? 0;
    if (next < 0x300 || !JOINS_BEFORE.test(String.fromCodePoint(next))) return end;
    end += next > 0xffff ? 2 : 1;
  }
  return end;
}
