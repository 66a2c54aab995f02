// The baseline as the start of a turn: everything is carried, and its provenance now points into the
// baseline, because the material of the earlier turn is not at hand any more.
import type { RecognitionRequest } from "../request.ts";
import { SCHEMA_VERSION } from "../types/names.ts";
import type { EffectiveState, RecognisedIntent, SourceRef } from "../types/result.ts";
import { orderedConstraint, orderedReference, orderedRelation, orderedUnresolved } from "./member-order.ts";
import { pointerToken } from "./state-walk.ts";

/** A copy that the turn may write to; without a baseline, the empty state. */
export function carriedState(request: RecognitionRequest): EffectiveState {
  const { baseline } = request;
  const ref = (pointer: string, value: unknown): SourceRef =>
    request.evidence === "quotes" && typeof value === "string"
      ? { root: "baseline", pointer, quote: value, start: 0 }
      : { root: "baseline", pointer };
  return {
    schemaVersion: SCHEMA_VERSION,
    coverage: "complete",
    scope: baseline === null ? "current_request" : "conversation",
    intents: (baseline?.intents ?? []).map((intent, at) =>
      carriedIntent(intent, `/intents/${at}`, {
        ref,
        domains: new Set(request.settings.domains.map((one) => one.name)),
      }),
    ),
    constraints: (baseline?.constraints ?? []).map(orderedConstraint),
    relations: (baseline?.relations ?? []).map(orderedRelation),
    unresolved: (baseline?.unresolved ?? []).map((one, at) =>
      orderedUnresolved(one, [ref(`/unresolved/${at}/text`, one.text)]),
    ),
  };
}

interface Carrying {
  ref: (pointer: string, value: unknown) => SourceRef;
  /** Those of this instance: any other is out of its scope. */
  domains: ReadonlySet<string>;
}

function carriedIntent(intent: RecognisedIntent, pointer: string, carrying: Carrying): RecognisedIntent {
  const { ref, domains } = carrying;
  return {
    id: intent.id,
    domain: intent.domain !== null && domains.has(intent.domain) ? intent.domain : null,
    action: intent.action,
    target: intent.target,
    goal: intent.goal,
    understanding: intent.understanding,
    constraints: intent.constraints.map(orderedConstraint),
    inputs: Object.fromEntries(
      Object.entries(intent.inputs).map(([name, input]) => [
        name,
        {
          value: structuredClone(input.value),
          origin: "baseline" as const,
          sourceRefs: [ref(`${pointer}/inputs/${pointerToken(name)}/value`, input.value)],
        },
      ]),
    ),
    references: intent.references.map((one, at) =>
      orderedReference(one, one.resolved === null ? null : ref(`${pointer}/references/${at}/text`, one.text)),
    ),
    children: intent.children.map((child, at) => carriedIntent(child, `${pointer}/children/${at}`, carrying)),
    // The instance's own code fills them anew; what a caller sends is nobody's word.
    extensions: {},
  };
}
