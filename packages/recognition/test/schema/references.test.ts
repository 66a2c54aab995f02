import { describe, expect, it } from "vitest";
import { IntentError } from "../../src/errors.ts";
import { DEFAULT_LIMITS } from "../../src/limits.ts";
import { readBusinessSchema } from "../../src/schema/business-schema.ts";
import type { JsonObject } from "../../src/types/json.ts";

const SHORT = { type: "string", maxLength: 1 };

function fieldOf(field: JsonObject, definitions: JsonObject = {}) {
  const document = { type: "object", properties: { a: field }, $defs: definitions };
  const schema = readBusinessSchema(document, DEFAULT_LIMITS).field("a");
  if (schema === undefined) throw new Error("unreachable");
  return schema;
}

function refusedAt(reference: string, definitions: JsonObject): string {
  try {
    fieldOf({ $ref: reference }, definitions);
  } catch (thrown) {
    if (!(thrown instanceof IntentError)) throw thrown;
    return `${thrown.code} ${thrown.issues.map((issue) => issue.path).join()}`;
  }
  throw new Error("The document was accepted.");
}

describe("a definition", () => {
  const names = ["money", "two words", "50%", "%41", "x/y", "~0", "é", "🏝️", "a#b", "a?b", '"', "$ref", "n".repeat(200)];

  it.each(names)("named %j is found by its name as a token, and as a token in a URI", (name) => {
    const token = name.replaceAll("~", "~0").replaceAll("/", "~1");
    const spellings = name.includes("%") ? [encodeURIComponent(token)] : [token, encodeURIComponent(token)];
    for (const spelling of spellings) {
      const field = fieldOf({ $ref: `#/$defs/${spelling}` }, { [name]: SHORT });
      expect([field.problemOf("x"), field.problemOf("xx")]).toEqual([null, expect.stringContaining("1 characters")]);
    }
  });

  it.each(["#/$defs/a/b", "#/$defs/a%2Fb", "#/$defs/50%", "#/$defs/%E0%A4", "#/$defs/~2", "#/$defs/"])(
    "is not what %s names",
    (reference) => {
      const definitions = { "a/b": SHORT, a: { type: "object", properties: { b: SHORT } }, "50%": SHORT, "~2": SHORT };
      expect(refusedAt(reference, definitions)).toBe("SCHEMA_UNSUPPORTED /properties/a/$ref");
    },
  );
});

describe("a keyword of JSON Schema that is not read", () => {
  it.each(["oneOf", "allOf", "not", "if", "prefixItems", "patternProperties", "$dynamicRef", "uniqueItems"])(
    "is named, and not what it stands in place of: %s",
    (keyword) => {
      expect(() => fieldOf({ [keyword]: [{ type: "string" }] })).toThrow(`/properties/a/${keyword} `);
      expect(() => fieldOf({})).toThrow("/properties/a must say a type");
    },
  );
});

describe("what a field is", () => {
  const DAY = { type: "string", format: "date" };
  const TEXTS = { type: "array", items: { type: "string" } };

  it.each<[string, JsonObject, JsonObject]>([
    ["a list behind a reference", { $ref: "#/$defs/texts" }, { many: true, moment: null }],
    ["a list or null", { anyOf: [{ $ref: "#/$defs/texts" }, { type: "null" }] }, { many: true, moment: null }],
    ["a day behind a reference", { $ref: "#/$defs/day" }, { many: false, moment: "date", title: "Day" }],
    ["a day or null", { anyOf: [{ type: "null" }, { $ref: "#/$defs/day" }] }, { many: false, moment: "date" }],
    ["days", { type: "array", items: { $ref: "#/$defs/day" } }, { many: true, moment: "date" }],
    ["a day or any text", { anyOf: [{ $ref: "#/$defs/day" }, { type: "string" }] }, { moment: null }],
    ["a title of its own", { $ref: "#/$defs/day", title: "Arrival" }, { title: "Arrival", moment: "date" }],
  ])("is read through references and alternatives: %s", (_, field, expected) => {
    const definitions = { day: { ...DAY, title: "Day" }, texts: TEXTS };
    expect(fieldOf({ ...field, "x-intent": { exact: true } }, definitions)).toMatchObject({ ...expected, exact: true });
  });
});
