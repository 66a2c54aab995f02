import { fromBinary, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  ConstraintKind,
  fromRecognitionJson,
  HostTaskSchema,
  IntentErrorSchema,
  IntentResultSchema,
  toRecognitionJson,
} from "../src/index.ts";
import { anyIntentResult } from "./intent-result-arbitrary.ts";

it("prints a typed result, sent over the wire, as the very text that it was made from", () => {
  fc.assert(
    fc.property(anyIntentResult, (result) => {
      const sent = toBinary(IntentResultSchema, fromRecognitionJson(IntentResultSchema, result));
      const printed = toRecognitionJson(IntentResultSchema, fromBinary(IntentResultSchema, sent));
      expect(JSON.stringify(printed)).toBe(JSON.stringify(result));
    }),
    { numRuns: 300 },
  );
});

it("keeps integers beyond 2^53 as far as JSON has them, key order, and null as a value", () => {
  const value = JSON.parse('{"b":12345678901234567890,"a":null}');
  const json = { value, origin: "turn", sourceRefs: [] };
  const result = { ...emptyResult(), turn: { ...emptyResult().turn, facts: { order: json } } };
  const typed = fromRecognitionJson(IntentResultSchema, result);
  expect(new TextDecoder().decode(typed.turn?.facts.order?.valueJson)).toBe(JSON.stringify(value));
  expect(toRecognitionJson(IntentResultSchema, typed)).toEqual(result);
});

it("gives types to what is typed", () => {
  const constraint = {
    id: "constraint-1",
    kind: "limit",
    text: "under $60",
    scope: { type: "request" },
    value: { type: "amount", min: null, max: "60", minOpen: false, maxOpen: true, currency: null, symbol: "$" },
  };
  const result = { ...emptyResult(), effective: { ...emptyResult().effective, constraints: [constraint] } };
  const [typed] = fromRecognitionJson(IntentResultSchema, result).effective?.constraints ?? [];
  expect(typed?.kind).toBe(ConstraintKind.LIMIT);
  expect(typed?.value?.value).toMatchObject({ case: "amount", value: { max: "60", maxOpen: true, symbol: "$" } });
  expect(typed?.value?.value.value).not.toHaveProperty("currency", expect.any(String));
});

it("mirrors host tasks and errors", () => {
  const task = {
    kind: "model_task",
    requestId: "r",
    submissionToken: "t",
    instructions: "Do.",
    input: {
      input: "a mug",
      context: [{ role: "user", content: "hello" }],
      baseline: null,
      referenceTime: null,
      language: "en",
      fields: [{ name: "size", required: true, schema: { type: "string" } }],
      domains: [],
    },
    outputSchema: { type: "object" },
  };
  expect(toRecognitionJson(HostTaskSchema, fromRecognitionJson(HostTaskSchema, task))).toEqual(task);
  const error = { code: "BUSY", stage: "core", message: "Later.", retryable: true, issues: [] };
  expect(toRecognitionJson(IntentErrorSchema, fromRecognitionJson(IntentErrorSchema, error))).toEqual(error);
});

function emptyResult() {
  return {
    schemaVersion: "2.0-draft.6",
    input: "",
    status: "none",
    turn: { kind: "unclear", normalizedInput: "", intentIds: [], changes: [], facts: {} },
    effective: {
      schemaVersion: "2.0-draft.6",
      coverage: "none",
      scope: "current_request",
      intents: [],
      constraints: [],
      relations: [],
      unresolved: [],
    },
    fieldResults: [],
    issues: [],
    inferences: [],
  };
}
