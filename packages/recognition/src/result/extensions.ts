import { IntentError } from "../errors.ts";
import { isObject } from "../json/json-object.ts";
import { copyPlainJson } from "../json/plain-json.ts";
import type { JsonValue } from "../types/json.ts";
import type { Draft } from "./draft.ts";
import { allIntents } from "./state-walk.ts";

/** Lets the instance's own code fill `extensions` of every intent that holds. It gets a copy, so that it can change nothing else. */
export function applyExtensions(draft: Draft): void {
  const { extend, limits } = draft.request.settings;
  if (extend === null) return;
  for (const intent of allIntents(draft.state)) {
    let given: unknown;
    try {
      given = extend(structuredClone(intent));
    } catch (cause) {
      throw failed("threw", cause);
    }
    const copied: JsonValue = copyPlainJson(given, {
      depth: limits.candidateDepth,
      nodes: limits.candidateNodes,
      characters: limits.resultBytes,
      refuse: (path, message) => {
        throw failed(`gave ${path === "" ? "something that" : path} ${message}`, undefined);
      },
    });
    if (!isObject(copied)) throw failed("gave no object", undefined);
    intent.extensions = copied;
  }
}

function failed(what: string, cause: unknown): IntentError {
  return new IntentError("INTERNAL", "core", `The function extend of this instance ${what}.`, { cause });
}
