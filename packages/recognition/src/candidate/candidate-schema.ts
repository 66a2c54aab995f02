import type { RecognitionRequest, Settings } from "../request.ts";
import type { JsonSchema } from "../types/json.ts";
import { baselineIds } from "./baseline-index.ts";
import { candidateShape } from "./candidate-shape.ts";
import { schemaOf } from "./shape.ts";

// Providers bound the enumerations of one schema; beyond this many names the core's own check stands alone.
const MOST_NAMES = 100;
const MOST_KEPT = 32;

const kept = new WeakMap<Settings, Map<string, JsonSchema>>();

/**
 * The JSON Schema of a candidate for this request, narrowed to the selected fields, the ids of the baseline and the
 * configured domains. Frozen; kept per instance and selection as long as there is no baseline.
 */
export function candidateSchema(request: RecognitionRequest): JsonSchema {
  if (request.baseline !== null) return build(request);
  const perSettings = kept.get(request.settings) ?? new Map<string, JsonSchema>();
  kept.set(request.settings, perSettings);
  const selection = JSON.stringify(request.fields);
  const known = perSettings.get(selection);
  if (known !== undefined) return known;
  const made = build(request);
  const [oldest] = perSettings.keys();
  if (perSettings.size >= MOST_KEPT && oldest !== undefined) perSettings.delete(oldest);
  perSettings.set(selection, made);
  return made;
}

function build(request: RecognitionRequest): JsonSchema {
  const ids = baselineIds(request.baseline);
  const few = (names: readonly string[]) => (names.length > MOST_NAMES ? null : names);
  const shape = candidateShape({
    fields: few(request.fields),
    domains: few(request.settings.domains.map((domain) => domain.name)),
    intentIds: few(ids.intents),
    constraintIds: few(ids.constraints),
    itemIds: few(ids.all),
  });
  return deepFreeze(schemaOf(shape));
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}
