import { refuseInput } from "../input/input-error.ts";
import { copyPlainJson } from "../json/plain-json.ts";
import type { JsonValue } from "../types/json.ts";

/** A frozen copy of a caller's request as plain JSON, before its members are checked. Throws INPUT_INVALID/input. */
export function copyJson(input: unknown): JsonValue {
  return copyPlainJson(input, {
    depth: 64,
    nodes: 200_000,
    characters: 4_194_304,
    refuse: (path, message) => refuseInput("INPUT_INVALID", [{ path, message }]),
  });
}
