import { own } from "../../json/json-object.ts";
import type { RecognitionRequest } from "../../request.ts";
import { splitClauses } from "../../text/clauses.ts";
import type { Candidate } from "../../types/candidate.ts";
import type { Problem } from "../../types/executor.ts";
import type { FieldResult, IntentResult } from "../../types/result.ts";
import { coverageOf } from "../coverage.ts";
import { placeCandidate } from "../draft.ts";
import { createPlacing } from "../evidence.ts";
import { touchedSpans } from "../guards.ts";
import { placedIntents } from "../state-walk.ts";
import { statusOf } from "../status.ts";

const GUARDED = new Set(["NEGATION_UNACCOUNTED", "TEXT_UNACCOUNTED"]);

/** R06: status and coverage are the recomputed ones; field results match the selection, facts and inputs match them. */
export function recomputedInvariant(
  request: RecognitionRequest,
  candidate: Candidate,
  result: IntentResult,
): Problem[] {
  const problems: Problem[] = [];
  const wrong = (path: string, message: string) => problems.push({ code: "R06", path, message });
  const status = statusOf(result, request.settings.requireGuard);
  if (status !== result.status) wrong("/status", `it computes to ${status}`);
  const coverage = recomputedCoverage(request, candidate, result);
  if (coverage !== result.effective.coverage) wrong("/effective/coverage", `it computes to ${coverage}`);
  const scope = request.baseline === null ? "current_request" : "conversation";
  if (result.effective.scope !== scope) wrong("/effective/scope", `it computes to ${scope}`);
  checkSelection(request, result, wrong);
  checkValues(request, result, wrong);
  return problems;
}

function recomputedCoverage(request: RecognitionRequest, candidate: Candidate, result: IntentResult) {
  const evidence = placeCandidate(createPlacing(request), candidate);
  const carried = new Set(request.baseline?.unresolved.map((one) => one.id));
  // A guard that fired left an item of this turn; what an earlier turn left is warned of as well, and is not about this text.
  const opened = new Set(
    result.effective.unresolved.flatMap((one, at) => (carried.has(one.id) ? [] : [`/effective/unresolved/${at}`])),
  );
  const guarded = result.issues.some((issue) => GUARDED.has(issue.code) && opened.has(issue.path));
  return coverageOf(splitClauses(request.input), touchedSpans({ evidence }), guarded);
}

type Wrong = (path: string, message: string) => void;

function checkSelection(request: RecognitionRequest, result: IntentResult, wrong: Wrong): void {
  const { fieldResults, effective } = result;
  const order = new Map(request.fields.map((name, at) => [name, at]));
  const placed = placedIntents(effective);
  const places = new Map<string | null, number>(placed.map(({ intent }, at) => [intent.id, at]));
  const seen = new Set<string>();
  let last = -1;
  for (const [at, one] of fieldResults.entries()) {
    const path = `/fieldResults/${at}`;
    const field = order.get(one.field);
    if (field === undefined) {
      wrong(path, `${one.field} is not selected`);
      continue;
    }
    const place = field * (placed.length + 1) + (places.get(one.intentId) ?? 0);
    if (place < last) wrong(path, "it is out of order");
    last = place;
    const key = `${one.intentId} ${one.field}`;
    if (seen.has(key)) wrong(path, "it is the second result of one field and owner");
    seen.add(key);
    checkMembers(one, path, wrong);
  }
  for (const name of request.fields) {
    const perIntent = request.settings.schema?.field(name)?.perIntent ?? false;
    const owners = perIntent ? effective.intents.map((intent) => intent.id) : [null];
    for (const owner of owners) {
      if (!seen.has(`${owner} ${name}`)) wrong("/fieldResults", `there is no result of ${name} for ${owner}`);
    }
  }
}

function checkMembers(one: FieldResult, path: string, wrong: Wrong): void {
  const valued = one.status === "extracted" || one.status === "carried";
  const several = one.status === "ambiguous" || one.status === "conflict";
  if (valued !== (one.value !== undefined)) wrong(`${path}/value`, `it does not go with ${one.status}`);
  if (several !== (one.alternatives !== undefined)) wrong(`${path}/alternatives`, `it does not go with ${one.status}`);
}

function checkValues(request: RecognitionRequest, result: IntentResult, wrong: Wrong): void {
  const results = new Map(result.fieldResults.map((one) => [`${one.intentId} ${one.field}`, one]));
  for (const [name, fact] of Object.entries(result.turn.facts)) {
    const one = results.get(`null ${name}`);
    if (one?.status !== "extracted" || !isSame(one.value, fact.value))
      wrong("/turn/facts", `${name} has no such result`);
  }
  const earlier = new Map(
    request.baseline === null ? [] : placedIntents(request.baseline).map(({ intent }) => [intent.id, intent]),
  );
  for (const { intent, pointer } of placedIntents(result.effective)) {
    for (const [name, input] of Object.entries(intent.inputs)) {
      const one = results.get(`${intent.id} ${name}`);
      const valued = one?.status === "extracted" || one?.status === "carried";
      if (valued ? isSame(one.value, input.value) : isCarried(earlier.get(intent.id)?.inputs, name, input.value))
        continue;
      wrong(`/effective${pointer}/inputs`, `${name} has no such result`);
    }
  }
  const holders = new Map(placedIntents(result.effective).map(({ intent }) => [intent.id, intent]));
  for (const [at, one] of result.fieldResults.entries()) {
    if (one.status !== "extracted" && one.status !== "carried") continue;
    const holder = one.intentId === null ? undefined : holders.get(one.intentId);
    const kept = one.intentId === null ? own(result.turn.facts, one.field) : holder && own(holder.inputs, one.field);
    if (!isSame(one.value, kept?.value)) wrong(`/fieldResults/${at}`, "no input or fact holds its value");
  }
}

/** A value of the baseline stays where this turn does not settle another one. */
function isCarried(inputs: Record<string, { value: unknown }> | undefined, name: string, value: unknown): boolean {
  return inputs !== undefined && isSame(own(inputs, name)?.value, value);
}

function isSame(a: unknown, b: unknown): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b);
}
