import { type DescField, ScalarType } from "@bufbuild/protobuf";
import { integerBounds } from "./scalar-readers.ts";

const INTEGER = /^-?(?:0|[1-9][0-9]{0,15})$/;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/**
 * JSON value of a text in a path, query or header, by the field's type. Text that is none stays
 * text, and the field's reader then says what it expects.
 */
export function textValue(field: DescField, text: string): unknown {
  if (field.message !== undefined) return field.message.typeName === "google.protobuf.Duration" ? integer(text) : text;
  if (field.enum !== undefined || field.scalar === undefined) return text;
  if (integerBounds(field.scalar) !== undefined) return integer(text);
  switch (field.scalar) {
    case ScalarType.BOOL:
      return text === "true" ? true : text === "false" ? false : text;
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return NUMBER.test(text) ? Number(text) : text;
    default:
      return text;
  }
}

function integer(text: string): unknown {
  return INTEGER.test(text) ? Number(text) : text;
}
