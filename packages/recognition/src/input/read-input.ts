import { isObject } from "../json/json-object.ts";
import { copyPlainJson } from "../json/plain-json.ts";
import { pointerToken } from "../json/pointer-text.ts";
import type { RecognitionRequest, Settings } from "../request.ts";
import { normaliseInput } from "../text/normalise-input.ts";
import type { JsonObject, JsonValue } from "../types/json.ts";
import { readReferenceTime } from "../values/reference-time.ts";
import { refuseInput, refuseSize } from "./input-error.ts";
import { readBaseline } from "./read-baseline.ts";
import { readContext } from "./read-context.ts";
import { readFields } from "./read-fields.ts";
import { readOutput } from "./read-output.ts";

const MEMBERS: ReadonlySet<string> = new Set(["input", "fields", "context", "baseline", "referenceTime", "output"]);
// The whole may hold this much beside what the limits of its parts let through; it is copied before they are looked at.
const MORE_NODES = 200_000;
const MORE_CHARACTERS = 1_048_576;

/**
 * Checks a caller's request against the settings of the instance and copies it. Throws IntentError only:
 * INPUT_INVALID, FIELD_UNKNOWN, BASELINE_INVALID or LIMIT_EXCEEDED, all of stage input, naming the member.
 */
export function readInput(settings: Settings, input: unknown): RecognitionRequest {
  const { inputBytes, contextBytes, baselineBytes } = settings.limits;
  const given = copyPlainJson(input, {
    depth: 64,
    nodes: MORE_NODES + baselineBytes,
    characters: MORE_CHARACTERS + inputBytes + contextBytes + baselineBytes,
    refuse: (path, message, large) => refuseInput(large ? "LIMIT_EXCEEDED" : "INPUT_INVALID", [{ path, message }]),
  });
  if (!isObject(given)) return refuseInput("INPUT_INVALID", [{ path: "", message: "must be an object" }]);
  refuseUnknown(given);
  const text = readText(settings, given.input);
  const { language, evidence } = readOutput(settings, given.output);
  const { referenceTime, referenceTimeText } = readTime(given.referenceTime);
  return Object.freeze({
    settings,
    ...text,
    fields: readFields(settings, given.fields),
    context: readContext(settings, given.context),
    baseline: readBaseline(settings, given.baseline),
    referenceTime,
    referenceTimeText,
    language,
    evidence,
  });
}

function refuseUnknown(given: JsonObject): void {
  const unknown = Object.keys(given).filter((name) => !MEMBERS.has(name));
  if (unknown.length === 0) return;
  refuseInput(
    "INPUT_INVALID",
    unknown.map((name) => ({ path: `/${pointerToken(name)}`, message: "is not a member of a request" })),
  );
}

function readText(settings: Settings, given: JsonValue | undefined): { input: string; normalizedInput: string } {
  const path = "/input";
  if (given === undefined) return refuseInput("INPUT_INVALID", [{ path, message: "is missing" }]);
  if (typeof given !== "string") return refuseInput("INPUT_INVALID", [{ path, message: "must be a string" }]);
  const { inputBytes } = settings.limits;
  if (Buffer.byteLength(given) > inputBytes) refuseSize(path, "bytes", inputBytes);
  const normalizedInput = normaliseInput(given);
  if (normalizedInput.trim() === "") refuseInput("INPUT_INVALID", [{ path, message: "says nothing" }]);
  return { input: given, normalizedInput };
}

function readTime(given: JsonValue | undefined): Pick<RecognitionRequest, "referenceTime" | "referenceTimeText"> {
  if (given === undefined) return { referenceTime: null, referenceTimeText: null };
  const referenceTime = typeof given === "string" && given.length <= 128 ? readReferenceTime(given) : null;
  if (referenceTime === null)
    return refuseInput("INPUT_INVALID", [
      {
        path: "/referenceTime",
        message: "must be an RFC 3339 time with an offset, and a zone that agrees with it if any",
      },
    ]);
  return { referenceTime, referenceTimeText: given as string };
}
