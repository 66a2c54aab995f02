import { type DescField, type DescMessage, type MessageShape, ScalarType } from "@bufbuild/protobuf";
import type { FieldRules } from "../gen/openintents/wire/v1/wire_pb.ts";
import { getter, type Properties } from "./access.ts";
import { isFlattened, isImplicit, rulesOf } from "./shape.ts";
import { type CheckValue, scalarCheck, valueCheck } from "./value-rules.ts";
import { wellKnown } from "./well-known.ts";
import { at, Issues, type WireIssue } from "./wire-error.ts";

type Check = (value: unknown, path: string, issues: Issues) => void;
type CheckMessage = {
  /** Checks the message's fields; paths start with `path`. */
  fields(message: Properties, path: string, issues: Issues): void;
  /** Path of the first required field in a message that was not sent; undefined when nothing is required. */
  firstRequired(path: string): string | undefined;
};

/**
 * Faults of a request message by the rules of its definition, in the order of its fields; empty when
 * there are none. `parameter_missing`, `parameter_invalid`, or the rule's own code. Paths are those
 * of the JSON wire: flattened messages add nothing to them.
 */
export function validate<D extends DescMessage>(schema: D, message: MessageShape<D>): WireIssue[] {
  const issues = new Issues();
  messageCheck(schema).fields(message as Properties, "", issues);
  return issues.list;
}

const checks = new WeakMap<DescMessage, CheckMessage>();

function messageCheck(desc: DescMessage): CheckMessage {
  let check = checks.get(desc);
  if (check === undefined) {
    const fields: ((message: Properties, path: string, issues: Issues) => void)[] = [];
    check = {
      fields(message, path, issues) {
        for (const field of fields) field(message, path, issues);
      },
      firstRequired: (path) => firstRequired(desc, path),
    };
    // Known before its fields are compiled: a message may hold messages of its own type.
    checks.set(desc, check);
    fields.push(...desc.fields.map(fieldCheck));
  }
  return check;
}

function firstRequired(desc: DescMessage, path: string): string | undefined {
  for (const field of desc.fields) {
    if (isFlattened(field)) {
      const inner = rulesOf(field)?.required && field.message ? firstRequired(field.message, path) : undefined;
      if (inner !== undefined) return inner;
    } else if (rulesOf(field)?.required) return at(path, field.name);
  }
  return undefined;
}

function fieldCheck(field: DescField): (message: Properties, path: string, issues: Issues) => void {
  const rules = rulesOf(field);
  const read = getter(field);
  const required = rules?.required === true;
  const check = wholeCheck(field, rules);
  const { name } = field;
  if (isFlattened(field)) {
    const inner = messageCheck(field.message as DescMessage);
    return (message, path, issues) => {
      const value = read(message) as Properties | undefined;
      if (value !== undefined) return inner.fields(value, path, issues);
      const missing = required ? inner.firstRequired(path) : undefined;
      if (missing !== undefined) issues.missing(missing);
    };
  }
  const isAbsent = absence(field, required);
  return (message, path, issues) => {
    const value = read(message);
    if (!isAbsent(value)) check(value, at(path, name), issues);
    else if (required) issues.missing(at(path, name));
  };
}

/** Tells a value that was not sent. Without presence a zero is one only where it cannot be meant. */
function absence(field: DescField, required: boolean): (value: unknown) => boolean {
  if (field.fieldKind === "list") return (value) => required && (value as unknown[]).length === 0;
  if (field.fieldKind === "map") return (value) => required && Object.keys(value as object).length === 0;
  if (!isImplicit(field)) return (value) => value === undefined;
  if (field.fieldKind === "enum") return (value) => value === 0;
  if (!required) return () => false;
  if (field.scalar === ScalarType.BYTES) return (value) => (value as Uint8Array).length === 0;
  return (value) => value === "" || value === 0 || value === 0n;
}

/** Checks a field as a whole: one value, or a list or map with all it holds. */
function wholeCheck(field: DescField, rules: FieldRules | undefined): Check {
  if (field.fieldKind === "list") return listCheck(field, rules);
  if (field.fieldKind === "map") return mapCheck(field, rules);
  return elementCheck(field, rules);
}

function elementCheck(field: DescField, rules: FieldRules | undefined): Check {
  if (field.message !== undefined && wellKnown(field.message, field.fieldKind === "message") === undefined) {
    const inner = messageCheck(field.message);
    return (value, path, issues) => inner.fields(value as Properties, path, issues);
  }
  return reporting(valueCheck(field, rules), rules);
}

function reporting(check: CheckValue | undefined, rules: FieldRules | undefined): Check {
  if (check === undefined) return () => {};
  const code = rules?.code || undefined;
  return (value, path, issues) => {
    const complaint = check(value);
    if (complaint !== undefined) issues.invalid(path, complaint.text, complaint.rule ? code : undefined);
  };
}

function listCheck(field: DescField, rules: FieldRules | undefined): Check {
  const element = elementCheck(field, rules?.items);
  const { minItems = 0, maxItems = 0, uniqueItems = false, code: ownCode = "" } = rules ?? {};
  const code = ownCode || undefined;
  return (value, path, issues) => {
    const list = value as unknown[];
    if (list.length < minItems) issues.invalid(path, `must have at least ${minItems} items`, code);
    if (maxItems > 0 && list.length > maxItems) {
      return issues.invalid(path, `must have at most ${maxItems} items`, code);
    }
    for (const [i, item] of list.entries()) element(item, at(path, i), issues);
    if (uniqueItems) reportTwin(list, path, issues, code);
  };
}

function reportTwin(list: unknown[], path: string, issues: Issues, code: string | undefined): void {
  const seen = new Set<unknown>();
  for (const [i, item] of list.entries()) {
    if (seen.has(item)) {
      issues.invalid(at(path, i), "repeats an earlier item", code);
      return;
    }
    seen.add(item);
  }
}

function mapCheck(field: DescField, rules: FieldRules | undefined): Check {
  const element = elementCheck(field, rules?.values);
  const key = reporting(scalarCheck(ScalarType.STRING, rules?.keys), rules?.keys);
  const maxPairs = rules?.maxPairs ?? 0;
  return (value, path, issues) => {
    const entries = Object.entries(value as object);
    if (maxPairs > 0 && entries.length > maxPairs) {
      return issues.invalid(path, `must have at most ${maxPairs} entries`, rules?.code || undefined);
    }
    for (const [name, item] of entries) {
      const here = at(path, name);
      key(name, here, issues);
      element(item, here, issues);
    }
  };
}
