import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IntentError } from "../../src/errors.ts";
import { readInput } from "../../src/input/read-input.ts";
import type { RecognitionRequest } from "../../src/request.ts";
import { readOptions } from "../../src/settings/read-options.ts";
import type { IntentOptions } from "../../src/types/options.ts";
import { standingConstraint, standingIntent, state } from "../candidate/candidate-kit.ts";

const schema = {
  type: "object",
  properties: { orderId: { type: "string" }, count: { type: "integer" }, note: { type: "string" } },
};
const shop: IntentOptions = { schema, language: "nb" };

function read(input: unknown, options: IntentOptions = shop): RecognitionRequest {
  return readInput(readOptions(options).settings, input);
}

/** The code and the places that a request is refused for. */
function refused(input: unknown, options: IntentOptions = shop): string {
  try {
    read(input, options);
  } catch (thrown) {
    if (!(thrown instanceof IntentError)) throw thrown;
    expect([thrown.stage, thrown.retryable]).toEqual(["input", false]);
    expect(thrown.issues.every((issue) => issue.code === thrown.code)).toBe(true);
    return `${thrown.code} ${thrown.issues.map((issue) => issue.path).join()}`;
  }
  throw new Error("The request was accepted.");
}

const held = state({
  intents: [
    standingIntent("intent-1", "Buy", { constraints: [standingConstraint("constraint-1", "limit", "50", "intent-1")] }),
  ],
});

describe("limits", () => {
  const limits = { inputBytes: 10, contextItems: 2, contextBytes: 20, baselineBytes: 300, selectedFields: 2 };
  const tight: IntentOptions = { schema, limits };

  it.each<[string, unknown, string]>([
    ["bytes of the input, not characters", { input: "\u00e6".repeat(6), fields: [] }, "/input"],
    ["selected fields", { input: "x" }, "/fields"],
    ["context items", { input: "x", fields: [], context: Array(3).fill({ role: "user", content: "" }) }, "/context"],
    ["bytes of a context that is text", { input: "x", fields: [], context: "\u00e6".repeat(11) }, "/context"],
    [
      "bytes of all context items",
      { input: "x", fields: [], context: Array(2).fill({ role: "user", content: "x".repeat(11) }) },
      "/context/1",
    ],
    ["bytes of the baseline", { input: "x", fields: [], baseline: held }, "/baseline"],
  ])("bounds %s", (_, input, path) => {
    expect(refused(input, tight)).toBe(`LIMIT_EXCEEDED ${path}`);
  });

  it("takes exactly as much as is allowed", () => {
    expect(
      read({ input: "\u00e6".repeat(5), fields: ["note", "count"], context: "x".repeat(20) }, tight).input,
    ).toHaveLength(5);
  });

  it("refuses huge and deep material quickly", () => {
    let deep: unknown = {};
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const before = performance.now();
    expect(refused({ input: "x", fields: Array(1_000_000).fill("orderId") })).toBe("LIMIT_EXCEEDED /fields");
    expect(refused({ input: "x", context: Array(150_000).fill({ role: "user", content: "" }) })).toMatch(
      /^LIMIT_EXCEEDED \/context/,
    );
    expect(refused({ input: "x", baseline: deep })).toMatch(/^INPUT_INVALID \/baseline/);
    expect(refused({ input: "x".repeat(10_000_000) })).toBe("LIMIT_EXCEEDED /input");
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});

describe("whatever is given", () => {
  it("throws nothing but its own error", () => {
    const names = ["input", "fields", "context", "baseline", "referenceTime", "output"] as const;
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.anything({ withNullPrototype: true }), (name, value) => {
        for (const input of [
          value,
          { input: "x", [name]: value },
          { input: "x", context: [value] },
          { input: "x", baseline: { ...held, intents: value } },
        ]) {
          try {
            read(input);
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(IntentError);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it("takes any text that says something", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        if (!text.isWellFormed()) expect(refused({ input: text })).toBe("INPUT_INVALID /input");
        else if (/[\p{L}\p{N}]/u.test(text)) expect(read({ input: text }).input).toBe(text);
      }),
    );
  });

  it("reads a getter once and survives one that throws", () => {
    let reads = 0;
    const input = Object.defineProperty({}, "input", { enumerable: true, get: () => `read ${++reads}` });
    expect(read(input).input).toBe("read 1");
    const throwing = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("secret");
        },
      },
    );
    expect(refused(throwing)).toBe("INPUT_INVALID ");
  });

  it("leaves the prototype of every object alone", () => {
    expect(() => read(JSON.parse('{"input":"x","output":{"constructor":{"prototype":{"polluted":1}}}}'))).toThrow(
      IntentError,
    );
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});
