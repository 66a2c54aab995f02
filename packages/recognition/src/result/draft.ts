// The result in the making: the state that the turn writes to, and what it did so far.
import { EVIDENCED } from "../candidate/evidenced-items.ts";
import type { RecognitionRequest } from "../request.ts";
import { type Clause, splitClauses } from "../text/clauses.ts";
import type { QuoteSpan } from "../text/quotes.ts";
import type { Candidate } from "../types/candidate.ts";
import type { JsonValue } from "../types/json.ts";
import type { Effect, InferenceKind, IssueCode, Operation, Severity } from "../types/names.ts";
import type {
  Change,
  Constraint,
  EffectiveState,
  FieldResult,
  FieldValue,
  RecognisedIntent,
  SourceRef,
  Unresolved,
} from "../types/result.ts";
import { carriedState } from "./carry.ts";
import { createPlacing, type Evidence, type Placing } from "./evidence.ts";
import { createMint, type Mint } from "./ids.ts";
import { alteredIntents } from "./intent-content.ts";
import { stateIds } from "./state-invariants.ts";
import { placedIntents } from "./state-walk.ts";
import { describeChange } from "./templates.ts";

/** What a key of the candidate, or an ID of the baseline, came to be. */
export interface Standing {
  id: string;
  /** `pending` and `gone` items are not in the state. */
  fate: "stands" | "pending" | "gone";
}

export interface DraftChange {
  change: Change;
  position: number;
}

/** An unresolved item of this turn; it gets its ID at the end, in text order. */
export interface OpenItem {
  item: Unresolved;
  evidence: Evidence;
}

export interface DraftIssue {
  code: IssueCode;
  severity: Severity;
  /** The object of the result that the issue is about, and a path below it. */
  about: object | null;
  below: string;
  message: string;
  sourceRefs: SourceRef[];
}

export interface DraftInference {
  about: object;
  below: string;
  kind: InferenceKind;
  statement: string;
  sourceRefs: SourceRef[];
  position: number;
}

type Listed = (typeof EVIDENCED)[number];

export interface Draft {
  readonly request: RecognitionRequest;
  readonly candidate: Candidate;
  readonly placing: Placing;
  /** Evidence of every item of the candidate, by list and index. */
  readonly evidence: Readonly<Record<Listed, Evidence[]>>;
  readonly clauses: readonly Clause[];
  readonly state: EffectiveState;
  /** IDs of everything that the turn starts from. */
  readonly carried: ReadonlySet<string>;
  /** Intents of the baseline that the candidate names with other content. */
  readonly altered: ReadonlySet<string>;
  /** Constraints of the baseline that the candidate gives other words. */
  readonly replaced: ReadonlySet<string>;
  readonly intents: Map<string, { intent: RecognisedIntent; parent: RecognisedIntent | null }>;
  readonly constraints: Map<string, { constraint: Constraint; owner: RecognisedIntent | null }>;
  readonly mint: Mint;
  readonly keys: Map<string, Standing>;
  readonly changes: DraftChange[];
  readonly opened: OpenItem[];
  readonly issues: DraftIssue[];
  readonly inferences: DraftInference[];
  readonly fieldResults: FieldResult[];
  readonly facts: Map<string, FieldValue>;
  /** Values that the turn takes back, by intent and field: a new value in the same turn replaces the old one. */
  readonly withdrawn: Map<string, { prior: FieldValue; change: Change }>;
  /** Unresolved items of the candidate that became a field's question. */
  readonly claimed: Set<number>;
  /** Options for ambiguities that the candidate reports itself. */
  readonly targetOptions: { evidence: Evidence; options: string[] }[];
  /** What the turn says again without change; told at the end, unless something about it did change. */
  readonly repeated: { kind: "intent" | "constraint"; id: string; owner: string | null; evidence: Evidence }[];
  /** Spans that keep a negation: texts of constraints and open items, quotes of removals and replacements. */
  readonly kept: QuoteSpan[];
}

export function startDraft(request: RecognitionRequest, candidate: Candidate): Draft {
  const placing = createPlacing(request);
  const state = carriedState(request);
  const intents: Draft["intents"] = new Map();
  const constraints: Draft["constraints"] = new Map();
  for (const { intent, parent } of placedIntents(state)) {
    intents.set(intent.id, { intent, parent });
    for (const constraint of intent.constraints) constraints.set(constraint.id, { constraint, owner: intent });
  }
  for (const constraint of state.constraints) constraints.set(constraint.id, { constraint, owner: null });
  const evidence = placeCandidate(placing, candidate);
  return {
    request,
    candidate,
    placing,
    evidence,
    clauses: splitClauses(request.input),
    state,
    carried: new Set(stateIds(state).map(([id]) => id)),
    altered: alteredIntents(candidate.intents, intents),
    replaced: new Set(candidate.constraints.flatMap((one) => one.baselineId ?? [])),
    intents,
    constraints,
    mint: createMint(state),
    keys: new Map(),
    changes: [],
    opened: [],
    issues: [],
    inferences: [],
    fieldResults: [],
    facts: new Map(),
    withdrawn: new Map(),
    claimed: new Set(),
    targetOptions: [],
    repeated: [],
    kept: [],
  };
}

/** Places all evidence of a candidate. */
export function placeCandidate(placing: Placing, candidate: Candidate): Draft["evidence"] {
  return Object.fromEntries(
    EVIDENCED.map((list) => [list, candidate[list].map((one) => placing.place(list, one.evidence))]),
  ) as Record<Listed, Evidence[]>;
}

/** Indexes of a list of the candidate in text order. */
export function inTextOrder(evidence: readonly Evidence[], rank: (index: number) => number = () => 0): number[] {
  return evidence
    .map((one, index) => ({ index, position: one.position, rank: rank(index) }))
    .sort((a, b) => a.position - b.position || a.rank - b.rank || a.index - b.index)
    .map((one) => one.index);
}

/** What a key or a baseline ID stands for now. */
export function standingOf(draft: Draft, name: string): Standing {
  const known = draft.keys.get(name);
  if (known !== undefined) return known;
  const stands = draft.intents.has(name) || draft.constraints.has(name);
  return { id: name, fate: stands ? "stands" : "gone" };
}

export interface ChangeDetails {
  name?: string;
  before?: JsonValue;
  after?: JsonValue;
}

export function addChange(
  draft: Draft,
  operation: Operation,
  kind: Change["target"]["kind"],
  id: string,
  evidence: Evidence,
  effect: Effect,
  details: ChangeDetails = {},
): Change {
  const { name, before, after } = details;
  const fromInput = evidence.refs.some((ref) => ref.root === "input");
  const change: Change = {
    operation,
    target: { kind, id, ...(name === undefined ? {} : { name }) },
    description: describeChange(draft.request.language, operation, effect),
    sourceRefs: fromInput ? evidence.refs : [...draft.placing.whole().refs, ...evidence.refs],
    effect,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
  draft.changes.push({ change, position: evidence.position });
  return change;
}

export function addIssue(
  draft: Draft,
  code: IssueCode,
  severity: Severity,
  about: object | null,
  message: string,
  sourceRefs: SourceRef[],
  below = "",
): void {
  draft.issues.push({ code, severity, about, below, message, sourceRefs });
}

/** Opens an unresolved item. Its words count as kept, unless told otherwise. */
export function open(
  draft: Draft,
  item: Omit<Unresolved, "id" | "sourceRefs">,
  evidence: Evidence,
  keeps = true,
): Unresolved {
  const { kind, text, intentId, question, options } = item;
  const made: Unresolved = { id: "", kind, text, intentId, question, options, sourceRefs: evidence.refs };
  draft.opened.push({ item: made, evidence });
  const span = keeps ? draft.placing.spanOf(text, evidence) : null;
  if (span !== null) draft.kept.push(span);
  return made;
}

export function overlaps(a: Evidence, b: Evidence): boolean {
  return a.spans.some((one) => b.spans.some((other) => one.start < other.end && other.start < one.end));
}

/** The words of an item's first quote of the input, as written; else what it says of itself. */
export function wordsOf(draft: Draft, evidence: Evidence, otherwise: string): string {
  const span = evidence.spans[0];
  return span === undefined ? otherwise : draft.request.input.slice(span.start, span.end);
}

/** The intent that an owner of the candidate names, if it stands. */
export function ownerIntent(draft: Draft, owner: string | null): RecognisedIntent | null {
  if (owner === null) return null;
  return draft.intents.get(standingOf(draft, owner).id)?.intent ?? null;
}
