import { type DescField, ScalarType } from "@bufbuild/protobuf";
import { isBigInt } from "./scalar-readers.ts";
import { isImplicit, rulesOf } from "./shape.ts";
import { scalarCheck } from "./value-rules.ts";

/** True when a request without the field breaks its rules: it is required, or what stands for its absence is refused. */
export function mustBeSent(field: DescField): boolean {
  const rules = rulesOf(field);
  if (rules === undefined) return false;
  if (rules.required) return true;
  if (field.fieldKind === "list") return rules.minItems > 0;
  if (field.fieldKind !== "scalar" || !isImplicit(field)) return false;
  return scalarCheck(field.scalar, rules)?.(zeroOf(field.scalar)) !== undefined;
}

function zeroOf(scalar: ScalarType): unknown {
  if (isBigInt(scalar)) return 0n;
  switch (scalar) {
    case ScalarType.STRING:
      return "";
    case ScalarType.BYTES:
      return new Uint8Array();
    case ScalarType.BOOL:
      return false;
    default:
      return 0;
  }
}
