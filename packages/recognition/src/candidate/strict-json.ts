import type { JsonValue } from "../types/json.ts";

export interface StrictJsonLimits {
  depth: number;
  nodes: number;
  /** UTF-8 bytes of one string. */
  stringLength: number;
}

export type StrictJsonProblem = { code: "V01" | "V02"; message: string };
export type StrictJsonReading = { value: JsonValue } | { problem: StrictJsonProblem };

const FENCE = /^\s*```[A-Za-z0-9]{0,16}[ \t]*\r?\n/;
const FENCE_END = /\r?\n[ \t]*```\s*$/;

/**
 * Reads one JSON value as RFC 8259 has it and refuses what lenient readers let pass: a name twice in one object,
 * numbers out of range, half of a surrogate pair, `__proto__` as a name, text after the value. One code fence around the
 * whole is taken off; nothing else is repaired. Depth, nodes and string length are bounded while reading.
 */
export function parseStrict(text: string, limits: StrictJsonLimits): StrictJsonReading {
  return parseBare(withoutFence(text), limits);
}

/** The same without a fence: for JSON text inside JSON. What it reads, JSON.parse reads to the same value. */
export function parseBare(text: string, limits: StrictJsonLimits): StrictJsonReading {
  try {
    return { value: new Reader(text, limits).document() };
  } catch (thrown) {
    if (thrown instanceof Stop) return { problem: { code: thrown.code, message: thrown.message } };
    throw thrown;
  }
}

function withoutFence(text: string): string {
  const opening = FENCE.exec(text)?.[0];
  if (opening === undefined) return text;
  // The closing fence is looked for in the last few characters only, so that no scan runs over the whole text twice.
  const trimmed = text.trimEnd();
  const tail = Math.max(opening.length - 1, trimmed.length - 64);
  const closing = FENCE_END.exec(trimmed.slice(tail));
  return closing === null ? text : trimmed.slice(opening.length, tail + closing.index);
}

class Stop extends Error {
  readonly code: "V01" | "V02";
  constructor(code: "V01" | "V02", message: string) {
    super(message);
    this.code = code;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const HEX = /[0-9a-fA-F]{4}/y;
const ESCAPES: Record<string, string> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

class Reader {
  readonly #text: string;
  readonly #limits: StrictJsonLimits;
  #at = 0;
  #depth = 0;
  #nodes = 0;

  constructor(text: string, limits: StrictJsonLimits) {
    this.#text = text;
    this.#limits = limits;
  }

  document(): JsonValue {
    const value = this.#value();
    this.#skipSpace();
    if (this.#at < this.#text.length) this.#stop("there is text after the value");
    return value;
  }

  #stop(message: string): never {
    throw new Stop("V01", `Not one JSON value: ${message} (at character ${this.#at}).`);
  }

  #skipSpace(): void {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.#at += 1;
    }
  }

  #value(): JsonValue {
    this.#skipSpace();
    this.#nodes += 1;
    if (this.#nodes > this.#limits.nodes) throw new Stop("V02", `More than ${this.#limits.nodes} JSON values.`);
    switch (this.#text.charAt(this.#at)) {
      case "{":
        return this.#object();
      case "[":
        return this.#array();
      case '"':
        return this.#string();
      case "t":
        return this.#word("true", true);
      case "f":
        return this.#word("false", false);
      case "n":
        return this.#word("null", null);
      default:
        return this.#number();
    }
  }

  #word(word: string, value: JsonValue): JsonValue {
    if (!this.#text.startsWith(word, this.#at)) this.#stop("an unknown word");
    this.#at += word.length;
    return value;
  }

  #number(): number {
    const text = this.#match(NUMBER);
    if (text === "") this.#stop(this.#at >= this.#text.length ? "it ends too early" : "an unexpected character");
    const value = Number(text);
    if (!Number.isFinite(value)) this.#stop("a number is out of range");
    // Read as a number, a long code would silently become another one.
    if (/^-?\d{16,}$/.test(text) && !Number.isSafeInteger(value))
      this.#stop("a whole number is too long to stay exact");
    return value;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  #enter(): void {
    this.#at += 1;
    this.#depth += 1;
    if (this.#depth > this.#limits.depth) throw new Stop("V02", `Nested deeper than ${this.#limits.depth}.`);
    this.#skipSpace();
  }

  /** After an item: true when another one follows. */
  #another(closing: string): boolean {
    this.#skipSpace();
    const mark = this.#text.charAt(this.#at);
    if (mark !== "," && mark !== closing) this.#stop(`a comma or ${closing} is missing`);
    this.#at += 1;
    if (mark === ",") return true;
    this.#depth -= 1;
    return false;
  }

  #array(): JsonValue[] {
    const items: JsonValue[] = [];
    this.#enter();
    if (this.#text.charAt(this.#at) === "]") {
      this.#another("]");
      return items;
    }
    do items.push(this.#value());
    while (this.#another("]"));
    return items;
  }

  #object(): JsonValue {
    const object: { [name: string]: JsonValue } = {};
    this.#enter();
    if (this.#text.charAt(this.#at) === "}") {
      this.#another("}");
      return object;
    }
    do {
      this.#skipSpace();
      if (this.#text.charAt(this.#at) !== '"') this.#stop("a member has no name");
      const name = this.#string();
      if (name === "__proto__") this.#stop("__proto__ is not allowed as a name");
      if (Object.hasOwn(object, name)) this.#stop(`the member ${JSON.stringify(name.slice(0, 64))} stands twice`);
      this.#skipSpace();
      if (this.#text.charAt(this.#at) !== ":") this.#stop("a colon is missing");
      this.#at += 1;
      object[name] = this.#value();
    } while (this.#another("}"));
    return object;
  }

  #string(): string {
    this.#at += 1;
    const parts: string[] = [];
    for (;;) {
      const plain = this.#plainText();
      if (plain !== "") parts.push(plain);
      const mark = this.#text.charAt(this.#at);
      if (mark === '"') break;
      if (mark !== "\\") this.#stop(mark === "" ? "a string has no end" : "a control character stands in a string");
      parts.push(this.#escape());
    }
    this.#at += 1;
    const value = parts.length === 1 ? (parts[0] as string) : parts.join("");
    if (!value.isWellFormed()) this.#stop("a string holds half of a surrogate pair");
    const { stringLength } = this.#limits;
    // A UTF-16 unit is three bytes at most, so that short strings need no counting.
    if (value.length * 3 > stringLength && Buffer.byteLength(value) > stringLength)
      throw new Stop("V02", `A string is longer than ${stringLength} bytes.`);
    return value;
  }

  /** Up to the next quotation mark, backslash or control character. */
  #plainText(): string {
    const start = this.#at;
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      // At the end of the text the unit is NaN, which no comparison lets pass.
      if (!(unit >= 0x20) || unit === 0x22 || unit === 0x5c) return this.#text.slice(start, this.#at);
      this.#at += 1;
    }
  }

  #escape(): string {
    const letter = this.#text.charAt(this.#at + 1);
    this.#at += 2;
    if (letter === "u") {
      const digits = this.#match(HEX);
      if (digits === "") this.#stop("a \\u escape has no four digits");
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const meant = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
    if (meant === undefined) this.#stop("an unknown escape");
    return meant as string;
  }
}
