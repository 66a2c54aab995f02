// Results of a recognition as JSON: every member in its order, optional ones there or not.
import fc from "fast-check";

type Member = fc.Arbitrary<unknown> | { optional: fc.Arbitrary<unknown> };

/** An object whose members keep the order in which they are written here. */
function object(members: Record<string, Member>): fc.Arbitrary<Record<string, unknown>> {
  const entries = Object.entries(members).map(([name, member]) =>
    "optional" in member
      ? fc.option(member.optional, { nil: undefined }).map((value) => [name, value] as const)
      : member.map((value) => [name, value] as const),
  );
  return fc.tuple(...entries).map((pairs) => Object.fromEntries(pairs.filter(([, value]) => value !== undefined)));
}

const text = fc.string({ unit: "grapheme", maxLength: 12 });
const nullable = (one: fc.Arbitrary<unknown>) => fc.option(one, { nil: null });
const some = (one: fc.Arbitrary<unknown>) => fc.array(one, { maxLength: 3 });
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const name = fc.stringMatching(/^[a-z][a-zA-Z]{0,8}$/);
const record = (one: fc.Arbitrary<unknown>) => fc.dictionary(name, one, { maxKeys: 3, noNullPrototype: true });

const sourceRef = object({
  root: fc.constantFrom("input", "context", "baseline", "referenceTime"),
  pointer: text,
  quote: { optional: text },
  start: { optional: fc.nat(70_000) },
});
const fieldValue = object({
  value: json,
  origin: fc.constantFrom("turn", "baseline", "context"),
  sourceRefs: some(sourceRef),
});
const decimal = nullable(fc.stringMatching(/^[0-9]{1,20}(\.[0-9]{2})?$/));
const normalValue = fc.oneof(
  object({
    type: fc.constant("time"),
    form: fc.constantFrom("instant", "date", "interval", "duration", "recurrence"),
    start: { optional: text },
    end: { optional: text },
    duration: { optional: text },
    rrule: { optional: text },
    grain: fc.constantFrom("second", "minute", "hour", "day", "week", "month", "year"),
    zone: nullable(text),
  }),
  object({
    type: fc.constant("amount"),
    min: decimal,
    max: decimal,
    minOpen: fc.boolean(),
    maxOpen: fc.boolean(),
    currency: nullable(text),
    symbol: { optional: text },
  }),
  object({ type: fc.constant("quantity"), min: decimal, max: decimal, unit: nullable(text) }),
  object({ type: fc.constant("text"), language: { optional: text }, value: text }),
);
const constraint = object({
  id: text,
  kind: fc.constantFrom(
    "prohibition",
    "requirement",
    "condition",
    "exclusion",
    "limit",
    "time",
    "quantity",
    "preference",
    "format",
  ),
  text,
  scope: fc.oneof(
    object({ type: fc.constant("intent"), intentId: text }),
    fc.record({ type: fc.constant("request") }, { noNullPrototype: true }),
  ),
  value: { optional: normalValue },
});
const reference = object({
  id: text,
  kind: fc.constantFrom("anaphora", "prior_request", "entity", "ellipsis"),
  text,
  resolved: nullable(sourceRef),
});

function intent(depth: number): fc.Arbitrary<Record<string, unknown>> {
  return object({
    id: text,
    domain: nullable(text),
    action: nullable(text),
    target: nullable(text),
    goal: text,
    understanding: fc.constantFrom("clear", "partial", "ambiguous", "unclear"),
    constraints: some(constraint),
    inputs: record(fieldValue),
    references: some(reference),
    children: depth === 0 ? fc.constant([]) : fc.array(intent(depth - 1), { maxLength: 2 }),
    extensions: record(json),
  });
}

const effective = object({
  schemaVersion: fc.constant("2.0-draft.6"),
  coverage: fc.constantFrom("complete", "partial", "none"),
  scope: fc.constantFrom("current_request", "conversation"),
  intents: some(intent(2)),
  constraints: some(constraint),
  relations: some(
    object({
      id: text,
      type: fc.constantFrom("sequence", "depends_on", "alternative", "parallel", "conditional"),
      from: text,
      to: text,
      constraintId: { optional: text },
    }),
  ),
  unresolved: some(
    object({
      id: text,
      kind: fc.constantFrom("reference", "ambiguity", "missing", "conflict", "unparsed"),
      text,
      intentId: nullable(text),
      question: nullable(text),
      options: some(text),
      sourceRefs: some(sourceRef),
    }),
  ),
});

const change = object({
  operation: fc.constantFrom("add", "replace", "remove"),
  target: object({
    kind: fc.constantFrom("intent", "constraint", "relation", "input", "reference", "unresolved"),
    id: text,
    name: { optional: text },
  }),
  description: text,
  sourceRefs: some(sourceRef),
  effect: fc.constantFrom("applied", "pending", "rejected", "no_effect"),
  before: { optional: json },
  after: { optional: json },
});

export const anyIntentResult: fc.Arbitrary<Record<string, unknown>> = object({
  schemaVersion: fc.constant("2.0-draft.6"),
  input: text,
  status: fc.constantFrom("complete", "partial", "needs_input", "ambiguous", "none"),
  turn: object({
    kind: fc.constantFrom("request", "refinement", "social", "mixed", "unclear"),
    normalizedInput: text,
    intentIds: some(text),
    changes: some(change),
    facts: record(fieldValue),
  }),
  effective,
  fieldResults: some(
    object({
      field: text,
      intentId: nullable(text),
      required: fc.boolean(),
      status: fc.constantFrom("extracted", "missing", "not_provided", "ambiguous", "not_applicable"),
      value: { optional: json },
      alternatives: { optional: some(json) },
      sourceRefs: some(sourceRef),
      message: { optional: text },
    }),
  ),
  issues: some(
    object({
      code: fc.constantFrom("NEGATION_UNACCOUNTED", "TEXT_UNACCOUNTED", "FIELD_MISSING"),
      severity: fc.constantFrom("info", "warning"),
      path: text,
      message: text,
      sourceRefs: some(sourceRef),
    }),
  ),
  inferences: some(
    object({
      id: text,
      path: text,
      kind: fc.constantFrom("reference", "relative_time", "unit", "default", "wording"),
      statement: text,
      sourceRefs: some(sourceRef),
    }),
  ),
});
