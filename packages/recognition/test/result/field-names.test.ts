// Names that business Schemas may really have, and names that trip programs up: each is a name and nothing else.
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { resolvePointer } from "../../src/pointers.ts";
import { effectiveStateSchema, resultSchema } from "../../src/result/result-schema.ts";
import type { JsonSchema } from "../../src/types/json.ts";
import type { IntentResult } from "../../src/types/result.ts";
import { check, extracted } from "./field-material.ts";
import { quote, requestOf, resultOf } from "./material.ts";

const NAMES = [
  "a/b",
  "a~b~0~1",
  "a.b[0]",
  "two words",
  " ",
  "0",
  "-",
  "%2F",
  "#/$defs/x",
  '"quoted"',
  "naïve 🏝️",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "__defineGetter__",
  "length",
  "value",
  "n".repeat(128),
];
const isResult = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(resultSchema);
const isState = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(effectiveStateSchema);

describe.each(NAMES)("a field named %j", (name) => {
  const schema: JsonSchema = {
    type: "object",
    properties: { other: { type: "string" }, [name]: { type: "string", "x-intent": { exact: true } } },
    required: [name],
    additionalProperties: false,
  };
  const first = resultOf(requestOf("Check A12. Check B34.", {}, { schema }), {
    intents: [check("A12"), check("B34", "b")],
    fields: [extracted(name, "a", "A12", "A12"), extracted("other", "b", "B34", "B34")],
  });
  const ofName = ({ fieldResults }: IntentResult) => fieldResults.filter((one) => one.field === name);

  test("is extracted for the intent that has it and missing for the other", () => {
    expect(isResult(first)).toBe(true);
    expect(isState(first.effective)).toBe(true);
    expect(ofName(first).map((one) => [one.intentId, one.status, one.value])).toEqual([
      ["intent-1", "extracted", "A12"],
      ["intent-2", "missing", undefined],
    ]);
    expect(Object.entries(first.effective.intents[0]?.inputs ?? {}).map(([key, { value }]) => [key, value])).toEqual([
      [name, "A12"],
    ]);
  });

  test("is carried and corrected in a later turn, and its provenance leads to it", () => {
    const baseline = JSON.parse(JSON.stringify(first.effective));
    const request = requestOf("Thanks.", { baseline }, { schema });
    const carried = resultOf(request, {
      kind: "social",
      accounted: [{ kind: "social", evidence: [quote("Thanks.")] }],
    });
    const [held] = ofName(carried);
    expect(held).toMatchObject({ status: "carried", value: "A12" });
    expect(held?.sourceRefs.map((ref) => resolvePointer(request, ref))).toEqual(["A12"]);

    // Only one intent holds a value of it, so that "it" is that one.
    const corrected = resultOf(requestOf("Actually make it C56.", { baseline }, { schema }), {
      kind: "correction",
      fields: [extracted(name, "intent-1", "C56", "C56")],
    });
    expect(corrected.turn.changes).toMatchObject([
      { operation: "replace", target: { kind: "input", id: "intent-1", name }, effect: "applied" },
    ]);
    expect(isResult(corrected)).toBe(true);

    const removed = resultOf(requestOf("Forget A12.", { baseline }, { schema }), {
      kind: "withdrawal",
      removals: [{ kind: "input", id: "intent-1", name, evidence: [quote("Forget A12")] }],
    });
    expect(removed.effective.intents[0]?.inputs).toEqual({});
    expect(isResult(removed)).toBe(true);
  });
});
