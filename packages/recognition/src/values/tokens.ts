/** A word, a run of digits, or one other character. */
export interface Token {
  start: number;
  end: number;
  kind: "word" | "digits" | "sign";
  /** Lower case, with a straight apostrophe. */
  lower: string;
}

// Letters with inner apostrophes; a possessive ending of its own, since it is no part of a date; digits; signs.
const TOKEN = /\p{L}+(?:['’](?!s(?!\p{L}))\p{L}+)*|['’]s(?!\p{L})|\d+|\S/gu;

/** One pass over the text. */
function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const word = match[0];
    const first = word.charCodeAt(0);
    const kind = first >= 48 && first <= 57 ? "digits" : /^\p{L}/u.test(word.slice(0, 2)) ? "word" : "sign";
    tokens.push({
      start: match.index,
      end: match.index + word.length,
      kind,
      // Nothing in the grammar is longer than this, so that a huge word costs nothing further.
      lower: word.length > 40 ? "" : word.toLowerCase().replaceAll("’", "'"),
    });
  }
  return tokens;
}

/** The tokens of a text with the questions that every rule asks of them. */
export class Scan {
  readonly text: string;
  readonly tokens: readonly Token[];
  #begins = -1;
  #marked = false;
  readonly #known = new Map<string, Map<number, unknown>>();

  constructor(text: string) {
    this.text = text;
    this.tokens = tokenise(text);
  }

  /** The lower-case word, digits or sign at an index; empty beyond the ends. */
  at(index: number): string {
    return this.tokens[index]?.lower ?? "";
  }

  isWord(index: number): boolean {
    return this.tokens[index]?.kind === "word";
  }

  isDigits(index: number): boolean {
    return this.tokens[index]?.kind === "digits";
  }

  /** Whether nothing stands between a token and the one before it. */
  joined(index: number): boolean {
    const token = this.tokens[index];
    return token !== undefined && index > 0 && this.tokens[index - 1]?.end === token.start;
  }

  /** Digits of at most so many places, as a number; -1 otherwise. */
  figure(index: number, places: number): number {
    const token = this.tokens[index];
    return token?.kind === "digits" && token.lower.length > 0 && token.lower.length <= places
      ? Number(token.lower)
      : -1;
  }

  /** How many digits stand at an index. */
  places(index: number): number {
    const token = this.tokens[index];
    return token?.kind === "digits" ? token.end - token.start : 0;
  }

  /** Whether the words from an index on are these, one token each. */
  reads(index: number, ...words: string[]): boolean {
    return words.every((word, offset) => this.at(index + offset) === word);
  }

  /** Reads the second end of a range, which begins right behind a mark. */
  beginAt<T>(index: number, read: () => T): T {
    const before = this.#begins;
    this.#begins = index;
    const result = read();
    this.#begins = before;
    return result;
  }

  /** Reads the first end of a range, which may be joined to its mark. */
  beforeMark<T>(read: () => T): T {
    const before = this.#marked;
    this.#marked = true;
    const result = read();
    this.#marked = before;
    return result;
  }

  /** What a rule read at an index, read once: rules meet at the same places again and again. */
  once<T>(rule: string, index: number, read: () => T): T {
    const key = index * 4 + (this.#begins === index ? 2 : 0) + (this.#marked ? 1 : 0);
    let known = this.#known.get(rule) as Map<number, T> | undefined;
    if (known === undefined) {
      known = new Map();
      this.#known.set(rule, known);
    }
    const found = known.get(key);
    if (found !== undefined || known.has(key)) return found as T;
    const fresh = read();
    known.set(key, fresh);
    return fresh;
  }

  /** Whether a range mark stands right before this index, as its second end. */
  isSecondEnd(index: number): boolean {
    return this.#begins === index;
  }

  /** A value may begin here: it is not the inside of a code, a path, a decimal or an address. */
  opens(index: number): boolean {
    if (!this.joined(index) || this.#begins === index) return true;
    const before = this.tokens[index - 1];
    if (before === undefined || before.kind !== "sign") return before === undefined;
    if (!"-/.,:_#@$€£+=&\\".includes(before.lower)) return true;
    if ("#@_$€£".includes(before.lower)) return false;
    return !this.joined(index - 1) || this.tokens[index - 2]?.kind === "sign";
  }

  /** A value may end before this index. */
  closes(index: number): boolean {
    if (index >= this.tokens.length || !this.joined(index)) return true;
    const here = this.tokens[index];
    if (here?.kind !== "sign") return false;
    if (this.#marked && "-–—~".includes(here.lower)) return true;
    if (here.lower === "%" || here.lower === "@" || here.lower === "_" || here.lower === "\\") return false;
    if (!"-/.,:+".includes(here.lower)) return true;
    const after = this.tokens[index + 1];
    if (after === undefined || !this.joined(index + 1)) return true;
    if (here.lower === "." || here.lower === "," || here.lower === ":")
      return after.kind !== "digits" || this.tokens[index - 1]?.kind === "word";
    return after.kind === "sign";
  }

  /** Whether a sentence begins with this token, as far as punctuation tells. */
  beginsSentence(index: number): boolean {
    return (
      index === 0 ||
      ".!?\n:;".includes(this.at(index - 1)) ||
      this.text.slice(this.tokens[index - 1]?.end, this.tokens[index]?.start).includes("\n")
    );
  }

  capitalised(index: number): boolean {
    const token = this.tokens[index];
    if (token === undefined) return false;
    const first = this.text.slice(token.start, token.start + 1);
    return first !== first.toLowerCase();
  }
}
