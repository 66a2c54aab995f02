import {
  ACCOUNTED_KINDS,
  CANDIDATE_FIELD_STATUSES,
  CONSTRAINT_KINDS,
  INFERENCE_KINDS,
  REFERENCE_KINDS,
  RELATION_TYPES,
  SOURCE_ROOTS,
  TARGET_KINDS,
  TURN_KINDS,
  UNDERSTANDINGS,
  UNRESOLVED_KINDS,
} from "../types/names.ts";
import type { Shape } from "./shape.ts";

/** What one request leaves open; null in a member: any text. */
export interface Narrowing {
  fields: readonly string[] | null;
  domains: readonly string[] | null;
  intentIds: readonly string[] | null;
  constraintIds: readonly string[] | null;
  /** Everything in the baseline that can be removed. */
  itemIds: readonly string[] | null;
}

const text = (about?: string): Shape => ({ is: "text", ...(about === undefined ? {} : { about }) });
const word = (of: readonly string[], about?: string): Shape => ({
  is: "word",
  of,
  ...(about === undefined ? {} : { about }),
});
const maybe = (what: Shape, about?: string): Shape => ({
  is: "maybe",
  what,
  ...(about === undefined ? {} : { about }),
});
const list = (of: Shape, about?: string): Shape => ({ is: "list", of, ...(about === undefined ? {} : { about }) });
const record = (members: { [name: string]: Shape }, about?: string): Shape => ({
  is: "record",
  members,
  ...(about === undefined ? {} : { about }),
});

const quote = record({
  root: word(SOURCE_ROOTS),
  pointer: text('JSON Pointer into that root; "" for the input itself, "/0/content" for the first context item'),
  text: maybe(text("Copied exactly; null only where the pointer names no string")),
});
const evidence = list(quote);

/** A name out of a known list; without a list any text; with an empty one nothing. */
function known(names: readonly string[] | null, about: string): Shape {
  if (names === null) return maybe(text(), about);
  return names.length === 0 ? { is: "nothing", about } : maybe(word(names), about);
}

/** A required name: providers refuse an empty enumeration, so that with nothing to choose from it stays a text. */
function named(names: readonly string[] | null, about: string): Shape {
  return names === null || names.length === 0 ? text(about) : word(names, about);
}

export function candidateShape(narrowing: Narrowing): Shape {
  const { fields, domains, intentIds, constraintIds, itemIds } = narrowing;
  const nothingSelected = fields !== null && fields.length === 0;
  return record({
    kind: word(TURN_KINDS, "What this message does"),
    intents: list(
      record({
        key: text("A name of your own, unique in this answer"),
        parent: maybe(text(), "Key of the intent whose content this one is"),
        baselineId: known(intentIds, "The baseline intent that this one replaces or touches"),
        domain: known(domains, "One of the domains, or null when none fits"),
        action: maybe(text(), "The verb phrase as written"),
        target: maybe(text(), "What it acts on, as written"),
        goal: text("The wanted outcome as written, without its constraints"),
        understanding: word(UNDERSTANDINGS),
        evidence,
      }),
    ),
    constraints: list(
      record({
        key: text("A name of your own, unique in this answer"),
        owner: maybe(text(), "Key or baseline id of an intent; null for the whole request"),
        baselineId: known(constraintIds, "The baseline constraint that this one replaces"),
        kind: word(CONSTRAINT_KINDS),
        text: text("As written, with its negation word"),
        valueJson: maybe(text(), "One normalised value as JSON text; null when unsure"),
        evidence,
      }),
    ),
    relations: list(
      record({
        type: word(RELATION_TYPES),
        from: text("Key or baseline id of an intent"),
        to: text("Key or baseline id of an intent"),
        constraintKey: maybe(text(), "Key of the condition that selects `to`"),
        evidence,
      }),
    ),
    removals: list(
      record({
        kind: word(TARGET_KINDS),
        id: named(
          itemIds === null || itemIds.length === 0 ? itemIds : ["", ...itemIds],
          'An id of the baseline; for an input the id of its intent, or "" for the request',
        ),
        name: maybe(text(), "Only for an input: its field name"),
        evidence,
      }),
    ),
    references: list(
      record({
        owner: text("Key or baseline id of an intent"),
        kind: word(REFERENCE_KINDS),
        text: text("The referring words as written"),
        resolvesTo: maybe(quote, "What they stand for; null when that is open"),
        evidence,
      }),
    ),
    fields: list(
      record({
        field: named(fields, "A selected field"),
        owner: maybe(text(), "Key or baseline id of an intent; null for a field of the request"),
        status: word(CANDIDATE_FIELD_STATUSES),
        valueJson: maybe(text(), "Only for extracted: the value as JSON text"),
        alternativesJson: list(text(), "Only for ambiguous and conflict: two or more values as JSON text"),
        evidence,
        note: maybe(text()),
      }),
      nothingSelected ? "Empty: no field is selected" : undefined,
    ),
    unresolved: list(
      record({
        kind: word(UNRESOLVED_KINDS),
        owner: maybe(text(), "Key or baseline id of an intent"),
        text: text("The words that stay open, as written"),
        question: maybe(text(), "What to ask, in the language of the task"),
        options: list(text()),
        evidence,
      }),
    ),
    inferences: list(
      record({
        about: text("A key, a field name or a baseline id"),
        kind: word(INFERENCE_KINDS),
        statement: text("What was concluded, in the language of the task"),
        evidence,
      }),
    ),
    accounted: list(
      record({ kind: word(ACCOUNTED_KINDS), evidence }),
      "Clauses that ask for nothing: facts, thanks, quoted words",
    ),
  });
}
