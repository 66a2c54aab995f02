import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import type { IntentMcpMode, IntentMcpToolDefinition } from "../../src/mcp/tool-definition.ts";
import { toolDefinitions } from "../../src/mcp/tools.ts";
import { SEED_TEXT } from "../server/seed.ts";

const MAIN = [{ name: "main" }];
const TWO = [
  { name: "shop", description: "Orders and returns", online: false },
  { name: "desk", description: null, online: true },
];

const both = (): IntentMcpToolDefinition[] =>
  (["executor", "host"] as const).flatMap((mode) =>
    [MAIN, TWO].flatMap((instances) => toolDefinitions({ mode, toolPrefix: "", instances })),
  );

function named(mode: IntentMcpMode, name: string, instances = MAIN): IntentMcpToolDefinition {
  const tool = toolDefinitions({ mode, toolPrefix: "", instances }).find((each) => each.name === name);
  if (!tool) throw new Error(`There is no ${name}.`);
  return tool;
}

/** Every object and array in a value. */
function* parts(value: unknown): Generator<object> {
  if (typeof value !== "object" || value === null) return;
  yield value;
  for (const member of Object.values(value)) yield* parts(member);
}

describe("tool definitions", () => {
  test("executor mode shows exactly intent_parse, host mode exactly the three of the handoff", () => {
    const names = (mode: IntentMcpMode, toolPrefix: string) =>
      toolDefinitions({ mode, toolPrefix, instances: MAIN }).map(({ name }) => name);
    expect(names("executor", "")).toEqual(["intent_parse"]);
    expect(names("host", "")).toEqual(["intent_prepare", "intent_accept", "intent_cancel"]);
    expect(names("host", "shop.")).toEqual(["shop.intent_prepare", "shop.intent_accept", "shop.intent_cancel"]);
  });

  test("they are frozen all the way down", () => {
    for (const tool of both()) for (const part of parts(tool)) expect(Object.isFrozen(part)).toBe(true);
    expect(Object.isFrozen(toolDefinitions({ mode: "host", toolPrefix: "", instances: MAIN }))).toBe(true);
  });

  test("they have a title, a description and the annotations of a reader", () => {
    for (const tool of both()) {
      expect(Object.keys(tool)).toEqual(["name", "title", "description", "inputSchema", "outputSchema", "annotations"]);
      expect(tool.title).not.toBe("");
      expect(tool.description.length).toBeGreaterThan(80);
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, idempotentHint: true });
    }
  });

  test("openWorldHint says whether an executor is online, and host mode calls none", () => {
    expect(named("executor", "intent_parse").annotations.openWorldHint).toBe(false);
    expect(named("executor", "intent_parse", TWO).annotations.openWorldHint).toBe(true);
    expect(named("host", "intent_prepare", TWO).annotations.openWorldHint).toBe(false);
  });

  test("one instance may go unnamed, of several one must be named, and both lists are closed", () => {
    expect(named("executor", "intent_parse").inputSchema).toMatchObject({
      required: ["input"],
      properties: { instance: { enum: ["main"] } },
    });
    const several = named("host", "intent_prepare", TWO).inputSchema;
    expect(several).toMatchObject({
      required: ["instance", "input"],
      properties: { instance: { enum: ["shop", "desk"] } },
    });
    expect(JSON.stringify(several)).toContain("shop: Orders and returns.");
  });

  test("descriptions name the tools as they are registered", () => {
    const [prepare, accept, cancel] = toolDefinitions({ mode: "host", toolPrefix: "x_", instances: MAIN });
    expect(prepare?.description).toContain("x_intent_accept");
    expect(accept?.description).toContain("x_intent_prepare");
    expect(cancel?.description).toContain("x_intent_prepare");
  });
});

describe("their schemas", () => {
  test("roots are plain objects: no union, no reference, no dialect", () => {
    for (const { inputSchema, outputSchema } of both())
      for (const schema of [inputSchema, outputSchema]) {
        expect(schema.type).toBe("object");
        for (const keyword of ["anyOf", "oneOf", "allOf", "not", "if", "$ref", "$schema", "$id", "enum"])
          expect(schema).not.toHaveProperty([keyword]);
      }
  });

  test("inputs are closed and hold no reference", () => {
    for (const { inputSchema } of both()) {
      expect(inputSchema.additionalProperties).toBe(false);
      for (const part of parts(inputSchema)) expect(part).not.toHaveProperty(["$ref"]);
    }
  });

  test.each([
    ["2020-12, strict", () => new Ajv2020({ strict: true, allowUnionTypes: true })],
    ["as SDK clients compile them", () => new Ajv({ strict: false, validateSchema: false, allErrors: true })],
  ])("they compile: %s", (_how, make) => {
    const ajv = make();
    formats.default(ajv);
    for (const { inputSchema, outputSchema } of both()) {
      expect(() => ajv.compile(inputSchema)).not.toThrow();
      expect(() => ajv.compile(outputSchema)).not.toThrow();
    }
  });

  test("the seed's result fits the output schema, and a result with one more member does not", () => {
    const fits = new Ajv2020({ strict: false }).compile(named("executor", "intent_parse").outputSchema);
    expect(fits(JSON.parse(SEED_TEXT))).toBe(true);
    expect(fits({ ...JSON.parse(SEED_TEXT), score: 1 })).toBe(false);
  });

  test.each([
    [{ input: "Hello" }, true],
    [{ input: "Hello", context: "Earlier." }, true],
    [{ input: "Hello", context: [{ role: "user", content: "Earlier." }], fields: [], baseline: null }, true],
    [{ input: "Hello", instance: "main", baseline: {}, referenceTime: "2026-11-30T09:00:00+01:00", output: {} }, true],
    [{}, false],
    [{ input: "" }, false],
    [{ input: "Hello", context: 5 }, false],
    [{ input: "Hello", context: [{ role: "system", content: "x" }] }, false],
    [{ input: "Hello", instance: "other" }, false],
    [{ input: "Hello", schema: {} }, false],
    [{ input: "Hello", output: { mode: "x" } }, false],
  ])("arguments %j fit: %s", (args, fits) => {
    expect(new Ajv2020({ strict: false }).compile(named("executor", "intent_parse").inputSchema)(args)).toBe(fits);
  });
});
