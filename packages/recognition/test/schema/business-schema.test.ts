import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IntentError } from "../../src/errors.ts";
import { DEFAULT_LIMITS } from "../../src/limits.ts";
import { type BusinessSchema, readBusinessSchema } from "../../src/schema/business-schema.ts";

function read(properties: object, rest: object = {}): BusinessSchema {
  return readBusinessSchema({ type: "object", properties, ...rest }, DEFAULT_LIMITS);
}

/** The place that a refused document is refused for. */
function refusedAt(document: unknown, limits = DEFAULT_LIMITS): string {
  try {
    readBusinessSchema(document, limits);
  } catch (thrown) {
    if (!(thrown instanceof IntentError)) throw thrown;
    expect([thrown.code, thrown.stage, thrown.retryable]).toEqual(["SCHEMA_UNSUPPORTED", "config", false]);
    return thrown.issues.map((issue) => issue.path).join();
  }
  throw new Error("The document was accepted.");
}

const inField = (schema: unknown, rest: object = {}) => ({ type: "object", properties: { a: schema }, ...rest });

describe("what a business Schema may say", () => {
  it("reads fields in order with what is wanted of them", () => {
    const schema = read(
      {
        orderId: { type: "string", "x-intent": { exact: true, appliesTo: ["cancel"] } },
        tags: { type: ["array", "null"], items: { type: "string" } },
        budget: { $ref: "#/$defs/money", "x-intent": { perIntent: false, currency: "NOK", unit: "order" } },
      },
      {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        $defs: {
          money: { type: "object", properties: { minor: { $ref: "#/$defs/count" } }, additionalProperties: false },
          count: { type: "integer" },
          unused: { type: "null" },
        },
        required: ["orderId"],
        additionalProperties: false,
      },
    );
    expect(
      schema.fields.map(({ name, required, exact, many, perIntent }) => [name, required, exact, many, perIntent]),
    ).toEqual([
      ["orderId", true, true, false, true],
      ["tags", false, false, true, true],
      ["budget", false, false, false, false],
    ]);
    expect(schema.field("orderId")?.appliesTo).toEqual(["cancel"]);
    expect([schema.field("budget")?.currency, schema.field("budget")?.unit]).toEqual(["NOK", "order"]);
    expect(Object.keys(schema.field("budget")?.schema.$defs ?? {})).toEqual(["money", "count"]);
    expect(schema.field("toString")).toBeUndefined();
  });

  it("copies and freezes the document", () => {
    const given = inField({ type: "string", enum: ["x"] });
    const schema = readBusinessSchema(given, DEFAULT_LIMITS);
    (given.properties.a as { enum: string[] }).enum.push("y");
    expect(schema.field("a")?.problemOf("y")).not.toBeNull();
    expect(Object.isFrozen(schema.document)).toBe(true);
    expect(Object.isFrozen(schema.field("a"))).toBe(true);
  });

  it("takes a Schema without any property", () => {
    expect(read({}).fields).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ["a document that is no object", [], ""],
    ["true", true, ""],
    ["a function", () => ({}), ""],
    ["a document of another type", { type: "array", items: { type: "string" } }, "/items"],
    ["no type", { properties: {} }, "/type"],
    ["another dialect", { $schema: "http://json-schema.org/draft-07/schema#", type: "object" }, "/$schema"],
    ["conditions on the document", { type: "object", anyOf: [] }, "/anyOf"],
    ["an unknown keyword", inField({ type: "string", contentEncoding: "base64" }), "/properties/a/contentEncoding"],
    ["not", inField({ type: "string", not: { const: "x" } }), "/properties/a/not"],
    ["patternProperties", inField({ type: "object", patternProperties: {} }), "/properties/a/patternProperties"],
    ["a Schema that is true", inField(true), "/properties/a"],
    [
      "open additional properties",
      inField({ type: "object", additionalProperties: true }),
      "/properties/a/additionalProperties",
    ],
    ["two types", inField({ type: ["string", "number"] }), "/properties/a/type"],
    ["an unknown type", inField({ type: "text" }), "/properties/a/type"],
    ["no type anywhere", inField({ description: "anything" }), "/properties/a"],
    ["an unknown format", inField({ type: "string", format: "regex" }), "/properties/a/format"],
    ["a bound that is no number", inField({ type: "integer", minimum: "1" }), "/properties/a/minimum"],
    ["a length below zero", inField({ type: "string", maxLength: -1 }), "/properties/a/maxLength"],
    ["an empty enum", inField({ enum: [] }), "/properties/a/enum"],
    ["a value twice in an enum", inField({ enum: [1, 1] }), "/properties/a/enum"],
    [
      "nine alternatives",
      inField({ anyOf: Array.from({ length: 9 }, () => ({ type: "null" })) }),
      "/properties/a/anyOf",
    ],
    ["a reference elsewhere", inField({ $ref: "https://example.org/s" }), "/properties/a/$ref"],
    ["a reference to nothing", inField({ $ref: "#/$defs/b" }), "/properties/a/$ref"],
    ["a required name that is no property", inField({ type: "string" }, { required: ["b"] }), "/required/0"],
    [
      "a required name inside that is no property",
      inField({ type: "object", properties: {}, required: ["b"] }),
      "/properties/a/required/0",
    ],
    [
      "annotations below a field",
      inField({ type: "array", items: { type: "string", "x-intent": {} } }),
      "/properties/a/items/x-intent",
    ],
    ["an unknown annotation", inField({ type: "string", "x-intent": { exakt: true } }), "/properties/a/x-intent/exakt"],
    ["exact for a number", inField({ type: "number", "x-intent": { exact: true } }), "/properties/a/x-intent/exact"],
    [
      "many for a string",
      inField({ type: "string", "x-intent": { cardinality: "many" } }),
      "/properties/a/x-intent/cardinality",
    ],
    [
      "a currency that is none",
      inField({ type: "number", "x-intent": { currency: "kr" } }),
      "/properties/a/x-intent/currency",
    ],
    ["an empty name", { type: "object", properties: { "": { type: "string" } } }, "/properties/"],
    [
      "the name constructor",
      { type: "object", properties: { constructor: { type: "string" } } },
      "/properties/constructor",
    ],
    [
      "the name __proto__",
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
      "/properties/__proto__",
    ],
    [
      "the keyword __proto__",
      JSON.parse('{"type":"object","properties":{"a":{"__proto__":{"type":"string"}}}}'),
      "/properties/a/__proto__",
    ],
    ["half of a surrogate pair", inField({ type: "string", description: "\ud800" }), "/properties/a/description"],
    ["an undefined value in an array", inField({ enum: [undefined] }), "/properties/a/enum/0"],
    ["a class", inField(new Map()), "/properties/a"],
  ])("refuses %s", (_, document, path) => {
    expect(refusedAt(document)).toBe(path);
  });

  it("says where the document stands in what was given", () => {
    expect(() => readBusinessSchema({ type: "null" }, DEFAULT_LIMITS, "/schema")).toThrow(
      "/schema/type must be object.",
    );
  });
});

describe("bounds of a business Schema", () => {
  const nested = (levels: number): object =>
    levels === 1 ? { type: "string" } : { type: "array", items: nested(levels - 1) };

  it("bounds depth, with references written out", () => {
    expect(read({ a: nested(7) }).fields).toHaveLength(1);
    expect(refusedAt(inField(nested(8)))).toBe("/properties/a");
    const split = inField(
      { type: "array", items: { type: "array", items: { type: "array", items: { $ref: "#/$defs/b" } } } },
      { $defs: { b: nested(5) } },
    );
    expect(refusedAt(split)).toBe("/properties/a");
  });

  it("bounds properties and bytes", () => {
    const many = Object.fromEntries(Array.from({ length: 257 }, (_, at) => [`p${at}`, { type: "null" }]));
    expect(refusedAt({ type: "object", properties: many })).toBe("/properties/p256");
    expect(refusedAt(inField({ type: "string", description: "x".repeat(140_000) }))).toBe("/properties/a/description");
    expect(refusedAt(inField({ type: "string", description: "\u00e6".repeat(70_000) }))).toBe("");
  });

  it("refuses references in a circle and nesting without end at once", () => {
    expect(
      refusedAt(inField({ $ref: "#/$defs/a" }, { $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } })),
    ).toMatch(/^\/\$defs\/[ab]\/\$ref$/);
    expect(
      refusedAt(inField({ $ref: "#/$defs/a" }, { $defs: { a: { type: "array", items: { $ref: "#/$defs/a" } } } })),
    ).toBe("/$defs/a/items/$ref");
    const circle: Record<string, unknown> = { type: "array" };
    circle.items = circle;
    expect(refusedAt(inField(circle))).toContain("/properties/a/items");
  });

  it("refuses definitions that multiply beyond measure", () => {
    const eight = (name: string) => ({ anyOf: Array.from({ length: 8 }, () => ({ $ref: `#/$defs/${name}` })) });
    const $defs = { a: eight("b"), b: eight("c"), c: eight("d"), d: eight("e"), e: eight("f"), f: { type: "null" } };
    const before = performance.now();
    expect(refusedAt(inField({ $ref: "#/$defs/a" }, { $defs }))).toMatch(/^\/\$defs\/[a-e]/);
    expect(performance.now() - before).toBeLessThan(500);
  });

  it("throws nothing but its own error for anything", () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        for (const document of [anything, inField(anything), { type: "object", properties: anything }]) {
          try {
            readBusinessSchema(document, DEFAULT_LIMITS);
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(IntentError);
          }
        }
      }),
    );
  });
});

describe("values of a field", () => {
  const problem = (
    schema: object,
    value: Parameters<NonNullable<ReturnType<BusinessSchema["field"]>>["problemOf"]>[0],
  ) =>
    read({ a: schema }, { $defs: { day: { type: "string", format: "date" } } })
      .field("a")
      ?.problemOf(value);

  it.each<[object, unknown, boolean]>([
    [{ type: "string", minLength: 2, maxLength: 3 }, "abc", true],
    [{ type: "string", maxLength: 3 }, "abcd", false],
    [{ type: "integer", exclusiveMinimum: 0 }, 0, false],
    [{ type: ["number", "null"] }, null, true],
    [{ type: "array", items: { $ref: "#/$defs/day" }, minItems: 1 }, ["2026-12-04"], true],
    [{ type: "array", items: { $ref: "#/$defs/day" } }, ["2026-13-04"], false],
    [{ anyOf: [{ const: 1 }, { type: "string" }] }, 2, false],
    [
      { type: "object", properties: { a: { type: "null" } }, required: ["a"], additionalProperties: false },
      { a: null, b: 1 },
      false,
    ],
    [{ type: "object", properties: { toString: { type: "string" } }, required: ["toString"] }, {}, false],
    [{ type: "string", format: "date-time" }, "2026-12-04T10:00:00+01:00", true],
    [{ type: "string", format: "time" }, "25:00:00Z", false],
    [{ type: "string", format: "duration" }, "PT30M", true],
    [{ type: "string", format: "email" }, "anna@example.org", true],
    [{ type: "string", format: "uri" }, "no uri", false],
    [{ type: "string", format: "uuid" }, "0193c0f0-0000-7000-8000-000000000000", true],
    [{ type: "string", pattern: "^\\d{6}$" }, "000123", true],
    [{ type: "string", pattern: "^\\d{6}$" }, "000123\n", false],
    [{ type: "string", pattern: "\\u0041" }, "xAx", true],
    [{ type: "string", default: "x", examples: ["y"] }, "z", true],
  ])("%j with %j fits: %s", (schema, value, fits) => {
    expect(problem(schema, value as never) === null).toBe(fits);
  });

  it("keeps what it says of a misfit short", () => {
    expect(problem({ enum: ["x"] }, "y".repeat(10_000))?.length).toBeLessThanOrEqual(200);
  });
});

describe("patterns", () => {
  it.each([
    "(?=a)b",
    "(?<!a)b",
    "(a)\\1",
    "[",
    "(a{1000}){1000}",
    "a".repeat(1_001),
    "(?:[a-z]{900}|[0-9]{900}|x{900})",
  ])("refuses %s", (pattern) => {
    expect(refusedAt(inField({ type: "string", pattern }))).toBe("/properties/a/pattern");
  });

  it.each([
    ["^(a+)+$", `${"a".repeat(65_535)}b`],
    ["^(a|a)*$", `${"a".repeat(65_535)}b`],
    ["^(a|aa)+$", `${"a".repeat(65_535)}b`],
    ["(x+x+)+y", "x".repeat(65_536)],
    ["^(.*,){11}P", "1,".repeat(32_768)],
    ["(?:a?){30}a{30}", "a".repeat(65_536)],
    ["^[ab]*a[ab]{200}c$", "ab".repeat(32_768)],
    ["(\\d+)*[^\\d]$", "1".repeat(65_536)],
  ])("%s stays linear", (pattern, text) => {
    const field = read({ a: { type: "string", pattern } }).field("a");
    const before = performance.now();
    field?.problemOf(text);
    expect(performance.now() - before).toBeLessThan(1_500);
  });

  it.each(["email", "uri", "date-time", "duration", "uuid", "time", "date"])("the format %s stays linear", (format) => {
    const field = read({ a: { type: "string", format } }).field("a");
    field?.problemOf("");
    const before = performance.now();
    for (const unit of ["a", "a.", "a@", "1", "P1", ":", "%", "http://a", "[:", "-"]) {
      field?.problemOf(unit.repeat(65_536 / unit.length));
      field?.problemOf(`a@${unit.repeat(60_000 / unit.length)}!`);
      field?.problemOf(`http://${unit.repeat(60_000 / unit.length)}\u0000`);
    }
    expect(performance.now() - before).toBeLessThan(1_500);
  });
});
