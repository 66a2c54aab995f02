// Open questions about fields. Such an item bears the field's name as its text, so that a later turn
// finds it again and closes it with the value.
import type { BusinessField } from "../schema/business-schema.ts";
import type { JsonValue } from "../types/json.ts";
import type { UnresolvedKind } from "../types/names.ts";
import { contentWords } from "./content-words.ts";
import { addChange, type Draft, open, standingOf } from "./draft.ts";
import type { Evidence } from "./evidence.ts";
import { ask } from "./templates.ts";

/** Asks about a field, in the candidate's words where it asks itself. */
export function askField(
  draft: Draft,
  field: BusinessField,
  kind: Extract<UnresolvedKind, "missing" | "ambiguity" | "conflict">,
  intentId: string | null,
  alternatives: readonly JsonValue[],
  evidence: Evidence,
): void {
  const at = claim(draft, field, kind, intentId);
  const said = at === null ? undefined : draft.candidate.unresolved[at];
  const carried = draft.state.unresolved.some(
    (one) => one.kind === kind && one.text === field.name && one.intentId === intentId,
  );
  if (carried) return;
  const name = field.title ?? field.name;
  const question = said?.question ?? ask(draft.request.language, kind === "missing" ? "missing" : "choose", name);
  const options = said !== undefined && said.options.length > 0 ? said.options : alternatives.map(optionOf);
  const about = at === null ? evidence : (draft.evidence.unresolved[at] ?? evidence);
  open(draft, { kind, text: field.name, intentId, question, options }, about);
}

function optionOf(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function claim(draft: Draft, field: BusinessField, kind: UnresolvedKind, intentId: string | null): number | null {
  const names = contentWords(`${field.name.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")} ${field.title ?? ""}`);
  const at = draft.candidate.unresolved.findIndex((one, index) => {
    if (one.kind !== kind || draft.claimed.has(index)) return false;
    if (one.owner !== null && standingOf(draft, one.owner).id !== intentId) return false;
    if (one.text === field.name) return true;
    const said = contentWords(`${one.text} ${one.question ?? ""}`);
    return [...names].some((word) => said.has(word));
  });
  if (at < 0) return null;
  draft.claimed.add(at);
  return at;
}

/** A value settles the questions of the baseline about it. */
export function closeQuestions(draft: Draft, field: string, intentId: string | null, evidence: Evidence): void {
  const { unresolved } = draft.state;
  for (let at = unresolved.length - 1; at >= 0; at--) {
    const item = unresolved[at];
    if (item === undefined || item.text !== field || item.intentId !== intentId) continue;
    if (item.kind !== "missing" && item.kind !== "ambiguity" && item.kind !== "conflict") continue;
    unresolved.splice(at, 1);
    addChange(draft, "remove", "unresolved", item.id, evidence, "applied");
  }
}
