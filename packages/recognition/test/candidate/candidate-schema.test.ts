import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { candidateSchema } from "../../src/candidate/candidate-schema.ts";
import { candidateShape } from "../../src/candidate/candidate-shape.ts";
import { readCandidate } from "../../src/candidate/read-candidate.ts";
import { schemaOf } from "../../src/candidate/shape.ts";
import type { JsonObject, JsonSchema, JsonValue } from "../../src/types/json.ts";
import { requestOf, SEED, seedCandidate, standingConstraint, standingIntent, state } from "./candidate-kit.ts";

const schema: JsonSchema = {
  type: "object",
  properties: { orderId: { type: "string" }, colour: { type: "string", pattern: "^a+$", minLength: 2 } },
};
const domains = [{ name: "orders", description: "Orders" }];
const baseline = state({
  intents: [
    standingIntent("intent-1", "Buy", { constraints: [standingConstraint("constraint-1", "limit", "50", "intent-1")] }),
  ],
});
const full = requestOf({ input: SEED, baseline }, { schema, domains });
const plain = requestOf({ input: SEED });
const unnarrowed = candidateShape({ fields: null, domains: null, intentIds: null, constraintIds: null, itemIds: null });

function* schemasIn(schema: JsonSchema, depth = 1): Generator<{ schema: JsonSchema; depth: number }> {
  yield { schema, depth };
  const below = [
    ...Object.values((schema.properties ?? {}) as JsonObject),
    ...(schema.items === undefined ? [] : [schema.items]),
    ...((schema.anyOf ?? []) as JsonValue[]),
  ];
  for (const child of below) {
    const opens = (child as JsonSchema).type === "array" || (child as JsonSchema).type === "object";
    yield* schemasIn(child as JsonSchema, depth + (opens ? 1 : 0));
  }
}

function member(schema: JsonSchema, list: string, name: string): JsonSchema {
  const items = ((schema.properties as JsonObject)[list] as JsonObject).items as JsonObject;
  return (items.properties as JsonObject)[name] as JsonSchema;
}

describe("candidateSchema", () => {
  it.each([
    ["with everything to narrow", full],
    ["with nothing", plain],
  ])("stays in the strict subset of providers %s", (_, request) => {
    const allowed = ["type", "properties", "required", "additionalProperties", "items", "enum", "anyOf", "description"];
    for (const { schema: one, depth } of schemasIn(candidateSchema(request))) {
      expect(Object.keys(one).filter((keyword) => !allowed.includes(keyword))).toEqual([]);
      expect(depth).toBeLessThanOrEqual(5);
      if (one.enum !== undefined) expect((one.enum as JsonValue[]).length).toBeGreaterThan(0);
      if (one.type !== "object") continue;
      expect(one.additionalProperties).toBe(false);
      expect(one.required).toEqual(Object.keys(one.properties as JsonObject));
    }
  });

  it("names the selected fields, the ids of the baseline and the configured domains", () => {
    const narrowed = candidateSchema(full);
    expect(member(narrowed, "fields", "field").enum).toEqual(["orderId", "colour"]);
    expect(member(narrowed, "intents", "domain").enum).toEqual(["orders", null]);
    expect(member(narrowed, "intents", "baselineId").enum).toEqual(["intent-1", null]);
    expect(member(narrowed, "constraints", "baselineId").enum).toEqual(["constraint-1", null]);
    expect(member(narrowed, "removals", "id").enum).toEqual(["", "intent-1", "constraint-1"]);
    const one = candidateSchema(requestOf({ input: SEED, fields: ["colour"] }, { schema }));
    expect(member(one, "fields", "field").enum).toEqual(["colour"]);
    expect(member(one, "intents", "baselineId")).toMatchObject({ type: "null" });
  });

  it("is frozen, and the same object for the same selection of one instance", () => {
    expect(Object.isFrozen(candidateSchema(plain))).toBe(true);
    expect(candidateSchema(plain)).toBe(candidateSchema({ ...plain, input: "Something else" }));
    expect(candidateSchema(full)).toEqual(candidateSchema(full));
  });

  it("accepts and refuses the same shapes as the reader", () => {
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schemaOf(unnarrowed));
    // Which domains there are is the request's, not the shape's.
    const paths = [...placesIn(seedCandidate() as unknown as JsonValue)].filter((path) => path.at(-1) !== "domain");
    const change = fc.oneof(
      fc.record({ at: fc.constantFrom(...paths), to: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue> }),
      fc.record({ at: fc.constantFrom(...paths), to: fc.constant(undefined) }),
    );
    expect(validate(seedCandidate())).toBe(true);
    fc.assert(
      fc.property(change, ({ at, to }) => {
        const changed = structuredClone(seedCandidate()) as unknown as JsonValue;
        put(changed, at, to);
        const text = JSON.stringify(changed);
        if (text.includes("__proto__")) return;
        const reading = readCandidate(plain, text);
        const misshapen = !reading.ok && reading.problems.some((problem) => problem.code === "V01");
        // What is no text of JSON is refused before its shape is looked at.
        if (/\\ud[89a-f]/i.test(text)) return;
        expect(misshapen).toBe(!validate(JSON.parse(text)));
      }),
      { numRuns: 500 },
    );
  });
});

function* placesIn(value: JsonValue, path: string[] = []): Generator<string[]> {
  if (path.length > 0) yield path;
  if (typeof value !== "object" || value === null) return;
  for (const [name, child] of Object.entries(value)) yield* placesIn(child as JsonValue, [...path, name]);
  if (!Array.isArray(value)) yield [...path, "more"];
}

function put(root: JsonValue, path: readonly string[], value: JsonValue | undefined): void {
  let at = root as JsonObject;
  for (const name of path.slice(0, -1)) at = at[name] as JsonObject;
  const last = path.at(-1) as string;
  if (value === undefined && Array.isArray(at)) at.splice(Number(last), 1);
  else if (value === undefined) delete at[last];
  else at[last] = value;
}
