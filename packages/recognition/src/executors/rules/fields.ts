import { isObject } from "../../json/json-object.ts";
import { resolved } from "../../schema/references.ts";
import type { Span } from "../../text/literals.ts";
import type { CandidateField } from "../../types/candidate.ts";
import type { TaskMaterial } from "../../types/executor.ts";
import type { JsonSchema, JsonValue } from "../../types/json.ts";
import type { ValueContext } from "../../values/find-values.ts";
import { fieldReader } from "./field-readers.ts";
import { fitsSchema } from "./fitting.ts";
import { quoteOf } from "./quoting.ts";
import type { ReadIntent, Reading } from "./reading.ts";
import type { Keys } from "./to-candidate.ts";

const MOST_STEPS = 16;

export interface Field {
  name: string;
  /** As the business wrote it: says which values it takes. */
  schema: JsonSchema;
  /** What a value is, behind references and beside null. */
  target: JsonSchema;
  exact: boolean;
  perIntent: boolean;
  many: boolean;
}

/** One value of a field, where it stands in the input. */
export interface Found {
  value: JsonValue;
  span: Span;
}

/** Whether the business wants one code for each intent, so that two codes are two requests. */
export function wantsEachCode(fields: TaskMaterial["fields"]): boolean {
  return fields.map(readField).some((field) => field.exact && field.perIntent && !field.many);
}

/** What the text says of the selected fields. What it does not say is left to the core. */
export function readFields(
  reading: Reading,
  keys: Keys,
  material: TaskMaterial,
  context: ValueContext,
  standing: string | null,
): CandidateField[] {
  const entries: CandidateField[] = [];
  for (const field of material.fields.map(readField)) {
    const read = fieldReader(field, context);
    if (!field.perIntent) {
      push(entries, reading.text, field, null, distinct(read(reading.text, { start: 0, end: reading.text.length })));
      continue;
    }
    const outer = reading.intents.filter((intent) => intent.parent === null);
    const shared = statedOutside(reading, outer).flatMap((span) => read(reading.text, span));
    for (const intent of outer) {
      const own = reachOf(reading, intent).flatMap((span) => read(reading.text, span));
      const found = distinct(own.length > 0 || outer.length > 1 ? own : shared);
      push(entries, reading.text, field, keys.intents.get(intent) ?? null, found);
    }
    if (outer.length === 0 && standing !== null)
      push(
        entries,
        reading.text,
        field,
        standing,
        distinct(read(reading.text, { start: 0, end: reading.text.length })),
      );
  }
  return entries;
}

function push(
  entries: CandidateField[],
  text: string,
  field: Field,
  owner: string | null,
  read: readonly Found[],
): void {
  const found = fitting(field, read);
  const [first] = found;
  if (first === undefined || (owner === null && field.perIntent)) return;
  const evidence = found.slice(0, 8).map((one) => quoteOf(text, one.span));
  const entry = { field: field.name, owner, evidence, note: null };
  if (field.many)
    entries.push({
      ...entry,
      status: "extracted",
      valueJson: JSON.stringify(found.map((one) => one.value)),
      alternativesJson: [],
    });
  else if (found.length === 1)
    entries.push({ ...entry, status: "extracted", valueJson: JSON.stringify(first.value), alternativesJson: [] });
  else
    entries.push({
      ...entry,
      status: "ambiguous",
      valueJson: null,
      alternativesJson: found.map((one) => JSON.stringify(one.value)),
    });
}

/** The values that the business takes; of a list those that it takes together. */
function fitting({ schema, many }: Field, found: readonly Found[]): readonly Found[] {
  if (!many) return found.filter(({ value }) => fitsSchema(schema, value));
  const together = (list: readonly Found[]) =>
    fitsSchema(
      schema,
      list.map(({ value }) => value),
    );
  if (found.length === 0 || together(found)) return found;
  const each = found.filter((one) => together([one]));
  return together(each) ? each : [];
}

/** Where an intent speaks: its target, the rest of its words, its own constraints. */
function reachOf(reading: Reading, intent: ReadIntent): Span[] {
  const several = reading.intents.filter((one) => one.evidence[0]?.start === intent.evidence[0]?.start).length > 1;
  const own = several && intent.target !== null ? [intent.target] : intent.evidence.slice(0, 1);
  const children = reading.intents.filter((one) => one.parent === intent).flatMap((one) => one.evidence.slice(0, 1));
  const constraints = reading.constraints
    .filter(
      (one) =>
        one.owner === intent && one.kind !== "prohibition" && one.kind !== "exclusion" && one.kind !== "condition",
    )
    .map((one) => one.span);
  return [
    ...own,
    ...[...children, ...constraints].filter(
      (span) => !own.some((one) => one.start <= span.start && span.end <= one.end),
    ),
  ];
}

/** Statements say values too: "my order number is 000123". */
function statedOutside(reading: Reading, intents: readonly ReadIntent[]): Span[] {
  if (intents.length > 1) return [];
  return reading.accounted.filter((one) => one.kind === "information").map((one) => one.span);
}

function distinct(found: readonly Found[]): Found[] {
  const seen = new Map<string, Found>();
  for (const one of found) if (!seen.has(JSON.stringify(one.value))) seen.set(JSON.stringify(one.value), one);
  return [...seen.values()];
}

export function readField({ name, schema }: TaskMaterial["fields"][number]): Field {
  const target = targetOf(schema, schema);
  const notes = schema["x-intent"] ?? target["x-intent"] ?? null;
  const intent = notes !== null && typeof notes === "object" && !Array.isArray(notes) ? notes : {};
  const type = typesOf(target);
  return {
    name,
    schema,
    target,
    exact: intent.exact === true,
    perIntent: intent.perIntent !== false,
    many: intent.cardinality === "many" || (intent.cardinality !== "one" && type.includes("array")),
  };
}

/** The Schema of a value that is not null: references are followed, a choice between one Schema and null is that one. */
export function targetOf(document: JsonSchema, schema: JsonSchema): JsonSchema {
  let at = resolved(document, schema);
  for (let depth = 0; depth < MOST_STEPS && at.type === undefined && Array.isArray(at.anyOf); depth += 1) {
    const [only, other] = at.anyOf.filter((one) => isObject(one) && !(one.type === "null" || one.const === null));
    if (!isObject(only) || other !== undefined) return at;
    at = resolved(document, only);
  }
  return at;
}

export function typesOf(schema: JsonSchema): string[] {
  const { type } = schema;
  if (typeof type === "string") return [type];
  return Array.isArray(type) ? type.filter((one) => typeof one === "string") : [];
}
