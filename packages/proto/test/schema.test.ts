import { describe, expect, it } from "vitest";
import {
  CreateIntentRequestSchema,
  FieldRulesSchema,
  FormFieldSchema,
  IntentEventSchema,
  IntentSchema,
  type JsonObject,
  jsonSchema,
  QuoteSchema,
  toolInputSchema,
  toolOutputSchema,
  tools,
} from "../src/index.ts";
import { publicServices } from "./contract-messages.ts";
import { schemaValidator } from "./schema-validator.ts";

const property = (schema: JsonObject, name: string) => (schema.properties as Record<string, JsonObject>)[name];

/** All values of a keyword's name anywhere in a schema. */
function keywords(schema: unknown, name: string): unknown[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [...(key === name ? [value] : []), ...keywords(value, name)]);
}

describe("the schema of a request", () => {
  const schema = jsonSchema(CreateIntentRequestSchema, { mode: "request" });

  it("requires what the rules require and refuses unknown members", () => {
    expect(schema).toMatchObject({ type: "object", required: ["intent"], additionalProperties: false });
  });

  it("says the rules as keywords and the comments as descriptions", () => {
    expect(property(schema, "max_amount")).toEqual({
      type: "integer",
      description: expect.stringMatching(/^Hard cap on everything the payer pays/),
      minimum: 1,
      maximum: 99_999_999,
    });
    expect(property(schema, "metadata")).toMatchObject({
      additionalProperties: { type: "string", maxLength: 500 },
      propertyNames: { minLength: 1, maxLength: 40, pattern: "^[A-Za-z0-9_.-]+$" },
      maxProperties: 20,
    });
    expect(property(schema, "context")?.description).toMatch(/At most 16384 bytes of JSON and 5 levels\.$/);
  });

  it("offers an enum's wire names, with what they mean", () => {
    expect(property(schema, "sign_in_policy")).toMatchObject({
      enum: ["auto", "link", "never"],
      description: expect.stringContaining("auto: Ask for phone or e-mail"),
    });
  });

  it("leaves out constants, untagged oneofs and the fields named in omit", () => {
    expect(property(jsonSchema(IntentSchema, { mode: "request" }), "object")).toBeUndefined();
    expect(property(jsonSchema(IntentEventSchema, { mode: "request" }), "data")).toBeUndefined();
    const omitted = jsonSchema(CreateIntentRequestSchema, {
      mode: "request",
      omit: (field) => field.name === "intent",
    });
    expect(property(omitted, "intent")).toBeUndefined();
    expect(omitted.required).toBeUndefined();
  });
});

describe("the schema of a response", () => {
  const schema = jsonSchema(IntentSchema, { mode: "response" });

  it("lists every member as required and allows later ones", () => {
    expect(schema.required).toEqual(Object.keys(schema.properties as object));
    expect(keywords(schema, "additionalProperties").filter((value) => value === false)).toEqual([]);
  });

  it("allows null exactly where a field can be null", () => {
    expect(property(schema, "id")).toMatchObject({ type: "string" });
    expect(property(schema, "object")).toEqual({ type: "string", const: "intent" });
    expect(property(schema, "phase")?.type).toEqual(["string", "null"]);
    expect(property(schema, "phase")?.enum).toContain(null);
    expect(property(schema, "shops")?.type).toBe("array");
    expect(property(schema, "quote")?.type).toEqual(["object", "null"]);
    expect(property(jsonSchema(FormFieldSchema, { mode: "response" }), "default")?.type).toContain("null");
  });

  it("leaves out what only callers send, and the request's rules", () => {
    expect(property(schema, "end_user_ip")).toBeUndefined();
    expect(property(schema, "max_amount")).not.toHaveProperty("maximum");
  });

  it("names messages below the root as components when asked to", () => {
    const named = jsonSchema(IntentSchema, { mode: "response", refs: "components" });
    expect(property(named, "quote")).toEqual({
      anyOf: [{ $ref: "#/components/schemas/Quote" }, { type: "null" }],
      description: "Best known price.",
    });
  });

  it("offers every member of an untagged oneof, and null", () => {
    const { anyOf } = property(jsonSchema(IntentEventSchema, { mode: "response" }), "data") as { anyOf: JsonObject[] };
    expect(anyOf).toHaveLength(15);
    expect(anyOf.at(-1)).toEqual({ type: "null" });
  });

  it("is the same text each time", () => {
    expect(JSON.stringify(jsonSchema(QuoteSchema, { mode: "response" }))).toBe(
      JSON.stringify(jsonSchema(QuoteSchema, { mode: "response" })),
    );
  });

  it("is refused for a message that holds itself", () => {
    expect(() => jsonSchema(FieldRulesSchema, { mode: "response" })).toThrow(/holds itself/);
  });
});

describe.each(tools(publicServices).map((item) => [item.tool.name, item] as const))(
  "the tool %s",
  (_name, { method, tool, wire }) => {
    const input = toolInputSchema(method, tool);
    const output = toolOutputSchema(method);

    it("takes a plain object without references or unknown arguments", () => {
      expect(input).toMatchObject({ type: "object", additionalProperties: false });
      for (const keyword of ["oneOf", "anyOf", "allOf", "$ref", "$defs"]) expect(input).not.toHaveProperty([keyword]);
      expect(keywords(input, "$ref")).toEqual([]);
      expect(() => schemaValidator(input)).not.toThrow();
    });

    it("takes an idempotency key exactly where the method does", () => {
      const key = property(input, "idempotency_key");
      if (wire.idempotent) expect(key).toMatchObject({ type: "string", minLength: 1, maxLength: 255 });
      else expect(key).toBeUndefined();
    });

    it("describes every argument", () => {
      const blank = Object.entries(input.properties as Record<string, JsonObject>).filter(
        ([, schema]) => !schema.description,
      );
      expect(blank).toEqual([]);
    });

    it("answers a plain object that may grow", () => {
      expect(output.type).toBe("object");
      for (const keyword of ["oneOf", "anyOf", "allOf", "$ref"]) expect(output).not.toHaveProperty([keyword]);
      expect(keywords(output, "additionalProperties").filter((value) => value === false)).toEqual([]);
      expect(() => schemaValidator(output)).not.toThrow();
    });
  },
);

describe("tools", () => {
  const schemaOf = (name: string) => {
    const found = tools(publicServices).find((item) => item.tool.name === name);
    if (found === undefined) throw new Error(`no tool ${name}`);
    return toolInputSchema(found.method, found.tool);
  };

  it("offer the hold that they default to, unless they leave it out", () => {
    expect(property(schemaOf("wait_for_intent"), "wait_seconds")).toMatchObject({ default: 50, maximum: 50 });
    expect(property(schemaOf("create_intent"), "wait_seconds")).not.toHaveProperty("default");
    expect(property(schemaOf("get_intent"), "wait_seconds")).toBeUndefined();
  });

  it("hide what only REST carries", () => {
    expect(Object.keys(schemaOf("list_intents").properties as object)).toEqual([
      "status",
      "customer",
      "limit",
      "cursor",
    ]);
  });
});
