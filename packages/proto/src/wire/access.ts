import type { DescField } from "@bufbuild/protobuf";

/** A message seen as its generated properties. */
export type Properties = Record<string, unknown>;
/** A oneof: the local name of its chosen member, and that member's value. */
export type OneofValue = { case: string | undefined; value?: unknown };

/** Reads a field's value; undefined when it is not set. */
export function getter(field: DescField): (message: Properties) => unknown {
  const local = field.localName;
  if (field.oneof === undefined) return (message) => message[local];
  const oneof = field.oneof.localName;
  return (message) => {
    const chosen = message[oneof] as OneofValue;
    return chosen.case === local ? chosen.value : undefined;
  };
}

/** Sets a field's value; for a member of a oneof it becomes the chosen one. */
export function setter(field: DescField): (message: Properties, value: unknown) => void {
  const local = field.localName;
  if (field.oneof === undefined) {
    return (message, value) => {
      message[local] = value;
    };
  }
  const oneof = field.oneof.localName;
  return (message, value) => {
    message[oneof] = { case: local, value };
  };
}

/** Name of the member that a oneof holds, or undefined. */
export function chosenCase(message: Properties, oneofLocalName: string): string | undefined {
  return (message[oneofLocalName] as OneofValue).case;
}
