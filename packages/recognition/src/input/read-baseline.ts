import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { isObject } from "../json/json-object.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import type { Settings } from "../request.ts";
import { effectiveStateSchema } from "../result/result-schema.ts";
import { stateIds, stateProblems } from "../result/state-invariants.ts";
import { idNumber } from "../result/state-walk.ts";
import type { JsonValue } from "../types/json.ts";
import { READABLE_VERSIONS } from "../types/names.ts";
import type { EffectiveState } from "../types/result.ts";
import { refuseInput, refuseSize } from "./input-error.ts";

// Numbers of ids have nine digits; a state this far up was written by hand and leaves no room for the next ids.
const HIGHEST_NUMBER = 999_000_000;

let compiled: ValidateFunction | null = null;

/** The state that the caller carries over from an earlier result; null when there is none. */
export function readBaseline(settings: Settings, given: JsonValue | undefined): EffectiveState | null {
  if (given === undefined || given === null) return null;
  const { baselineBytes } = settings.limits;
  if (!isObject(given))
    return refuseInput("INPUT_INVALID", [{ path: "/baseline", message: "must be an object or null" }]);
  if (Buffer.byteLength(JSON.stringify(given)) > baselineBytes) refuseSize("/baseline", "bytes", baselineBytes);
  if (!READABLE_VERSIONS.includes(given.schemaVersion as string))
    refuseInput("BASELINE_INVALID", [
      { path: "/baseline/schemaVersion", message: `must be one of ${READABLE_VERSIONS.join(", ")}` },
    ]);
  compiled ??= new Ajv2020({ allErrors: false, strict: false, ownProperties: true }).compile(effectiveStateSchema);
  if (!compiled(given))
    refuseInput(
      "BASELINE_INVALID",
      (compiled.errors ?? []).map((error) => ({
        path: `/baseline${error.instancePath}`,
        message: error.message ?? "does not fit the schema of a state",
      })),
    );
  const state = given as unknown as EffectiveState;
  const problems: { path: string; message: string }[] = stateProblems(state, roomOf(settings));
  for (const [id, path] of stateIds(state))
    if (idNumber(id) > HIGHEST_NUMBER)
      problems.push({ path: `${path}/id`, message: `may not count beyond ${HIGHEST_NUMBER}` });
  if (problems.length > 0)
    refuseInput(
      "BASELINE_INVALID",
      problems.map(({ path, message }) => ({ path: `/baseline${path}`, message })),
    );
  return state;
}

/**
 * What a state may hold: as much as the limits of any instance let through. A turn may bring it back below limits that
 * are lower here, so that the result is held to those.
 */
function roomOf({ limits }: Settings) {
  const room = (name: "intents" | "constraints" | "relations" | "childDepth") =>
    Math.max(limits[name], DEFAULT_LIMITS[name]);
  return {
    intents: room("intents"),
    constraints: room("constraints"),
    relations: room("relations"),
    childDepth: room("childDepth"),
  };
}
