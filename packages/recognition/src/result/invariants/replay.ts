import type { RecognitionRequest } from "../../request.ts";
import type { Problem } from "../../types/executor.ts";
import type { JsonValue } from "../../types/json.ts";
import type { Change, EffectiveState, IntentResult } from "../../types/result.ts";
import { carriedState } from "../carry.ts";
import { contentOf } from "../intent-content.ts";
import { placedIntents } from "../state-walk.ts";

/** One thing that a change can name, with where it stands and what the change would say of it. */
interface Item {
  whole: string;
  content: JsonValue;
}

/** R02: every applied change is visible in the state, and the state differs from the baseline by those alone. */
export function replayInvariant(request: RecognitionRequest, result: IntentResult): Problem[] {
  const problems: Problem[] = [];
  const before = itemsOf(carriedState(request));
  const after = itemsOf(result.effective);
  const applied = new Map<string, Change>();
  for (const [at, change] of result.turn.changes.entries()) {
    if (change.effect !== "applied") continue;
    const key = keyOf(change.target.kind, change.target.id, change.target.name);
    const path = `/turn/changes/${at}`;
    const unseen = applied.has(key)
      ? "it is the second applied change of one thing"
      : unseenIn(change, before.get(key), after.get(key));
    applied.set(key, change);
    if (unseen !== null) problems.push({ code: "R02", path, message: unseen });
  }
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    if (before.get(key)?.whole === after.get(key)?.whole || applied.has(key)) continue;
    problems.push({ code: "R02", path: "/effective", message: `${key} differs from the baseline without a change` });
  }
  return problems;
}

function unseenIn(change: Change, before: Item | undefined, after: Item | undefined): string | null {
  switch (change.operation) {
    case "add":
      return before === undefined && after !== undefined ? null : "what it adds is not new in the state";
    case "remove":
      return before !== undefined && after === undefined ? null : "what it removes is still in the state";
    case "replace":
      if (before === undefined || after === undefined) return "what it replaces is not in both states";
      if (!isSame(change.before, before.content)) return "before is not what the baseline says";
      return isSame(change.after, after.content) ? null : "after is not what the state says";
  }
}

function isSame(said: JsonValue | undefined, content: JsonValue): boolean {
  return said !== undefined && JSON.stringify(said) === JSON.stringify(content);
}

function keyOf(kind: Change["target"]["kind"], id: string, name?: string): string {
  return name === undefined ? `${kind} ${id}` : `${kind} ${id} ${name}`;
}

/** Every item by itself, so that an intent does not differ because something in it does. */
function itemsOf(state: EffectiveState): Map<string, Item> {
  const items = new Map<string, Item>();
  const put = (key: string, content: unknown, place: unknown = null) =>
    items.set(key, { whole: JSON.stringify([content, place]), content: content as JsonValue });
  for (const { intent, parent } of placedIntents(state)) {
    put(keyOf("intent", intent.id), contentOf(intent), parent?.id);
    for (const one of intent.constraints) put(keyOf("constraint", one.id), one, intent.id);
    for (const one of intent.references) put(keyOf("reference", one.id), one, intent.id);
    for (const [name, input] of Object.entries(intent.inputs)) {
      const key = keyOf("input", intent.id, name);
      items.set(key, { whole: JSON.stringify(input), content: input.value });
    }
  }
  for (const one of state.constraints) put(keyOf("constraint", one.id), one);
  for (const one of state.relations) put(keyOf("relation", one.id), one);
  for (const one of state.unresolved) put(keyOf("unresolved", one.id), one);
  return items;
}
