import { type DescField, ScalarType } from "@bufbuild/protobuf";
import type { FieldRules } from "../gen/openintents/wire/v1/wire_pb.ts";
import { enumName, enumNames } from "./enum-names.ts";
import { formatOf } from "./formats.ts";
import type { JsonValue } from "./json.ts";
import { integerBounds } from "./scalar-readers.ts";
import { depthOf, listToJson, structToJson, valueToJson } from "./struct-values.ts";
import { wellKnown } from "./well-known.ts";

/** Why a value is refused, completing "<param> …"; `rule` when the contract's own rule says so. */
export type Complaint = { text: string; rule: boolean };
export type CheckValue = (value: unknown) => Complaint | undefined;

type Test = (value: never) => string | undefined;

/** Unicode code points of a text. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Checks one value: a singular field's, a list's element, a map's value. Messages of ours are not its business. */
export function valueCheck(field: DescField, rules: FieldRules | undefined): CheckValue | undefined {
  if (field.message !== undefined) return wellKnownCheck(field, rules);
  if (field.enum !== undefined) {
    const desc = field.enum;
    const text = `must be one of ${enumNames(desc).join(", ")}`;
    return (value) => (enumName(desc, value as number) === null ? { text, rule: false } : undefined);
  }
  return scalarCheck(field.scalar, rules);
}

export function scalarCheck(scalar: ScalarType, rules: FieldRules | undefined): CheckValue | undefined {
  switch (scalar) {
    case ScalarType.STRING:
      return combine([noNul], rules === undefined ? [] : stringTests(rules));
    case ScalarType.BYTES:
      return rules === undefined || rules.maxBytes === 0 ? undefined : combine([], [bytesTest(rules.maxBytes)]);
    case ScalarType.BOOL:
      return undefined;
    default:
      return combine(
        [integerBounds(scalar) === undefined ? finite : within2to53],
        rules === undefined ? [] : numberTests(rules),
      );
  }
}

function combine(basic: Test[], ruled: Test[]): CheckValue {
  return (value) => {
    for (const test of basic) {
      const text = test(value as never);
      if (text !== undefined) return { text, rule: false };
    }
    for (const test of ruled) {
      const text = test(value as never);
      if (text !== undefined) return { text, rule: true };
    }
    return undefined;
  };
}

// Databases keep no text with this character, so it must not get past the door.
const noNul = (value: string) => (value.includes("\0") ? "must not contain the character U+0000" : undefined);
const finite = (value: number) => (Number.isFinite(value) ? undefined : "must be a finite number");
const within2to53 = (value: number | bigint) =>
  Number.isSafeInteger(Number(value)) ? undefined : "must be within 2^53";

function stringTests(rules: FieldRules): Test[] {
  const tests: Test[] = [];
  const { minLen, maxLen } = rules;
  if (minLen > 0) {
    const text = minLen === 1 ? "must not be empty" : `must have at least ${minLen} characters`;
    tests.push((value: string) => (countCharacters(value) < minLen ? text : undefined));
  }
  if (maxLen > 0) {
    const text = `must have at most ${maxLen} characters`;
    // There are never more code points than code units, which cost nothing to count.
    tests.push((value: string) => (value.length > maxLen && countCharacters(value) > maxLen ? text : undefined));
  }
  if (rules.pattern !== "") {
    const pattern = new RegExp(rules.pattern, "u");
    const text = `must match ${rules.pattern}`;
    tests.push((value: string) => (pattern.test(value) ? undefined : text));
  }
  const format = formatOf(rules.format);
  if (format !== undefined) tests.push((value: string) => (format.accepts(value) ? undefined : format.complaint));
  return tests;
}

/** What a number outside its rules is told; undefined when they name no bound. */
export function rangeComplaint({ min, max }: Pick<FieldRules, "min" | "max">): string | undefined {
  if (min !== undefined && max !== undefined) return `must be between ${min} and ${max}`;
  if (min !== undefined) return `must be at least ${min}`;
  return max === undefined ? undefined : `must be at most ${max}`;
}

function numberTests(rules: FieldRules): Test[] {
  const text = rangeComplaint(rules);
  if (text === undefined) return [];
  const min = rules.min === undefined ? Number.NEGATIVE_INFINITY : Number(rules.min);
  const max = rules.max === undefined ? Number.POSITIVE_INFINITY : Number(rules.max);
  return [(value: number | bigint) => (Number(value) < min || Number(value) > max ? text : undefined)];
}

function bytesTest(maxBytes: number): Test {
  return (value: Uint8Array) => (value.length > maxBytes ? `must have at most ${maxBytes} bytes` : undefined);
}

/** JSON that a google.protobuf message holds; undefined for times and durations. */
function heldJson(field: DescField): ((value: never) => JsonValue) | undefined {
  switch (field.message?.typeName) {
    case "google.protobuf.Struct":
      return field.fieldKind === "message" ? (value: JsonValue) => value : structToJson;
    case "google.protobuf.Value":
      return valueToJson;
    case "google.protobuf.ListValue":
      return listToJson;
    default:
      return undefined;
  }
}

function wellKnownCheck(field: DescField, rules: FieldRules | undefined): CheckValue | undefined {
  const known = field.message && wellKnown(field.message, field.fieldKind === "message");
  if (known === undefined) return undefined;
  const toJson = heldJson(field);
  const ruled: Test[] = [];
  if (toJson !== undefined && rules !== undefined && rules.maxDepth > 0) {
    const { maxDepth } = rules;
    ruled.push((value) =>
      depthOf(toJson(value)) > maxDepth ? `must not be nested deeper than ${maxDepth}` : undefined,
    );
  }
  if (toJson !== undefined && rules !== undefined && rules.maxBytes > 0) {
    const { maxBytes } = rules;
    ruled.push((value) =>
      Buffer.byteLength(JSON.stringify(toJson(value))) > maxBytes
        ? `must have at most ${maxBytes} bytes of JSON`
        : undefined,
    );
  }
  if (rules?.scalar && toJson === valueToJson) {
    const scalars = ["string", "number", "boolean"];
    ruled.push((value) => (scalars.includes(typeof toJson(value)) ? undefined : "must be a string, number or boolean"));
  }
  return combine([known.complaint as Test], ruled);
}
