import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { FieldLocation, FieldRulesSchema, fromRest, fromWire, jsonSchema, toWire, validate } from "../src/index.ts";
import { Label, madeUpMessages, Type } from "./made-up-contract.ts";
import { faults, issuesOf } from "./wire-error-of.ts";

const made = madeUpMessages({
  Header: [
    { name: "version", type: Type.STRING, wire: { in: FieldLocation.HEADER, header: "OpenIntents-Version" } },
    { name: "count", type: Type.INT32, wire: { in: FieldLocation.HEADER, header: "X-Count" } },
  ],
  Secretive: [
    { name: "shown", type: Type.STRING },
    { name: "internal", type: Type.STRING, wire: { grpcOnly: true } },
  ],
  Numbers: [
    { name: "wide", type: Type.UINT64 },
    { name: "narrow", type: Type.UINT32 },
    { name: "single", type: Type.FLOAT },
  ],
  Json: [
    { name: "structs", type: Type.MESSAGE, label: Label.REPEATED, typeName: ".google.protobuf.Struct" },
    { name: "list", type: Type.MESSAGE, typeName: ".google.protobuf.ListValue" },
    {
      name: "values",
      type: Type.MESSAGE,
      label: Label.REPEATED,
      typeName: ".google.protobuf.Value",
      rules: { required: true, items: { maxDepth: 1, code: "invalid_answer" } },
    },
  ],
  Inner: [
    { name: "a", type: Type.STRING, rules: { required: true } },
    { name: "b", type: Type.STRING, rules: { required: true } },
  ],
  Middle: [
    { name: "inner", type: Type.MESSAGE, typeName: ".made.Inner", wire: { flatten: true }, rules: { required: true } },
  ],
  Outer: [
    {
      name: "middle",
      type: Type.MESSAGE,
      typeName: ".made.Middle",
      wire: { flatten: true },
      rules: { required: true },
    },
  ],
  Optional: [{ name: "inner", type: Type.MESSAGE, typeName: ".made.Inner", wire: { flatten: true } }],
  Twins: [
    { name: "a", type: Type.STRING },
    { name: "inner", type: Type.MESSAGE, typeName: ".made.Inner", wire: { flatten: true } },
  ],
  Anything: [{ name: "any", type: Type.MESSAGE, typeName: ".google.protobuf.Any" }],
}) as Record<
  "Header" | "Secretive" | "Numbers" | "Json" | "Outer" | "Optional" | "Twins" | "Anything",
  ReturnType<typeof madeUpMessages>[string]
>;

const parts = { path: {}, query: {}, headers: {}, body: undefined, hasBody: false };

describe("a field that travels in a header", () => {
  it("is read from it, and from nowhere else", () => {
    const headers = { "openintents-version": "2026-11-30", "x-count": "3" };
    expect(fromRest(made.Header, { ...parts, headers })).toMatchObject({ version: "2026-11-30", count: 3 });
    expect(faults(issuesOf(() => fromRest(made.Header, { ...parts, query: { version: "x" } })))).toEqual([
      "unknown_parameter version",
    ]);
    expect(faults(issuesOf(() => fromRest(made.Header, { ...parts, headers: { "x-count": "many" } })))).toEqual([
      "parameter_invalid count",
    ]);
  });
});

describe("a field for gRPC only", () => {
  it("is on no JSON, in no direction", () => {
    expect(toWire(made.Secretive, create(made.Secretive, { shown: "a", internal: "b" }))).toEqual({ shown: "a" });
    expect(faults(issuesOf(() => fromWire(made.Secretive, { internal: "b" })))).toEqual(["unknown_parameter internal"]);
    expect(Object.keys(jsonSchema(made.Secretive, { mode: "response" }).properties as object)).toEqual(["shown"]);
  });
});

describe("unsigned and single-precision numbers", () => {
  it("keep to their bounds", () => {
    expect(fromWire(made.Numbers, { wide: 2 ** 53 - 1, narrow: 0, single: 0.5 })).toMatchObject({
      wide: 9007199254740991n,
      narrow: 0,
      single: 0.5,
    });
    expect(faults(issuesOf(() => fromWire(made.Numbers, { wide: -1, narrow: 2 ** 32, single: 1e39 })))).toEqual([
      "parameter_invalid wide",
      "parameter_invalid narrow",
      "parameter_invalid single",
    ]);
    expect(fromRest(made.Numbers, { ...parts, query: { single: "-1.5e3" } })).toMatchObject({ single: -1500 });
  });
});

describe("structs and values in lists", () => {
  const json = { structs: [{ a: [1, null] }], list: ["x", { b: false }], values: [null, 1, ["y"]] };

  it("print what was read", () => {
    expect(toWire(made.Json, fromWire(made.Json, json))).toEqual(json);
    expect(faults(issuesOf(() => fromWire(made.Json, { list: {} })))).toEqual(["parameter_invalid list"]);
    expect(faults(issuesOf(() => fromWire(made.Json, { structs: [[]] })))).toEqual(["parameter_invalid structs.0"]);
  });

  it("keep the rules of their elements, and a required list has some", () => {
    expect(validate(made.Json, fromWire(made.Json, json))).toEqual([]);
    expect(faults(validate(made.Json, fromWire(made.Json, { values: [[[]]] })))).toEqual(["invalid_answer values.0"]);
    expect(faults(validate(made.Json, fromWire(made.Json, {})))).toEqual(["parameter_missing values"]);
  });
});

describe("messages flattened into flattened messages", () => {
  it("read, print and fail as if the fields were the outermost message's own", () => {
    const json = { a: "1", b: "2" };
    expect(toWire(made.Outer, fromWire(made.Outer, json))).toEqual(json);
    expect(faults(validate(made.Outer, create(made.Outer)))).toEqual(["parameter_missing a"]);
    expect(faults(validate(made.Outer, fromWire(made.Outer, { a: "1" })))).toEqual(["parameter_missing b"]);
    expect(jsonSchema(made.Outer, { mode: "request" }).required).toEqual(["a", "b"]);
  });

  it("need nothing where they need not be sent", () => {
    expect(validate(made.Optional, fromWire(made.Optional, {}))).toEqual([]);
    expect(faults(validate(made.Optional, fromWire(made.Optional, { b: "2" })))).toEqual(["parameter_missing a"]);
    expect(jsonSchema(made.Optional, { mode: "request" }).required).toBeUndefined();
  });
});

describe("a message that holds its own type", () => {
  it("prints, reads and validates", () => {
    const rules = create(FieldRulesSchema, { items: { items: { maxLen: 3 } } });
    const printed = toWire(FieldRulesSchema, rules);
    expect(printed).toMatchObject({ items: { items: { max_len: 3, items: null } } });
    expect(fromWire(FieldRulesSchema, printed)).toEqual(rules);
    expect(validate(FieldRulesSchema, rules)).toEqual([]);
  });
});

describe("a contract that the JSON wire cannot say", () => {
  it("is refused at first use, with the reason", () => {
    expect(() => toWire(made.Twins, create(made.Twins))).toThrow(/two members named a/);
    expect(() => toWire(made.Anything, create(made.Anything))).toThrow(/has no form on the JSON wire/);
    expect(() => fromWire(made.Anything, {})).toThrow(/has no form on the JSON wire/);
  });
});
