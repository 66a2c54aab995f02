import { isDeepStrictEqual } from "node:util";
import type { Change, EffectiveState, FieldResult, IntentResult } from "../../src/index.ts";
import type { AlignedIntents } from "./align-intents.ts";
import type { ExpectedChange, ExpectedTurn, Reading } from "./facts.ts";
import { hasValue } from "./match-value.ts";
import { hasAnyWords, holdsWords, showWords } from "./match-words.ts";
import type { Tally } from "./tally.ts";

export function scoreReferences(tally: Tally, reading: Reading, result: IntentResult, aligned: AlignedIntents): void {
  for (const { owner, kinds, text, resolved, pointer, means, inferred } of reading.references) {
    const intent = aligned.found[owner];
    const right = (intent?.references ?? []).some(
      (one) =>
        kinds.includes(one.kind) &&
        hasAnyWords(one.text, text) &&
        (one.resolved?.root ?? null) === resolved &&
        (pointer === undefined || one.resolved?.pointer === pointer) &&
        (means === undefined || holdsWords(one.resolved?.quote ?? "", means)),
    );
    tally.fact("references and open items", right, `${showWords(text)} points at ${means ?? resolved ?? "nothing"}`);
    if (inferred)
      tally.fact(
        "inferences",
        result.inferences.some(({ kind }) => kind === "reference"),
        "reference",
      );
  }
  for (const { kinds, says, question, options } of reading.open) {
    const right = result.effective.unresolved.some(
      (one) =>
        kinds.includes(one.kind) &&
        (says === undefined || holdsWords(one.text, says)) &&
        (!question || one.question !== null) &&
        hasOptions(one.options, options),
    );
    tally.fact("references and open items", right, `open ${kinds.join(" or ")} "${says ?? ""}"`);
  }
}

function hasOptions(found: readonly string[], expected: readonly string[] | number | undefined): boolean {
  if (expected === undefined) return true;
  if (typeof expected === "number") return found.length === expected;
  return found.length === expected.length && expected.every((words) => found.some((one) => holdsWords(one, words)));
}

export function scoreRelations(tally: Tally, reading: Reading, { effective }: IntentResult, aligned: AlignedIntents) {
  const id = (index: number) => aligned.found[index]?.id;
  for (const { types, from, to, eitherWay } of reading.relations) {
    const right = effective.relations.some((one) => {
      const straight = one.from === id(from) && one.to === id(to);
      const turned = eitherWay || one.type === "alternative" || one.type === "parallel";
      return types.includes(one.type) && (straight || (turned && one.from === id(to) && one.to === id(from)));
    });
    tally.fact("relations", right, `${types.join(" or ")} ${from + 1} → ${to + 1}`);
  }
  for (const type of reading.unrelated)
    tally.fact(
      "relations",
      effective.relations.every((one) => one.type !== type),
      `no ${type} is claimed`,
    );
}

export function scoreFields(tally: Tally, reading: Reading, { fieldResults }: IntentResult, aligned: AlignedIntents) {
  const listed = new Set<FieldResult>();
  for (const { field, owner, statuses, value, valueSays, alternatives } of reading.fields) {
    const intentId = typeof owner === "number" ? (aligned.found[owner]?.id ?? "none") : owner;
    const found = fieldResults.find(
      (one) =>
        one.field === field &&
        (intentId === undefined ? statuses.includes(one.status) : one.intentId === intentId) &&
        !listed.has(one),
    );
    if (found !== undefined) listed.add(found);
    tally.fact("field results", found !== undefined && statuses.includes(found.status), `${field}: ${statuses[0]}`);
    if (value !== undefined) tally.fact("values", found?.value === value, `${field} = ${value}`);
    if (alternatives !== undefined)
      tally.fact("values", isDeepStrictEqual(found?.alternatives, alternatives), `${field} is one of ${alternatives}`);
    if (value === undefined && found?.value !== undefined && !holdsWords(String(found.value), valueSays ?? "\0"))
      tally.invent(`value of ${field}: ${JSON.stringify(found.value)}`);
  }
  for (const one of fieldResults)
    if (one.status === "extracted" && !listed.has(one))
      tally.invent(`value of ${one.field}: ${JSON.stringify(one.value)}`);
}

export function scoreTurn(tally: Tally, expected: ExpectedTurn, result: IntentResult, baseline: EffectiveState | null) {
  const { turn, effective } = result;
  tally.fact("turn", expected.kinds.includes(turn.kind), `kind ${expected.kinds.join(" or ")}, not ${turn.kind}`);
  if (expected.scope !== undefined) tally.fact("turn", effective.scope === expected.scope, `scope ${expected.scope}`);
  if (expected.unchanged) {
    tally.fact("turn", turn.changes.length === 0, "no change");
    tally.fact("turn", baseline !== null && stands(baseline, effective), "everything of the baseline still stands");
  }
  if (expected.changes === undefined) return;
  const listed = new Set<Change>();
  for (const one of expected.changes) {
    const found = turn.changes.filter((change) => isChange(change, one));
    for (const change of found) listed.add(change);
    tally.fact("turn", found.length > 0, `${one.operation} ${one.id} ${one.effect}`);
  }
  if (!expected.nothingElse) return;
  const more = turn.changes.filter((one) => one.operation !== "add" && one.effect === "applied" && !listed.has(one));
  tally.fact("turn", more.length === 0, "nothing else is replaced or removed");
}

function isChange({ operation, target, effect, before, after }: Change, one: ExpectedChange): boolean {
  const valueIn = (side: unknown) =>
    typeof side === "object" && side !== null && "value" in side ? side.value : undefined;
  return (
    operation === one.operation &&
    (one.kind === undefined || target.kind === one.kind) &&
    target.id === one.id &&
    effect === one.effect &&
    (one.before === undefined || hasValue(valueIn(before), one.before)) &&
    (one.after === undefined || hasValue(valueIn(after), one.after))
  );
}

function stands(baseline: EffectiveState, effective: EffectiveState): boolean {
  return (["intents", "constraints", "relations", "unresolved"] as const).every((list) =>
    isDeepStrictEqual(effective[list], baseline[list]),
  );
}
