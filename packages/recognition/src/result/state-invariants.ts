// What must hold of any EffectiveState beyond its schema: for a baseline that a caller sends, and for
// the state of every result.
import { DEFAULT_LIMITS } from "../limits.ts";
import type { Problem } from "../types/executor.ts";
import type { IntentLimits } from "../types/options.ts";
import type { Constraint, EffectiveState, Relation } from "../types/result.ts";
import { valueProblem } from "../values/value-problem.ts";
import { idNumber, type PlacedIntent, placedIntents } from "./state-walk.ts";

const SYMMETRIC = new Set(["alternative", "parallel"]);
const ORDERING = new Set(["sequence", "depends_on"]);

type Counts = Pick<IntentLimits, "intents" | "constraints" | "relations" | "childDepth">;

/** Broken invariants of a state that already has the right shape; paths point into the state. */
export function stateProblems(state: EffectiveState, limits: Counts = DEFAULT_LIMITS): Problem[] {
  const placed = placedIntents(state);
  return [
    ...countProblems(state, placed, limits),
    ...textProblems(state, placed),
    ...valueProblems(state, placed),
    ...idProblems(state, placed),
    ...scopeProblems(state, placed),
    ...relationProblems(state, placed),
  ];
}

function countProblems(state: EffectiveState, placed: PlacedIntent[], limits: Counts): Problem[] {
  const problems: Problem[] = [];
  const constraints = placed.reduce((sum, one) => sum + one.intent.constraints.length, state.constraints.length);
  const over = (what: string, count: number, limit: number, path: string) => {
    if (count > limit) problems.push({ code: "R07", path, message: `${count} ${what}, ${limit} are allowed` });
  };
  over("intents", placed.length, limits.intents, "/intents");
  over("constraints", constraints, limits.constraints, "/constraints");
  over("relations", state.relations.length, limits.relations, "/relations");
  const deep = placed.find((one) => one.depth > limits.childDepth);
  if (deep !== undefined) {
    problems.push({ code: "R07", path: deep.pointer, message: `deeper than ${limits.childDepth} levels` });
  }
  return problems;
}

/** Words of a person that hold none were written by hand. */
function textProblems(state: EffectiveState, placed: PlacedIntent[]): Problem[] {
  const problems: Problem[] = [];
  const check = (text: string | null, path: string) => {
    if (text !== null && text.trim() === "") problems.push({ code: "R07", path, message: "says nothing" });
  };
  for (const { intent, pointer } of placed) {
    for (const member of ["action", "target", "goal"] as const) check(intent[member], `${pointer}/${member}`);
    for (const [at, { text }] of intent.constraints.entries()) check(text, `${pointer}/constraints/${at}/text`);
  }
  for (const [at, { text }] of state.constraints.entries()) check(text, `/constraints/${at}/text`);
  return problems;
}

/** A value that no grammar of ours gives: it was written by hand. */
function valueProblems(state: EffectiveState, placed: PlacedIntent[]): Problem[] {
  const problems: Problem[] = [];
  const check = (constraints: readonly Constraint[], path: string) => {
    for (const [at, { value }] of constraints.entries()) {
      const problem = value === undefined ? null : valueProblem(value);
      if (problem !== null) problems.push({ code: "R07", path: `${path}/${at}/value`, message: problem });
    }
  };
  for (const { intent, pointer } of placed) check(intent.constraints, `${pointer}/constraints`);
  check(state.constraints, "/constraints");
  return problems;
}

/** Each ID of a state with the pointer of the item that bears it, in order. */
export function stateIds(state: EffectiveState, placed: PlacedIntent[] = placedIntents(state)): [string, string][] {
  const ids: [string, string][] = [];
  for (const { intent, pointer } of placed) {
    ids.push([intent.id, pointer]);
    for (const [at, one] of intent.constraints.entries()) ids.push([one.id, `${pointer}/constraints/${at}`]);
    for (const [at, one] of intent.references.entries()) ids.push([one.id, `${pointer}/references/${at}`]);
  }
  for (const [at, one] of state.constraints.entries()) ids.push([one.id, `/constraints/${at}`]);
  for (const [at, one] of state.relations.entries()) ids.push([one.id, `/relations/${at}`]);
  for (const [at, one] of state.unresolved.entries()) ids.push([one.id, `/unresolved/${at}`]);
  return ids;
}

function idProblems(state: EffectiveState, placed: PlacedIntent[]): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const [id, path] of stateIds(state, placed)) {
    if (seen.has(id)) problems.push({ code: "R01", path: `${path}/id`, message: `the id ${id} is used twice` });
    seen.add(id);
  }
  for (const [at, one] of state.unresolved.entries()) {
    if (one.intentId !== null && !seen.has(one.intentId)) {
      problems.push({ code: "R01", path: `/unresolved/${at}/intentId`, message: `there is no ${one.intentId}` });
    }
  }
  return problems;
}

function scopeProblems(state: EffectiveState, placed: PlacedIntent[]): Problem[] {
  const problems: Problem[] = [];
  const check = (constraint: Constraint, owner: string | null, path: string) => {
    const scoped = constraint.scope.type === "intent" ? constraint.scope.intentId : null;
    if (scoped !== owner) {
      problems.push({
        code: "R04",
        path: `${path}/scope`,
        message: `${constraint.id} does not sit where its scope says`,
      });
    }
  };
  for (const { intent, pointer } of placed) {
    for (const [at, one] of intent.constraints.entries()) check(one, intent.id, `${pointer}/constraints/${at}`);
  }
  for (const [at, one] of state.constraints.entries()) check(one, null, `/constraints/${at}`);
  return problems;
}

function relationProblems(state: EffectiveState, placed: PlacedIntent[]): Problem[] {
  const problems: Problem[] = [];
  const intents = new Set(placed.map((one) => one.intent.id));
  const constraints = new Set(state.constraints.map((one) => one.id));
  for (const { intent } of placed) for (const one of intent.constraints) constraints.add(one.id);
  for (const [at, relation] of state.relations.entries()) {
    const path = `/relations/${at}`;
    for (const end of ["from", "to"] as const) {
      if (intents.has(relation[end])) continue;
      problems.push({ code: "R01", path: `${path}/${end}`, message: `there is no ${relation[end]}` });
    }
    if (relation.constraintId !== undefined && !constraints.has(relation.constraintId)) {
      problems.push({ code: "R01", path: `${path}/constraintId`, message: `there is no ${relation.constraintId}` });
    }
    const shape = relationShape(relation);
    if (shape !== null) problems.push({ code: "R01", path, message: shape });
  }
  if (hasCycle(state.relations)) {
    problems.push({ code: "R01", path: "/relations", message: "sequence and depends_on go in a circle" });
  }
  return problems;
}

function relationShape(relation: Relation): string | null {
  if (relation.from === relation.to) return "a relation joins two intents";
  if (SYMMETRIC.has(relation.type) && idNumber(relation.from) > idNumber(relation.to)) {
    return `${relation.type} is kept with the lower intent first`;
  }
  if (relation.constraintId !== undefined && relation.type !== "conditional") {
    return "only a conditional relation names a constraint";
  }
  return null;
}

/** Whether the ordering relations contradict each other. `depends_on` runs from the later to the earlier. */
export function hasCycle(relations: readonly Relation[]): boolean {
  const later = new Map<string, string[]>();
  const waits = new Map<string, number>();
  for (const relation of relations) {
    if (!ORDERING.has(relation.type)) continue;
    const [first, second] = relation.type === "sequence" ? [relation.from, relation.to] : [relation.to, relation.from];
    later.set(first, [...(later.get(first) ?? []), second]);
    waits.set(second, (waits.get(second) ?? 0) + 1);
    if (!waits.has(first)) waits.set(first, 0);
  }
  const ready = [...waits].filter(([, count]) => count === 0).map(([id]) => id);
  let done = 0;
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    done++;
    for (const next of later.get(id) ?? []) {
      const left = (waits.get(next) ?? 0) - 1;
      waits.set(next, left);
      if (left === 0) ready.push(next);
    }
  }
  return done < waits.size;
}
