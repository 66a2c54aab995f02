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

describe("readInput", () => {
  it("reads a request that says nothing but the text", () => {
    const request = read({ input: " Look  up\r\nit. " });
    expect(request).toMatchObject({
      input: " Look  up\r\nit. ",
      normalizedInput: "Look up\nit.",
      fields: ["orderId", "count", "note"],
      context: [],
      baseline: null,
      referenceTime: null,
      referenceTimeText: null,
      language: "nb",
      evidence: "refs",
    });
    expect(Object.isFrozen(request)).toBe(true);
  });

  it.each([
    "schema",
    "executor",
    "apiKey",
    "signal",
    "mode",
    "config",
    "configPath",
    "instance",
    "timeoutMs",
    "constructor",
  ])("refuses the member %s", (name) => {
    expect(refused({ input: "x", [name]: "y" })).toBe(`INPUT_INVALID /${name}`);
  });

  it("names every unknown member at once, long names shortened", () => {
    expect(refused({ input: "x", a: 1, "b/c~d": 2 })).toBe("INPUT_INVALID /a,/b~1c~0d");
    expect(refused({ input: "x", ["k".repeat(100_000)]: 1 }).length).toBeLessThan(200);
  });

  it.each<[string, unknown, string]>([
    ["no object", null, ""],
    ["text", "Look it up", ""],
    ["an array", ["x"], ""],
    ["no input", {}, "/input"],
    ["an input that is no text", { input: 5 }, "/input"],
    ["an empty input", { input: "" }, "/input"],
    ["white space alone", { input: " \n\t\u00a0\u3000" }, "/input"],
    ["invisible marks alone", { input: "\u202e\u0007 \u2066" }, "/input"],
    ["half of a surrogate pair in the input", { input: "a\ud800b" }, "/input"],
    [
      "half of a surrogate pair in the context",
      { input: "x", context: [{ role: "user", content: "\udfff" }] },
      "/context/0/content",
    ],
    ["half of a surrogate pair in a name", { input: "x", "\ud800": 1 }, "/\ufffd"],
    ["fields that are no list", { input: "x", fields: "orderId" }, "/fields"],
    ["fields that are null", { input: "x", fields: null }, "/fields"],
    ["a field that is no text", { input: "x", fields: ["orderId", 1] }, "/fields/1"],
    ["context that is a number", { input: "x", context: 1 }, "/context"],
    ["a context item that is text", { input: "x", context: ["y"] }, "/context/0"],
    ["an unknown role", { input: "x", context: [{ role: "system", content: "y" }] }, "/context/0/role"],
    ["no content", { input: "x", context: [{ role: "user" }] }, "/context/0/content"],
    [
      "an unknown member of a context item",
      { input: "x", context: [{ role: "user", content: "y", name: "z" }] },
      "/context/0/name",
    ],
    ["an id that is no text", { input: "x", context: [{ role: "user", content: "y", id: 1 }] }, "/context/0/id"],
    [
      "a time without an offset",
      { input: "x", context: [{ role: "user", content: "y", time: "2026-11-30T09:00:00" }] },
      "/context/0/time",
    ],
    [
      "items against time order",
      {
        input: "x",
        context: ["2026-11-30T09:00:00Z", "2026-11-30T09:30:00+01:00"].map((time) => ({
          role: "user",
          content: "y",
          time,
        })),
      },
      "/context/1/time",
    ],
    ["a reference time without an offset", { input: "x", referenceTime: "2026-11-30T09:00:00" }, "/referenceTime"],
    [
      "a reference time whose zone disagrees",
      { input: "x", referenceTime: "2026-11-30T09:00:00+05:00[Europe/Oslo]" },
      "/referenceTime",
    ],
    ["a reference time that is null", { input: "x", referenceTime: null }, "/referenceTime"],
    ["output that is text", { input: "x", output: "en" }, "/output"],
    ["an unknown member of output", { input: "x", output: { format: "json" } }, "/output/format"],
    ["a language that is none", { input: "x", output: { language: "not a tag" } }, "/output/language"],
    ["the name of a language", { input: "x", output: { language: "German" } }, "/output/language"],
    ["an unknown form of evidence", { input: "x", output: { evidence: "spans" } }, "/output/evidence"],
    ["a baseline that is text", { input: "x", baseline: "{}" }, "/baseline"],
    ["a date object", { input: "x", referenceTime: new Date(0) }, "/referenceTime"],
    ["a function", { input: "x", context: () => "y" }, "/context"],
    ["a member named __proto__", JSON.parse('{"input":"x","__proto__":{"fields":[]}}'), "/__proto__"],
    ["__proto__ deep inside", JSON.parse('{"input":"x","output":{"__proto__":{}}}'), "/output/__proto__"],
  ])("refuses %s", (_, input, path) => {
    expect(refused(input)).toBe(`INPUT_INVALID ${path}`);
  });

  it("takes undefined members for absent ones", () => {
    expect(read({ input: "x", fields: undefined, output: { language: undefined } }).fields).toHaveLength(3);
  });

  it("copies what it was given", () => {
    const given = { input: "x", context: [{ role: "user", content: "y" }], baseline: structuredClone(held) };
    const request = read(given);
    (given.context[0] as { content: string }).content = "z";
    given.baseline.intents.pop();
    expect(request.context).toEqual([{ role: "user", content: "y" }]);
    expect(request.baseline).toEqual(held);
    expect(Object.isFrozen(request.context[0])).toBe(true);
    expect(Object.isFrozen(request.baseline?.intents[0])).toBe(true);
  });
});

describe("selection of fields", () => {
  it("keeps the order of the Schema and drops what stands twice", () => {
    expect(read({ input: "x", fields: ["note", "orderId", "note"] }).fields).toEqual(["orderId", "note"]);
    expect(read({ input: "x", fields: [] }).fields).toEqual([]);
  });

  it("refuses names that the Schema does not have", () => {
    expect(refused({ input: "x", fields: ["orderId", "colour", "toString"] })).toBe(
      "FIELD_UNKNOWN /fields/1,/fields/2",
    );
  });

  it("takes no field, said or not, from an instance without a Schema", () => {
    expect(read({ input: "x" }, {}).fields).toEqual([]);
    expect(read({ input: "x", fields: [] }, {}).fields).toEqual([]);
    expect(refused({ input: "x", fields: ["orderId"] }, {})).toBe("FIELD_UNKNOWN /fields/0");
  });
});

describe("context, time and output", () => {
  it("makes a text one item of background", () => {
    expect(read({ input: "x", context: "Known: y" }).context).toEqual([{ role: "background", content: "Known: y" }]);
  });

  it("keeps the items in order", () => {
    const context = [
      { role: "user", content: "a", id: "1", time: "2026-11-30T09:00:00Z" },
      { role: "tool", content: "", id: "1" },
      { role: "assistant", content: "b", time: "2026-11-30T10:00:00+01:00" },
    ];
    expect(read({ input: "x", context }).context).toEqual(context);
  });

  it("keeps the reference time as text too", () => {
    const referenceTime = "2026-11-30T09:00:00+01:00[Europe/Oslo]";
    const request = read({ input: "x", referenceTime });
    expect(request.referenceTimeText).toBe(referenceTime);
    expect(request.referenceTime?.zone).toBe("Europe/Oslo");
  });

  it("reads output", () => {
    expect(read({ input: "x", output: { language: "EN-us", evidence: "quotes" } })).toMatchObject({
      language: "en-US",
      evidence: "quotes",
    });
  });
});

describe("baseline", () => {
  it("takes null for none", () => {
    expect(read({ input: "x", baseline: null }).baseline).toBeNull();
  });

  it.each<[string, unknown, string]>([
    ["another version", { ...held, schemaVersion: "1.0" }, "/baseline/schemaVersion"],
    ["a missing member", { ...held, relations: undefined }, "/baseline"],
    ["an unknown member", { ...held, turn: {} }, "/baseline"],
    ["a whole result", { schemaVersion: held.schemaVersion, effective: held }, "/baseline"],
    [
      "an id used twice",
      { ...held, intents: [...held.intents, ...held.intents] },
      "/baseline/intents/1/id,/baseline/intents/1/constraints/0/id",
    ],
    [
      "a constraint out of its scope",
      { ...held, constraints: [standingConstraint("constraint-2", "limit", "x", "intent-1")] },
      "/baseline/constraints/0/scope",
    ],
    [
      "a relation to nothing",
      { ...held, relations: [{ id: "relation-1", type: "sequence", from: "intent-1", to: "intent-9" }] },
      "/baseline/relations/0/to",
    ],
    ["an empty goal", { ...held, intents: [standingIntent("intent-1", " ")] }, "/baseline/intents/0/goal"],
    [
      "an empty action of a child",
      {
        ...held,
        intents: [
          standingIntent("intent-1", "Buy", { children: [standingIntent("intent-2", "Sell", { action: "" })] }),
        ],
      },
      "/baseline/intents/0/children/0/action",
    ],
    [
      "an empty constraint",
      { ...held, intents: [], constraints: [standingConstraint("constraint-2", "limit", "")] },
      "/baseline/constraints/0/text",
    ],
    [
      "a value that no words give",
      {
        ...held,
        constraints: [
          {
            ...standingConstraint("constraint-2", "time", "soon"),
            value: { type: "time", form: "instant", start: "soon", grain: "day", zone: null },
          },
        ],
      },
      "/baseline/constraints/0/value",
    ],
    [
      "a number without end",
      {
        ...held,
        constraints: [
          {
            ...standingConstraint("constraint-2", "limit", "x"),
            value: { type: "quantity", min: null, max: "9".repeat(100_000), unit: null },
          },
        ],
      },
      "/baseline/constraints/0/value",
    ],
    [
      "an id that leaves no room for the next",
      { ...held, intents: [], constraints: [standingConstraint("constraint-999999999", "limit", "x")] },
      "/baseline/constraints/0/id",
    ],
  ])("refuses %s", (_, baseline, path) => {
    expect(refused({ input: "x", baseline })).toBe(`BASELINE_INVALID ${path}`);
  });
});
