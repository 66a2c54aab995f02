import { create, type DescMessage, type MessageShape } from "@bufbuild/protobuf";
import { type Properties, setter } from "./access.ts";
import { isJsonObject } from "./json.ts";
import { fieldReader, type ReadValue, readerOf, readMembers } from "./readers.ts";
import { shapeOf } from "./shape.ts";
import { Issues } from "./wire-error.ts";

/**
 * Reads a message from its JSON: names, types and forms, not the rules (see validate). Null is the
 * same as absent. Throws WireError with every fault found: `invalid_json` when there is no object,
 * `unknown_parameter`, `parameter_invalid` with the field's path.
 */
export function fromWire<D extends DescMessage>(schema: D, json: unknown): MessageShape<D> {
  const issues = new Issues();
  const unwrapped = unwrapReader(schema);
  const message = unwrapped === undefined ? readObject(schema, json, issues) : unwrapped(json, issues);
  issues.throwIfAny();
  return message as MessageShape<D>;
}

/** Adds the issue of a body that is no JSON object. */
export function notAnObject(issues: Issues): void {
  issues.add("invalid_json", null, "A JSON object is expected.");
}

function readObject(schema: DescMessage, json: unknown, issues: Issues): Properties | undefined {
  if (!isJsonObject(json)) {
    notAnObject(issues);
    return undefined;
  }
  const reader = readerOf(schema);
  const message = reader.begin();
  readMembers(reader.byName, message, json, "", issues);
  return message;
}

type ReadRoot = (json: unknown, issues: Issues) => Properties;

const unwrapReaders = new WeakMap<DescMessage, ReadRoot | null>();

/** Reader of a message that stands for one of its fields; undefined for others. */
function unwrapReader(schema: DescMessage): ReadRoot | undefined {
  let reader = unwrapReaders.get(schema);
  if (reader === undefined) {
    const { unwrap } = shapeOf(schema);
    reader = unwrap === undefined ? null : rootReader(schema, fieldReader(unwrap.field), setter(unwrap.field));
    unwrapReaders.set(schema, reader);
  }
  return reader ?? undefined;
}

function rootReader(schema: DescMessage, read: ReadValue, set: ReturnType<typeof setter>): ReadRoot {
  return (json, issues) => {
    const message = create(schema) as Properties;
    const value = json === null || json === undefined ? undefined : read(json, "", issues);
    if (value !== undefined) set(message, value);
    return message;
  };
}
