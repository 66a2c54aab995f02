// Scores a result against the facts of a case: each kind of fact by itself, and what was made up.
import type { Constraint, IntentResult, RecognisedIntent } from "../../../src/types/result.ts";
import type { CaseFacts, ExpectedConstraint, Reading } from "./case-facts.ts";

export const FACT_KINDS = [
  "intent count",
  "action and target",
  "prohibitions",
  "exclusions and conditions",
  "other constraints",
  "values",
  "relations",
  "references and unresolved",
  "fields",
  "changes",
  "turn",
  "status",
] as const;
export type FactKind = (typeof FACT_KINDS)[number];

export interface Score {
  id: string;
  hits: Record<FactKind, number>;
  of: Record<FactKind, number>;
  missed: string[];
  invented: string[];
  /** Claims to be complete though it should not, or with a listed restriction lost. */
  falseComplete: boolean;
}

interface Placed {
  constraint: Constraint;
  /** Index of the topmost intent; null: request-wide. */
  owner: number | null;
}

export function scoreCase(facts: CaseFacts, result: IntentResult): Score {
  const scores = facts.readings.map((reading) => scoreReading(facts, reading, result));
  return scores.reduce((best, score) => (lost(score) < lost(best) ? score : best));
}

function lost(score: Score): number {
  return score.missed.length + score.invented.length;
}

export function isRight(score: Score): boolean {
  return lost(score) === 0 && !score.falseComplete;
}

function scoreReading(facts: CaseFacts, reading: Reading, result: IntentResult): Score {
  const zero = () => Object.fromEntries(FACT_KINDS.map((kind) => [kind, 0])) as Record<FactKind, number>;
  const score: Score = { id: facts.id, hits: zero(), of: zero(), missed: [], invented: [], falseComplete: false };
  const note = (kind: FactKind, right: boolean, what: string) => {
    score.of[kind] += 1;
    if (right) score.hits[kind] += 1;
    else score.missed.push(`${kind}: ${what}`);
  };
  const { effective } = result;
  const found = placedConstraints(result);
  note("intent count", effective.intents.length === reading.intents.length, `${effective.intents.length} intents`);
  for (let at = reading.intents.length; at < effective.intents.length; at += 1)
    score.invented.push(`intent ${effective.intents[at]?.goal}`);
  for (const [at, [action, target]] of reading.intents.entries()) {
    const intent = effective.intents[at];
    note(
      "action and target",
      intent !== undefined && same(intent.action, action) && same(intent.target, target),
      `${intent?.action} | ${intent?.target} for ${action} | ${target}`,
    );
  }
  const taken = new Set<Placed>();
  let restrictionLost = false;
  for (const wanted of reading.constraints ?? []) {
    const match = found.find((one) => !taken.has(one) && fits(one, wanted));
    if (match !== undefined) taken.add(match);
    const kind = kindOfFact(wanted);
    note(kind, match !== undefined, `${wanted.kinds.join("/")} "${wanted.text}"`);
    if (match === undefined && kind !== "other constraints") restrictionLost = true;
    if (wanted.value !== undefined)
      note(
        "values",
        match !== undefined && holds(match.constraint.value, wanted.value),
        `${wanted.text} = ${JSON.stringify(match?.constraint.value)}`,
      );
  }
  for (const one of found)
    if (!taken.has(one) && isInvention(facts, one, result))
      score.invented.push(`${one.constraint.kind} "${one.constraint.text}"`);
  scoreRest(facts, reading, result, note);
  score.falseComplete = result.status === "complete" && (!reading.status.includes("complete") || restrictionLost);
  return score;
}

function scoreRest(
  facts: CaseFacts,
  reading: Reading,
  result: IntentResult,
  note: (kind: FactKind, right: boolean, what: string) => void,
): void {
  const { effective, turn } = result;
  const place = (id: string) => effective.intents.findIndex((intent) => intent.id === id);
  for (const { types, from, to } of reading.relations ?? []) {
    const right = effective.relations.some(
      (one) => types.includes(one.type) && place(one.from) === from && place(one.to) === to,
    );
    note("relations", right, `${types.join("/")} ${from} -> ${to}`);
  }
  const references = effective.intents.flatMap((intent) => intent.references);
  for (const { kind, text, resolved } of reading.references ?? [])
    note(
      "references and unresolved",
      references.some(
        (one) =>
          one.kind === kind &&
          one.text === text &&
          (one.resolved === null ? null : `${one.resolved.root}${one.resolved.pointer}`) === resolved,
      ),
      `reference ${text}`,
    );
  for (const { kind, options } of reading.unresolved ?? [])
    note(
      "references and unresolved",
      effective.unresolved.some(
        (one) =>
          one.kind === kind && one.question !== null && (options === undefined || one.options.length === options),
      ),
      `unresolved ${kind}`,
    );
  for (const { field, status, value } of reading.fields ?? [])
    note(
      "fields",
      result.fieldResults.some(
        (one) =>
          one.field === field &&
          status.includes(one.status) &&
          (value === undefined || JSON.stringify(one.value) === JSON.stringify(value)),
      ),
      `field ${field}`,
    );
  for (const { kind } of reading.inferences ?? [])
    note(
      "values",
      result.inferences.some((one) => one.kind === kind),
      `inference ${kind}`,
    );
  for (const { operation, id, effect } of reading.changes ?? [])
    note(
      "changes",
      turn.changes.some((one) => one.operation === operation && one.target.id === id && one.effect === effect),
      `${operation} ${id} ${effect}`,
    );
  if (reading.changes !== undefined && reading.changes.length === 0)
    note("changes", turn.changes.length === 0, "no change");
  if (facts.carriesBaseline === true) note("changes", sameState(result, facts), "the baseline as it was");
  note("turn", facts.turn.includes(turn.kind), turn.kind);
  note("status", reading.status.includes(result.status), result.status);
}

function sameState({ effective }: IntentResult, { input }: CaseFacts): boolean {
  const held = ({ intents, constraints, relations, unresolved }: IntentResult["effective"]) =>
    JSON.stringify([intents, constraints, relations, unresolved]);
  return input.baseline != null && held(effective) === held(input.baseline);
}

function kindOfFact({ kinds }: ExpectedConstraint): FactKind {
  if (kinds.length === 1 && kinds[0] === "prohibition") return "prohibitions";
  return kinds.includes("exclusion") || kinds.includes("condition") ? "exclusions and conditions" : "other constraints";
}

function placedConstraints({ effective }: IntentResult): Placed[] {
  const nested = (intent: RecognisedIntent): Constraint[] => [
    ...intent.constraints,
    ...intent.children.flatMap(nested),
  ];
  return [
    ...effective.constraints.map((constraint) => ({ constraint, owner: null })),
    ...effective.intents.flatMap((intent, owner) => nested(intent).map((constraint) => ({ constraint, owner }))),
  ];
}

function fits({ constraint, owner }: Placed, wanted: ExpectedConstraint): boolean {
  if (!wanted.kinds.includes(constraint.kind) || !folded(constraint.text).includes(folded(wanted.text))) return false;
  return wanted.scope === "any" || (wanted.scope === "all" ? owner === null : owner === wanted.scope);
}

/** A prohibition, or a value, that is not among the facts. What the baseline holds was not made up. */
function isInvention(facts: CaseFacts, { constraint }: Placed, _result: IntentResult): boolean {
  const stood = JSON.stringify(facts.input.baseline ?? null).includes(JSON.stringify(constraint.text));
  if (stood || (facts.stated ?? []).includes(constraint.kind)) return false;
  return constraint.kind === "prohibition" || constraint.value !== undefined;
}

function holds(value: unknown, wanted: Record<string, unknown>): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(wanted).every(
    ([name, member]) => JSON.stringify((value as Record<string, unknown>)[name]) === JSON.stringify(member),
  );
}

function same(text: string | null, wanted: string | null): boolean {
  if (wanted === null || text === null) return text === wanted;
  if (wanted.endsWith("\u2026")) return folded(text).startsWith(folded(wanted.slice(0, -1)));
  return folded(text) === folded(wanted);
}

function folded(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The table of several scores: hits of facts for each kind. */
export function tableOf(
  scores: readonly Score[],
): Record<FactKind | "fully right" | "invented" | "false complete", string> {
  const sum = (read: (score: Score) => number) => scores.reduce((total, score) => total + read(score), 0);
  return {
    ...(Object.fromEntries(
      FACT_KINDS.map((kind) => [kind, `${sum((one) => one.hits[kind])}/${sum((one) => one.of[kind])}`]),
    ) as Record<FactKind, string>),
    "fully right": `${scores.filter(isRight).length}/${scores.length}`,
    invented: String(sum((one) => one.invented.length)),
    "false complete": String(scores.filter((one) => one.falseComplete).length),
  };
}
