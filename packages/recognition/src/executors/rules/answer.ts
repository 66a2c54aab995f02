import { findWords } from "../../text/words.ts";
import type { JsonSchema } from "../../types/json.ts";
import type { Constraint, Unresolved } from "../../types/result.ts";
import { findValues } from "../../values/find-values.ts";
import { fieldReader } from "./field-readers.ts";
import { readField, typesOf } from "./fields.ts";
import { fitsSchema } from "./fitting.ts";
import { contentWords } from "./place-constraints.ts";
import { quoteOf } from "./quoting.ts";
import { takeOut } from "./reading.ts";
import { ordinalIn, type TurnDraft } from "./turn-draft.ts";
import { allConstraints } from "./withdrawal.ts";

// Answers to what an earlier turn left open.

const LONGEST = 240;

/** Whether the message answers an open question: a few words that ask for nothing themselves. */
export function readAnswer(draft: TurnDraft): void {
  const { reading, baseline } = draft;
  const text = reading.text.trim();
  if (
    baseline.unresolved.length === 0 ||
    text.length > LONGEST ||
    answersNothing(draft) ||
    reading.intents.some((intent) => !isAnswering(intent.action))
  )
    return;
  for (const [index, item] of baseline.unresolved.entries()) {
    const answered =
      item.kind === "missing"
        ? answerMissing(draft, item)
        : item.kind === "reference"
          ? answerReference(draft, item)
          : answerChoice(draft, item, index);
    if (!answered) continue;
    draft.kinds.add("answer");
    takeOut(reading, { start: 0, end: reading.text.length });
    return;
  }
}

const UNKNOWING =
  /^(?:(?:sorry|well|hmm|um|oh|honestly)[,.]? )*(?:(?:i|we)(?:'m| am|'re| are)? )?(?:(?:really |honestly |just )?(?:don't|do not|dont|can't|cannot) (?:really |actually )?(?:know|remember|recall|say|tell)|(?:have |got )?no (?:idea|clue)|(?:not|un)(?: really| quite| too)?[ -]?(?:sure|certain)|dunno|forgot|have forgotten)\b/i;

/** "thanks", "hello", "I don't know": said to nothing that was asked. */
function answersNothing({ reading }: TurnDraft): boolean {
  const said = reading.text
    .trim()
    .replace(/[\u2019\u02bc]/g, "'")
    .replace(/\s+/g, " ");
  const social =
    reading.accounted.length > 0 &&
    reading.accounted.every((one) => one.kind === "social") &&
    reading.fragments.length + reading.intents.length + reading.constraints.length + reading.unresolved.length === 0;
  return social || (UNKNOWING.test(said) && findWords(said).length <= 10);
}

/** "use the first one", "make it the second": verbs that only pick. */
function isAnswering(action: string | null): boolean {
  return /^(?:use|take|make|choose|pick|go with|select|try|want|need|like|have|go)$/i.test(action ?? "");
}

function removeItem(draft: TurnDraft, item: Unresolved): void {
  const whole = wholeOf(draft);
  draft.edits.push((candidate) => {
    candidate.removals.push({
      kind: "unresolved",
      id: item.id,
      name: null,
      evidence: [quoteOf(draft.reading.text, whole)],
    });
  });
}

function wholeOf(draft: TurnDraft): { start: number; end: number } {
  const { text } = draft.reading;
  const start = Math.max(0, text.search(/\S/));
  return { start, end: text.trimEnd().length };
}

/** The value of a field: the core closes the question itself when the value is there. */
function answerMissing(draft: TurnDraft, item: Unresolved): boolean {
  const given = draft.material.fields.find((one) => one.name === item.text);
  if (given === undefined) return false;
  const field = readField(given);
  const whole = wholeOf(draft);
  const { text } = draft.reading;
  const [found, other] = fieldReader(field, draft.context)(text, whole);
  const words = text
    .slice(whole.start, whole.end)
    .replace(/^(?:it(?:'s| is)|that(?:'s| is)|the \w+ is|my \w+ is)\s+/i, "")
    .replace(/[.!]+$/, "");
  const number = /^(-?\d{1,15}(?:\.\d{1,6})?)(?:,? (?:please|pls|thanks))?$/i.exec(words)?.[1];
  const { target } = field;
  const free =
    typesOf(target).includes("string") && target.format === undefined && target.enum === undefined && !field.exact;
  const value =
    found !== undefined && other === undefined
      ? found.value
      : number !== undefined &&
          /^(?:integer|number)$/.test(typesOf(target).find((one) => one !== "null") ?? "") &&
          !field.exact
        ? Number(number)
        : free && words !== ""
          ? words
          : undefined;
  if (value === undefined || !fitsSchema(given.schema, field.many ? [value] : value)) return false;
  draft.edits.push((candidate) => {
    candidate.fields.push({
      field: field.name,
      owner: item.intentId,
      status: "extracted",
      valueJson: JSON.stringify(field.many ? [value] : value),
      alternativesJson: [],
      evidence: [quoteOf(text, whole)],
      note: null,
    });
  });
  return true;
}

/** What the words that pointed nowhere stand for. */
function answerReference(draft: TurnDraft, item: Unresolved): boolean {
  const { reading } = draft;
  const owner = item.intentId;
  const [thing] = [
    ...reading.fragments,
    ...reading.intents.flatMap((intent) => (intent.target === null ? [] : [intent.target])),
    ...reading.accounted.filter((one) => one.kind === "information").map((one) => one.span),
  ];
  if (thing === undefined || owner === null) return false;
  const end = reading.text.slice(thing.start, thing.end).replace(/[.!?,]+$/, "").length + thing.start;
  const quote = quoteOf(reading.text, { start: thing.start, end });
  const standing = draft.baseline.intents.find((intent) => intent.id === owner);
  const open = standing?.references.find((one) => one.text === item.text && one.resolved === null);
  removeItem(draft, item);
  draft.edits.push((candidate) => {
    if (open !== undefined) candidate.removals.push({ kind: "reference", id: open.id, name: null, evidence: [quote] });
    candidate.references.push({
      owner,
      kind: open?.kind ?? "entity",
      text: item.text,
      resolvesTo: quote,
      evidence: [quote],
    });
  });
  return true;
}

/** One of several readings: named by its words, its place or its value. */
function answerChoice(draft: TurnDraft, item: Unresolved, index: number): boolean {
  if (item.options.length < 2) return false;
  const whole = wholeOf(draft);
  const text = draft.reading.text.slice(whole.start, whole.end);
  const chosen = chosenOption(draft, text, item.options);
  if (chosen === null || (item.options[chosen] ?? "").trim() === "") return false;
  const field = draft.material.fields.find((one) => one.name === item.text);
  if (field !== undefined) {
    const valueJson = valueOfOption(field.schema, item.options[chosen] ?? "");
    if (valueJson === null) return false;
    draft.edits.push((candidate) => {
      candidate.fields.push({
        field: field.name,
        owner: item.intentId,
        status: "extracted",
        valueJson,
        alternativesJson: [],
        evidence: [
          quoteOf(draft.reading.text, whole),
          { root: "baseline", pointer: `/unresolved/${index}/options/${chosen}`, text: item.options[chosen] ?? "" },
        ],
        note: null,
      });
    });
    return true;
  }
  const target = constraintMeant(draft, item, chosen);
  if (target === null) return false;
  removeItem(draft, item);
  draft.edits.push((candidate) => {
    candidate.constraints.push({
      key: "answered",
      owner: target.constraint.scope.type === "intent" ? target.constraint.scope.intentId : null,
      baselineId: target.constraint.id,
      kind: target.constraint.kind,
      text: target.text,
      valueJson: target.valueJson,
      evidence: [
        quoteOf(draft.reading.text, whole),
        ...(target.from === null
          ? []
          : [{ root: "baseline" as const, pointer: `/unresolved/${index}${target.from}`, text: target.quote }]),
      ],
    });
  });
  return true;
}

/** An option is the value itself when that is a text, its JSON otherwise. */
function valueOfOption(schema: JsonSchema, option: string): string | null {
  if (fitsSchema(schema, option)) return JSON.stringify(option);
  try {
    return fitsSchema(schema, JSON.parse(option)) ? option : null;
  } catch {
    return null;
  }
}

function chosenOption(draft: TurnDraft, text: string, options: readonly string[]): number | null {
  const days = findValues(text, draft.context).flatMap(({ value }) =>
    value?.type === "time" && value.start !== undefined ? [value.start] : [],
  );
  const byDay = options.findIndex((option) => days.some((day) => option.startsWith(day) || day.startsWith(option)));
  if (byDay >= 0) return byDay;
  const place = ordinalIn(text, options.length);
  if (place !== null) return place;
  const said = contentWords(text, true);
  const shares = options.map((option) => [...contentWords(option)].filter((word) => said.has(word)).length);
  const most = Math.max(...shares);
  if (most === 0 || shares.filter((one) => one === most).length > 1) return null;
  return findWords(text).length > 12 ? null : shares.indexOf(most);
}

interface Meant {
  constraint: Constraint;
  text: string;
  valueJson: string | null;
  /** The part of the open question that the words are from. */
  from: string | null;
  quote: string;
}

/** The constraint that the question was about, with its new words. */
function constraintMeant(draft: TurnDraft, item: Unresolved, chosen: number): Meant | null {
  const all = allConstraints(draft);
  const own = all.find(
    (one) =>
      item.text.includes(one.text) &&
      (item.intentId === null || (one.scope.type === "intent" && one.scope.intentId === item.intentId)) &&
      one.value === undefined &&
      one.kind === "time",
  );
  const [said] = findValues(draft.reading.text, draft.context).filter((value) => value.kind === "time");
  const option = item.options[chosen];
  if (own !== undefined && said === undefined && option !== undefined)
    return { constraint: own, text: option, valueJson: null, from: `/options/${chosen}`, quote: option };
  if (own !== undefined && said !== undefined)
    return { constraint: own, text: said.text, valueJson: null, from: null, quote: "" };
  const [value, other] = findValues(item.text, draft.context);
  const intent = draft.baseline.intents.find((one) => one.goal === item.options[chosen]);
  if (value === undefined || other !== undefined || intent === undefined) return null;
  const constraint = intent.constraints.find((one) => one.value?.type === value.kind);
  if (constraint === undefined) return null;
  return {
    constraint,
    text: value.text,
    valueJson: value.value?.type === "quantity" ? JSON.stringify(value.value) : null,
    from: "/text",
    quote: item.text,
  };
}
