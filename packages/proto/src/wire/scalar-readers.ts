import { protoInt64, ScalarType } from "@bufbuild/protobuf";
import { base64Decode } from "@bufbuild/protobuf/wire";

/** Standard base64 with padding. */
export const BASE64_PATTERN = "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$";

const BASE64 = new RegExp(BASE64_PATTERN, "u");
const MAX_FLOAT = 3.4028234663852886e38;

/** Bounds of an integer type as its JSON number, within 2^53; undefined for other types. */
export function integerBounds(scalar: ScalarType): { min: number; max: number } | undefined {
  switch (scalar) {
    case ScalarType.INT32:
    case ScalarType.SINT32:
    case ScalarType.SFIXED32:
      return { min: -0x8000_0000, max: 0x7fff_ffff };
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return { min: 0, max: 0xffff_ffff };
    case ScalarType.INT64:
    case ScalarType.SINT64:
    case ScalarType.SFIXED64:
      return { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return { min: 0, max: Number.MAX_SAFE_INTEGER };
    default:
      return undefined;
  }
}

/** True for the types that a message holds as bigint. */
export function isBigInt(scalar: ScalarType): boolean {
  switch (scalar) {
    case ScalarType.INT64:
    case ScalarType.SINT64:
    case ScalarType.SFIXED64:
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return true;
    default:
      return false;
  }
}

/** A read value, or why there is none; `range` marks a number of the right kind that is out of bounds. */
export type Read = { value: unknown } | { complaint: string; range?: true };

/** Reads a JSON value as the scalar type. */
export function scalarReader(scalar: ScalarType): (json: unknown) => Read {
  const bounds = integerBounds(scalar);
  if (bounds !== undefined) return integerReader(bounds, isBigInt(scalar));
  switch (scalar) {
    case ScalarType.BOOL:
      return (json) => (typeof json === "boolean" ? { value: json } : { complaint: "must be true or false" });
    case ScalarType.BYTES:
      return (json) =>
        typeof json === "string" && BASE64.test(json)
          ? { value: base64Decode(json) }
          : { complaint: "must be base64 text" };
    case ScalarType.FLOAT:
      return (json) => readNumber(json, MAX_FLOAT);
    case ScalarType.DOUBLE:
      return (json) => readNumber(json, Number.MAX_VALUE);
    default:
      return readString;
  }
}

function integerReader(bounds: { min: number; max: number }, big: boolean): (json: unknown) => Read {
  return (json) => {
    if (typeof json !== "number" || !Number.isFinite(json)) return { complaint: "must be an integer" };
    if (!Number.isInteger(json)) return { complaint: "must be an integer" };
    if (json < bounds.min || json > bounds.max) {
      return { complaint: `must be between ${bounds.min} and ${bounds.max}`, range: true };
    }
    // Adding 0 makes -0 the zero that everything else writes.
    return { value: big ? protoInt64.parse(json) : json + 0 };
  };
}

function readNumber(json: unknown, max: number): Read {
  return typeof json === "number" && Math.abs(json) <= max ? { value: json } : { complaint: "must be a finite number" };
}

function readString(json: unknown): Read {
  if (typeof json !== "string") return { complaint: "must be a string" };
  return json.isWellFormed() ? { value: json } : { complaint: "must be well-formed Unicode" };
}
