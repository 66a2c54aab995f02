// The selected fields: one result for each owner, and the values that the state keeps.
import { viewCandidate } from "../candidate/candidate-view.ts";
import { unsettledMoments } from "../candidate/rules/value-grounding.ts";
import { own } from "../json/json-object.ts";
import type { BusinessField } from "../schema/business-schema.ts";
import type { CandidateField } from "../types/candidate.ts";
import type { JsonValue } from "../types/json.ts";
import type { FieldStatus, IssueCode } from "../types/names.ts";
import type { Change, FieldResult, FieldValue, RecognisedIntent, SourceRef } from "../types/result.ts";
import { addChange, addIssue, type Draft, standingOf } from "./draft.ts";
import type { Evidence } from "./evidence.ts";
import { tellDefault } from "./field-defaults.ts";
import { fieldOwners, isApplicable } from "./field-owners.ts";
import { askField, closeQuestions } from "./field-questions.ts";
import { originOf, readField } from "./field-reading.ts";
import { inputTargets, isNamed } from "./targets.ts";
import { openTargetQuestion } from "./unclear-target.ts";

interface Entry {
  entry: CandidateField;
  evidence: Evidence;
  /** Whether the value follows from its words, as far as those are settled. */
  settled: boolean;
}

export function applyFields(draft: Draft): void {
  const { request, candidate, state } = draft;
  const entries = new Map<string, Map<string | null, Entry>>();
  const unsettled = unsettledMoments(viewCandidate(request, candidate));
  for (const [at, entry] of candidate.fields.entries()) {
    const evidence = draft.evidence.fields[at];
    if (evidence === undefined) continue;
    const owner = entry.owner === null ? null : standingOf(draft, entry.owner).id;
    const ofField = entries.get(entry.field) ?? new Map<string | null, Entry>();
    entries.set(entry.field, ofField.set(owner, { entry, evidence, settled: !unsettled.has(entry) }));
  }
  for (const name of request.fields) {
    const field = request.settings.schema?.field(name);
    if (field === undefined) continue;
    const named = entries.get(name) ?? new Map<string | null, Entry>();
    for (const owner of fieldOwners(field, state, new Set(named.keys()))) {
      applyField(draft, field, owner, named.get(owner?.id ?? null));
    }
  }
}

function applyField(draft: Draft, field: BusinessField, owner: RecognisedIntent | null, said: Entry | undefined): void {
  const prior = owner === null ? undefined : own(owner.inputs, field.name);
  const write = (status: FieldStatus, sourceRefs: SourceRef[], more: Partial<FieldResult> = {}): FieldResult =>
    tell(draft, field, owner, status, sourceRefs, more);
  if (!isApplicable(field, owner, draft.state)) {
    write("not_applicable", said?.evidence.refs ?? []);
    return;
  }
  const reading = said === undefined ? undefined : readField(draft.request, field, said.entry, said.settled);
  if (said === undefined || reading === undefined || reading.status === "absent") {
    const excused = reading?.status === "absent" && reading.notApplicable && !field.required;
    applySilence(draft, field, owner, prior, said, excused, write);
    return;
  }
  const { entry, evidence } = said;
  const note = entry.note === null ? {} : { message: entry.note };
  switch (reading.status) {
    case "extracted":
      applyValue(draft, field, owner, prior, said, reading.value, write);
      return;
    case "ambiguous":
    case "conflict": {
      const { status, alternatives } = reading;
      const result = write(status, evidence.refs, {
        alternatives,
        message: `${alternatives.length} values are possible`,
        ...note,
      });
      issue(draft, status === "ambiguous" ? "FIELD_AMBIGUOUS" : "FIELD_CONFLICT", result, field, evidence.refs);
      askField(
        draft,
        field,
        status === "ambiguous" ? "ambiguity" : "conflict",
        owner?.id ?? null,
        alternatives,
        evidence,
      );
      return;
    }
    default: {
      const result = write(reading.status, evidence.refs, { message: reading.message, ...note });
      if (reading.code !== null) issue(draft, reading.code, result, field, evidence.refs);
      if (reading.status === "invalid") askField(draft, field, "missing", owner?.id ?? null, [], evidence);
    }
  }
}

type Write = (status: FieldStatus, sourceRefs: SourceRef[], more?: Partial<FieldResult>) => FieldResult;

/** The turn gives no value: what was known is carried, what is wanted and unknown is missing. */
function applySilence(
  draft: Draft,
  field: BusinessField,
  owner: RecognisedIntent | null,
  prior: FieldValue | undefined,
  said: Entry | undefined,
  excused: boolean,
  write: Write,
): void {
  const refs = said?.evidence.refs ?? [];
  const note = said?.entry.note;
  if (prior !== undefined) {
    const problem = field.problemOf(prior.value);
    if (problem === null) {
      write("carried", prior.sourceRefs, { value: prior.value });
      return;
    }
    const result = write("invalid", prior.sourceRefs, { message: problem });
    issue(draft, "FIELD_INVALID", result, field, prior.sourceRefs);
    askField(draft, field, "missing", owner?.id ?? null, [], draft.placing.whole());
    return;
  }
  if (excused || !field.required) {
    write(excused ? "not_applicable" : "not_provided", refs, note == null ? {} : { message: note });
    return;
  }
  const result = write("missing", refs, { message: note ?? `${field.name} is wanted and was not stated` });
  if (asksNothing(draft)) return;
  issue(draft, "FIELD_MISSING", result, field, refs);
  askField(draft, field, "missing", owner?.id ?? null, [], said?.evidence ?? draft.placing.whole());
}

/** Nothing holds and nothing was said that would: a thank-you is not met with a question for a value. */
function asksNothing({ state, changes, candidate }: Draft): boolean {
  const held = state.intents.length + state.constraints.length + state.unresolved.length;
  return held + changes.length + candidate.unresolved.length === 0;
}

function applyValue(
  draft: Draft,
  field: BusinessField,
  owner: RecognisedIntent | null,
  prior: FieldValue | undefined,
  { entry, evidence }: Entry,
  value: JsonValue,
  write: Write,
): void {
  const made: FieldValue = { value, origin: originOf(entry, value), sourceRefs: evidence.refs };
  const note = entry.note === null ? {} : { message: entry.note };
  const extracted = () => {
    const result = write("extracted", evidence.refs, { value, ...note });
    tellDefault(draft, field, result, entry, value, evidence);
    closeQuestions(draft, field.name, owner?.id ?? null, evidence);
  };
  if (owner === null) {
    draft.facts.set(field.name, made);
    extracted();
    return;
  }
  const details = { name: field.name };
  const withdrawn = draft.withdrawn.get(`${owner.id} ${field.name}`);
  if (withdrawn !== undefined) {
    extracted();
    supersede(draft, owner, made, withdrawn, evidence, details);
    return;
  }
  if (prior === undefined) {
    setInput(owner, field.name, made);
    extracted();
    addChange(draft, "add", "input", owner.id, evidence, "applied", details);
    return;
  }
  if (JSON.stringify(prior.value) === JSON.stringify(value)) {
    extracted();
    addChange(draft, "add", "input", owner.id, evidence, "no_effect", details);
    return;
  }
  const both = { ...details, before: prior.value, after: value };
  draft.kept.push(...evidence.spans);
  const targets = inputTargets(draft, owner, field.name);
  if (isNamed(draft, owner.id, targets, evidence)) {
    setInput(owner, field.name, made);
    extracted();
    addChange(draft, "replace", "input", owner.id, evidence, "applied", both);
    return;
  }
  const change = addChange(draft, "replace", "input", owner.id, evidence, "pending", both);
  const alternatives = [prior.value, value];
  const result = write("ambiguous", evidence.refs, {
    alternatives,
    message: "it is not clear which request this is for",
    ...note,
  });
  issue(draft, "FIELD_AMBIGUOUS", result, field, evidence.refs);
  openTargetQuestion(draft, change, field.name, targets, evidence);
}

/** "Forget X5, it is X6" is one replacement. */
function supersede(
  draft: Draft,
  owner: RecognisedIntent,
  made: FieldValue,
  { prior, change }: { prior: FieldValue; change: Change },
  evidence: Evidence,
  details: { name: string },
): void {
  const at = draft.changes.findIndex((one) => one.change === change);
  if (at >= 0) draft.changes.splice(at, 1);
  const same = JSON.stringify(prior.value) === JSON.stringify(made.value);
  setInput(owner, details.name, same ? prior : made);
  if (same) addChange(draft, "add", "input", owner.id, evidence, "no_effect", details);
  else {
    const both = { ...details, before: prior.value, after: made.value };
    addChange(draft, "replace", "input", owner.id, evidence, "applied", both);
  }
}

function setInput(owner: RecognisedIntent, name: string, value: FieldValue): void {
  Object.defineProperty(owner.inputs, name, { value, enumerable: true, configurable: true, writable: true });
}

function tell(
  draft: Draft,
  field: BusinessField,
  owner: RecognisedIntent | null,
  status: FieldStatus,
  sourceRefs: SourceRef[],
  { value, alternatives, message }: Partial<FieldResult>,
): FieldResult {
  const result: FieldResult = {
    field: field.name,
    intentId: owner?.id ?? null,
    required: field.required,
    status,
    ...(value === undefined ? {} : { value }),
    ...(alternatives === undefined ? {} : { alternatives }),
    sourceRefs,
    ...(message === undefined ? {} : { message }),
  };
  draft.fieldResults.push(result);
  return result;
}

function issue(draft: Draft, code: IssueCode, result: FieldResult, field: BusinessField, refs: SourceRef[]): void {
  addIssue(draft, code, "warning", result, `${field.name}: ${result.message ?? result.status}`, refs);
}
