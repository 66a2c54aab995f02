// The published JSON Schemas (2020-12) of a result and of the state in it. Closed everywhere: what is
// not named here is not in a result.
import type { JsonObject, JsonSchema } from "../types/json.ts";
import * as names from "../types/names.ts";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

const text: JsonSchema = { type: "string" };
const nullableText: JsonSchema = { type: ["string", "null"] };
const anyJson: JsonSchema = {};
const decimal: JsonSchema = { type: ["string", "null"], pattern: "^-?[0-9]+(\\.[0-9]+)?$" };

function oneOf(words: readonly string[]): JsonSchema {
  return { type: "string", enum: [...words] };
}

function listOf(items: JsonSchema): JsonSchema {
  return { type: "array", items };
}

function mapOf(values: JsonSchema): JsonSchema {
  return { type: "object", additionalProperties: values };
}

function definition(name: string): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}

function id(kind: string): JsonSchema {
  return { type: "string", pattern: `^${kind}-[1-9][0-9]{0,8}$` };
}

/** A closed object; a member named with a trailing "?" is optional. */
function closed(members: JsonObject): JsonSchema {
  const entries = Object.entries(members).map(
    ([name, schema]) => [name.replace("?", ""), schema, name.endsWith("?")] as const,
  );
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, schema]) => [name, schema])),
    required: entries.filter(([, , optional]) => !optional).map(([name]) => name),
    additionalProperties: false,
  };
}

const normalValue: JsonSchema = {
  anyOf: [
    closed({
      type: { const: "time" },
      form: oneOf(names.TIME_FORMS),
      "start?": text,
      "end?": text,
      "duration?": text,
      "rrule?": text,
      grain: oneOf(names.GRAINS),
      zone: nullableText,
    }),
    closed({
      type: { const: "amount" },
      min: decimal,
      max: decimal,
      minOpen: { type: "boolean" },
      maxOpen: { type: "boolean" },
      currency: nullableText,
      "symbol?": text,
    }),
    closed({ type: { const: "quantity" }, min: decimal, max: decimal, unit: nullableText }),
    closed({ type: { const: "text" }, "language?": text, value: text }),
  ],
};

const stateDefinitions: JsonObject = {
  sourceRef: closed({
    root: oneOf(names.SOURCE_ROOTS),
    pointer: { type: "string", pattern: "^(/|$)" },
    "quote?": text,
    "start?": { type: "integer", minimum: 0 },
  }),
  normalValue,
  constraint: closed({
    id: id("constraint"),
    kind: oneOf(names.CONSTRAINT_KINDS),
    text,
    scope: {
      anyOf: [closed({ type: { const: "intent" }, intentId: id("intent") }), closed({ type: { const: "request" } })],
    },
    "value?": definition("normalValue"),
  }),
  fieldValue: closed({ value: anyJson, origin: oneOf(names.ORIGINS), sourceRefs: listOf(definition("sourceRef")) }),
  reference: closed({
    id: id("ref"),
    kind: oneOf(names.REFERENCE_KINDS),
    text,
    resolved: { anyOf: [definition("sourceRef"), { type: "null" }] },
  }),
  intent: closed({
    id: id("intent"),
    domain: nullableText,
    action: nullableText,
    target: nullableText,
    goal: text,
    understanding: oneOf(names.UNDERSTANDINGS),
    constraints: listOf(definition("constraint")),
    inputs: mapOf(definition("fieldValue")),
    references: listOf(definition("reference")),
    children: listOf(definition("intent")),
    extensions: mapOf(anyJson),
  }),
  relation: closed({
    id: id("relation"),
    type: oneOf(names.RELATION_TYPES),
    from: id("intent"),
    to: id("intent"),
    "constraintId?": id("constraint"),
  }),
  unresolved: closed({
    id: id("unresolved"),
    kind: oneOf(names.UNRESOLVED_KINDS),
    text,
    intentId: { anyOf: [id("intent"), { type: "null" }] },
    question: nullableText,
    options: listOf(text),
    sourceRefs: listOf(definition("sourceRef")),
  }),
};

function stateOf(schemaVersion: JsonSchema): JsonSchema {
  return closed({
    schemaVersion,
    coverage: oneOf(names.COVERAGES),
    scope: oneOf(names.SCOPES),
    intents: listOf(definition("intent")),
    constraints: listOf(definition("constraint")),
    relations: listOf(definition("relation")),
    unresolved: listOf(definition("unresolved")),
  });
}

const resultDefinitions: JsonObject = {
  ...stateDefinitions,
  effectiveState: stateOf({ const: names.SCHEMA_VERSION }),
  change: closed({
    operation: oneOf(names.OPERATIONS),
    target: closed({ kind: oneOf(names.TARGET_KINDS), id: text, "name?": text }),
    description: text,
    sourceRefs: { type: "array", items: definition("sourceRef"), minItems: 1 },
    effect: oneOf(names.EFFECTS),
    "before?": anyJson,
    "after?": anyJson,
  }),
  turn: closed({
    kind: oneOf(names.TURN_KINDS),
    normalizedInput: text,
    intentIds: listOf(id("intent")),
    changes: listOf(definition("change")),
    facts: mapOf(definition("fieldValue")),
  }),
  fieldResult: closed({
    field: text,
    intentId: { anyOf: [id("intent"), { type: "null" }] },
    required: { type: "boolean" },
    status: oneOf(names.FIELD_STATUSES),
    "value?": anyJson,
    "alternatives?": { type: "array", items: anyJson, minItems: 2 },
    sourceRefs: listOf(definition("sourceRef")),
    "message?": text,
  }),
  issue: closed({
    code: oneOf(names.ISSUE_CODES),
    severity: oneOf(names.SEVERITIES),
    path: text,
    message: text,
    sourceRefs: listOf(definition("sourceRef")),
  }),
  inference: closed({
    id: id("inference"),
    path: text,
    kind: oneOf(names.INFERENCE_KINDS),
    statement: text,
    sourceRefs: listOf(definition("sourceRef")),
  }),
};

function freezeDeep<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) freezeDeep(member);
  return value;
}

/** Schema of an `EffectiveState`: what a caller may send back as `baseline`. */
export const effectiveStateSchema: JsonSchema = freezeDeep({
  $schema: DIALECT,
  title: "EffectiveState",
  ...stateOf(oneOf(names.READABLE_VERSIONS)),
  $defs: stateDefinitions,
});

/** Schema of an `IntentResult`. */
export const resultSchema: JsonSchema = freezeDeep({
  $schema: DIALECT,
  title: "IntentResult",
  ...closed({
    schemaVersion: { const: names.SCHEMA_VERSION },
    input: text,
    status: oneOf(names.STATUSES),
    turn: definition("turn"),
    effective: definition("effectiveState"),
    fieldResults: listOf(definition("fieldResult")),
    issues: listOf(definition("issue")),
    inferences: listOf(definition("inference")),
  }),
  $defs: resultDefinitions,
});
