import type { Span } from "../../text/literals.ts";
import { findWords } from "../../text/words.ts";
import type { JsonObject, JsonSchema } from "../../types/json.ts";
import { type FoundValue, findValues, type ValueContext } from "../../values/find-values.ts";
import { type Field, type Found, targetOf, typesOf } from "./fields.ts";
import { DETERMINERS, PREPOSITIONS } from "./lexicon.ts";

type Reader = (text: string, span: Span) => Found[];

const NAMES_ANY_CODE = new Set([
  "id",
  "ids",
  "identifier",
  "number",
  "numbers",
  "no",
  "code",
  "codes",
  "ref",
  "reference",
  "key",
  "nr",
]);
const CODE = /#?(?=[\p{L}\p{M}\p{N}_/-]*\d)[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[_/-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;
const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/gu;
const URI = /\bhttps?:\/\/[^\s<>"']{1,500}[^\s<>"'.,;:!?)]/g;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const MOST_TEXT = 4_000;

/** How values of this field are found. Only what the words show; a field of free text is found where it is named. */
export function fieldReader(field: Field, context: ValueContext): Reader {
  const schema = targetOf(field.schema, itemSchema(field.target));
  const types = typesOf(schema);
  const nouns = nounsOf(field.name, schema);
  const choices = choicesOf(schema);
  const bounded =
    (read: Reader): Reader =>
    (text, span) =>
      read(text, { start: span.start, end: Math.min(span.end, span.start + MOST_TEXT) });
  if (choices !== null) return bounded((text, span) => chosen(text, span, choices));
  if (
    field.exact ||
    (types.includes("string") && /(?:id|number|code|ref)$/i.test(field.name) && schema.format === undefined)
  )
    return bounded((text, span) => codes(text, span, nouns, schema, context));
  switch (schema.format) {
    case "email":
      return bounded((text, span) => matches(text, span, EMAIL));
    case "uri":
      return bounded((text, span) => matches(text, span, URI));
    case "uuid":
      return bounded((text, span) => matches(text, span, UUID));
    case "date":
    case "date-time":
      return bounded((text, span) => times(text, span, schema.format === "date", context));
    default:
  }
  if (types.includes("integer") || types.includes("number"))
    return bounded((text, span) => numbers(text, span, nouns, types.includes("number"), context));
  if (types.includes("string")) return bounded((text, span) => named(text, span, nouns));
  return () => [];
}

function itemSchema(schema: JsonSchema): JsonSchema {
  const { items } = schema;
  return items !== null && typeof items === "object" && !Array.isArray(items) ? (items as JsonObject) : schema;
}

/** The words that a field's name is made of, without those that any code has. */
function nounsOf(name: string, schema: JsonSchema): Set<string> {
  const words = `${name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replace(/[_.-]/g, " ")} ${typeof schema.title === "string" ? schema.title : ""}`;
  return new Set(
    findWords(words.toLowerCase())
      .map((word) => word.lower)
      .filter((word) => !NAMES_ANY_CODE.has(word)),
  );
}

function choicesOf(schema: JsonSchema): string[] | null {
  const listed = Array.isArray(schema.enum) ? schema.enum : schema.const !== undefined ? [schema.const] : null;
  const texts = listed?.filter((one): one is string => typeof one === "string" && one !== "") ?? [];
  return texts.length > 0 ? texts : null;
}

function chosen(text: string, span: Span, choices: readonly string[]): Found[] {
  const words = findWords(text.slice(span.start, span.end));
  const found: Found[] = [];
  for (const choice of choices) {
    const wanted = findWords(choice.replace(/[_-]/g, " ").toLowerCase()).map((word) => word.lower);
    if (wanted.length === 0) continue;
    const at = words.findIndex((_, index) => wanted.every((one, offset) => words[index + offset]?.lower === one));
    const [first, last] = [words[at], words[at + wanted.length - 1]];
    if (
      at >= 0 &&
      first !== undefined &&
      last !== undefined &&
      !isNegated(
        words.map((word) => word.lower),
        at,
      )
    )
      found.push({ value: choice, span: { start: span.start + first.start, end: span.start + last.end } });
  }
  // "extra large" holds "large": the longer choice is meant.
  return found.filter(
    (one) =>
      !found.some(
        (other) =>
          other !== one &&
          other.span.start <= one.span.start &&
          one.span.end <= other.span.end &&
          other.span.end - other.span.start > one.span.end - one.span.start,
      ),
  );
}

function isNegated(words: readonly string[], at: number): boolean {
  return words
    .slice(Math.max(0, at - 3), at)
    .some((word) => /^(?:not|no|never|without|except)$/.test(word) || word.endsWith("n't"));
}

function codes(
  text: string,
  span: Span,
  nouns: ReadonlySet<string>,
  schema: JsonSchema,
  context: ValueContext,
): Found[] {
  const part = text.slice(span.start, span.end);
  const values = findValues(part, context).filter(({ value }) => value?.type !== "quantity" || value.unit !== null);
  const found: (Found & { fits: boolean })[] = [];
  for (const match of part.matchAll(CODE)) {
    const code = match[0].replace(/^#/, "");
    const start = match.index + match[0].length - code.length;
    const before = findWords(part.slice(Math.max(0, match.index - 40), match.index)).map((word) => word.lower);
    const owner = nounBefore(before);
    const fits = nouns.size === 0 || nouns.has(owner) || nouns.has(singular(owner));
    if (!fits && (owner !== "" || isPartOfValue(values, start, start + code.length))) continue;
    if (typeof schema.pattern === "string" && code.length > 64) continue;
    found.push({ value: code, span: { start: span.start + start, end: span.start + start + code.length }, fits });
  }
  const named = found.filter((one) => one.fits && nouns.size > 0);
  return (named.length > 0 ? named : found).map(({ value, span: at }) => ({ value, span: at }));
}

/** The noun that a code belongs to: "order" in "order number 12"; "" where none stands before it. */
function nounBefore(words: readonly string[]): string {
  for (let at = words.length - 1; at >= 0 && at >= words.length - 6; at -= 1) {
    const word = words[at] ?? "";
    if (
      NAMES_ANY_CODE.has(word) ||
      word === "and" ||
      word === "or" ||
      word === "is" ||
      word === "was" ||
      /\d/.test(word)
    )
      continue;
    if (DETERMINERS.has(word) || PREPOSITIONS.has(word)) return "";
    return at === 0 && words.length === 1 && VERBS_BEFORE_CODES.has(word)
      ? ""
      : VERBS_BEFORE_CODES.has(word)
        ? ""
        : word;
  }
  return "";
}

const VERBS_BEFORE_CODES = new Set(
  "check cancel track find show see get open close refund return update delete remove archive confirm review approve reject send ship print process view fetch verify validate inspect up".split(
    " ",
  ),
);

function singular(word: string): string {
  return word.replace(/(?<=[^s])s$/, "");
}

function isPartOfValue(values: readonly FoundValue[], start: number, end: number): boolean {
  return values.some((value) => value.start < end && start < value.end);
}

function matches(text: string, span: Span, pattern: RegExp): Found[] {
  return [...text.slice(span.start, span.end).matchAll(pattern)].map((match) => ({
    value: match[0],
    span: { start: span.start + match.index, end: span.start + match.index + match[0].length },
  }));
}

function times(text: string, span: Span, dateOnly: boolean, context: ValueContext): Found[] {
  const part = text.slice(span.start, span.end);
  const all = findValues(part, context).filter((one) => one.kind === "time");
  return all.flatMap((found) => {
    const readings = found.value !== null ? [found.value] : found.alternatives;
    const place = groundsOf(part, found, all, context);
    if (place === null) return [];
    const at = { start: span.start + place.start, end: span.start + place.end };
    return readings.flatMap((value): Found[] => {
      if (value.type !== "time" || value.start === undefined || (value.form !== "date" && value.form !== "instant"))
        return [];
      if (dateOnly) return [{ value: value.start.slice(0, 10), span: at }];
      return value.form === "instant" ? [{ value: value.start, span: at }] : [];
    });
  });
}

/** The words that say a time: its own, or with those of other times around it that it took its day from. */
function groundsOf(part: string, found: FoundValue, all: readonly FoundValue[], context: ValueContext): Span | null {
  const said = JSON.stringify([found.value, found.alternatives]);
  const around = { start: all[0]?.start ?? found.start, end: all.at(-1)?.end ?? found.end };
  return (
    [found, around].find(({ start, end }) =>
      findValues(part.slice(start, end), context).some((one) => JSON.stringify([one.value, one.alternatives]) === said),
    ) ?? null
  );
}

function numbers(
  text: string,
  span: Span,
  nouns: ReadonlySet<string>,
  fractions: boolean,
  context: ValueContext,
): Found[] {
  const money = [...nouns].some((noun) => /^(?:amount|budget|price|cost|total|limit|max|maximum|sum)$/.test(noun));
  const counts = [...nouns].some((noun) => /^(?:quantity|count|amount|size|people|guests|party)$/.test(noun));
  return findValues(text.slice(span.start, span.end), context).flatMap(({ kind, value, start, end }): Found[] => {
    if (value === null || (value.type !== "amount" && value.type !== "quantity")) return [];
    const figure = value.max ?? value.min;
    if (figure === null || (!fractions && figure.includes("."))) return [];
    const unit = value.type === "quantity" ? (value.unit ?? "") : "";
    const named = nouns.has(unit) || nouns.has(singular(unit));
    if (!(named || (kind === "amount" && money) || (kind === "quantity" && counts && value.min === value.max)))
      return [];
    return [{ value: Number(figure), span: { start: span.start + start, end: span.start + end } }];
  });
}

/** "subject: late parcel", "the reason is damage". */
function named(text: string, span: Span, nouns: ReadonlySet<string>): Found[] {
  const part = text.slice(span.start, span.end);
  const words = findWords(part);
  const list = [...nouns];
  for (const [at, word] of words.entries()) {
    if (
      list.length === 0 ||
      word.lower !== list[0] ||
      !list.every((noun, offset) => words[at + offset]?.lower === noun)
    )
      continue;
    const last = words[at + list.length - 1];
    const match =
      last === undefined
        ? null
        : /^(?:\s*[:=]\s*|\s+(?:is|are)\s+)([^.,;!?\n]{1,120})/.exec(part.slice(last.end, last.end + 140));
    const value = match?.[1]?.trim() ?? "";
    if (last === undefined || match === null || value === "") continue;
    const start = last.end + match[0].indexOf(match[1] ?? "");
    return [{ value, span: { start: span.start + start, end: span.start + start + value.length } }];
  }
  return [];
}
