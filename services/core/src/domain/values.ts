// Conversions between plain values and protobuf's well-known types.

import type { JsonObject } from "@bufbuild/protobuf";
import { type Timestamp, timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";

export function timestampOf(epochMs: number): Timestamp {
  return timestampFromMs(Math.trunc(epochMs));
}

export function msOf(time: Timestamp | undefined): number | null {
  return time === undefined ? null : timestampMs(time);
}

/** google.protobuf.Struct is JSON itself in the generated types. */
export function structOf(value: Record<string, unknown>): JsonObject {
  return value as JsonObject;
}
