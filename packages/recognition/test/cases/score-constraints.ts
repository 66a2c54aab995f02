import type { Constraint, EffectiveState, IntentResult } from "../../src/index.ts";
import { type AlignedIntents, flatten } from "./align-intents.ts";
import type { ExpectedConstraint, ExpectedScope, FactKind, Reading } from "./facts.ts";
import { hasValue } from "./match-value.ts";
import { hasAnyWords, showWords } from "./match-words.ts";
import type { Tally } from "./tally.ts";

const KIND_OF_FACT: Partial<Record<Constraint["kind"], FactKind>> = {
  prohibition: "prohibitions",
  exclusion: "exclusions",
};

/** Scores the constraints; answers the words of listed prohibitions and exclusions that the result lost. */
export function scoreConstraints(
  tally: Tally,
  { constraints: expected, stated = [] }: Reading,
  result: IntentResult,
  aligned: AlignedIntents,
  baseline: EffectiveState | null,
): string[] {
  const all = allConstraints(result.effective);
  const listed = new Set<Constraint>();
  const valued = new Set<Constraint>();
  const lost: string[] = [];
  for (const one of expected) {
    const worded = all.filter(({ text }) => hasAnyWords(text, one.text));
    const found = worded.filter(({ kind }) => one.kinds.includes(kind));
    for (const constraint of found) {
      listed.add(constraint);
      if (one.value) valued.add(constraint);
    }
    if (one.optional) continue;
    const [kind = "requirement"] = one.kinds;
    const elsewhere = worded.length > 0 && found.length === 0 ? `, filed as ${worded[0]?.kind}` : "";
    const what = `${kind} ${showWords(one.text)}`;
    tally.fact(KIND_OF_FACT[kind] ?? "other constraints", found.length > 0, `${what}${elsewhere}`);
    if (found.length === 0 && one.kinds.some((accepted) => accepted in KIND_OF_FACT)) lost.push(what);
    scoreScope(tally, one, found, aligned, what);
    scoreValue(tally, one, found, result, what);
  }
  const carried = new Map(baseline === null ? [] : allConstraints(baseline).map(({ id, text }) => [id, text]));
  for (const constraint of all) {
    // What holds from before was not made up.
    if (carried.get(constraint.id) === constraint.text) continue;
    if (constraint.kind === "prohibition" && !listed.has(constraint)) tally.invent(`prohibition "${constraint.text}"`);
    // A text value only repeats words; it claims nothing beyond them.
    if (constraint.value === undefined || constraint.value.type === "text" || stated.includes(constraint.kind))
      continue;
    if (!valued.has(constraint))
      tally.invent(`value of ${constraint.kind} "${constraint.text}": ${JSON.stringify(constraint.value)}`);
  }
  return lost;
}

function allConstraints(effective: EffectiveState): Constraint[] {
  return [...effective.constraints, ...flatten(effective.intents).flatMap((intent) => intent.constraints)];
}

function scoreScope(
  tally: Tally,
  { scopes }: ExpectedConstraint,
  found: readonly Constraint[],
  { found: intents }: AlignedIntents,
  what: string,
): void {
  if (scopes === undefined) return;
  const owners = new Set(found.map(({ scope }) => (scope.type === "intent" ? scope.intentId : "request")));
  const holds = (scope: ExpectedScope): boolean => {
    if (scope === "request") return owners.has("request");
    if (scope === "every intent") return intents.every((intent) => intent === null || owners.has(intent.id));
    return owners.has(intents[scope]?.id ?? "");
  };
  tally.fact("constraint scope", found.length > 0 && scopes.some(holds), `${what} for ${scopes.join(" or ")}`);
}

function scoreValue(
  tally: Tally,
  { value, inferred }: ExpectedConstraint,
  found: readonly Constraint[],
  result: IntentResult,
  what: string,
): void {
  if (value === null) {
    const none = found.length > 0 && found.every((constraint) => constraint.value === undefined);
    tally.fact("values", none, `${what} has no settled value`);
  } else if (value !== undefined && value !== "free") {
    const right = found.some((constraint) => hasValue(constraint.value, value));
    tally.fact(
      "values",
      right,
      `${what} = ${JSON.stringify(value, (_, one) => (one instanceof RegExp ? `${one}` : one))}`,
    );
  }
  if (inferred === undefined) return;
  const told = result.inferences.some(
    ({ kind, path }) => kind === inferred && found.some((constraint) => isBelow(result, path, constraint)),
  );
  tally.fact("inferences", told, `${inferred} of ${what}`);
}

/** Whether a pointer into the result leads to this constraint or into it. */
function isBelow(result: IntentResult, path: string, constraint: Constraint): boolean {
  let at: unknown = result;
  for (const token of path.split("/").slice(1)) {
    if (at === constraint) return true;
    at = typeof at === "object" && at !== null ? (at as Record<string, unknown>)[token] : undefined;
  }
  return at === constraint;
}
