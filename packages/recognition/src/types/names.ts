// Every closed list of words of the contract, in one place: a later draft may name them differently.

export const SCHEMA_VERSION = "2.0-draft.6";
/** Versions of a baseline that this core reads. */
export const READABLE_VERSIONS: readonly string[] = [SCHEMA_VERSION];

export const STATUSES = ["complete", "partial", "needs_input", "ambiguous", "none"] as const;
export const TURN_KINDS = [
  "request",
  "refinement",
  "correction",
  "withdrawal",
  "answer",
  "confirmation",
  "rejection",
  "information",
  "social",
  "mixed",
  "unclear",
] as const;
export const OPERATIONS = ["add", "replace", "remove"] as const;
export const TARGET_KINDS = ["intent", "constraint", "relation", "input", "reference", "unresolved"] as const;
export const EFFECTS = ["applied", "pending", "rejected", "no_effect"] as const;
export const COVERAGES = ["complete", "partial", "none"] as const;
export const SCOPES = ["current_request", "conversation"] as const;
export const UNDERSTANDINGS = ["clear", "partial", "ambiguous", "unclear"] as const;
export const CONSTRAINT_KINDS = [
  "prohibition",
  "requirement",
  "condition",
  "exclusion",
  "limit",
  "time",
  "quantity",
  "preference",
  "format",
] as const;
export const RELATION_TYPES = ["sequence", "depends_on", "alternative", "parallel", "conditional"] as const;
export const REFERENCE_KINDS = ["anaphora", "prior_request", "entity", "ellipsis"] as const;
export const UNRESOLVED_KINDS = ["reference", "ambiguity", "missing", "conflict", "unparsed"] as const;
export const ORIGINS = ["turn", "baseline", "context"] as const;
export const FIELD_STATUSES = [
  "extracted",
  "carried",
  "missing",
  "not_provided",
  "ambiguous",
  "conflict",
  "invalid",
  "indeterminate",
  "not_applicable",
] as const;
/** What a candidate may say of a field; `carried` and `invalid` are the core's. */
export const CANDIDATE_FIELD_STATUSES = [
  "extracted",
  "missing",
  "not_provided",
  "ambiguous",
  "conflict",
  "indeterminate",
  "not_applicable",
] as const;
export const ISSUE_CODES = [
  "NEGATION_UNACCOUNTED",
  "TEXT_UNACCOUNTED",
  "TIME_UNANCHORED",
  "CURRENCY_UNKNOWN",
  "VALUE_NOT_NORMALISED",
  "REFERENCE_UNRESOLVED",
  "CONSTRAINT_CONFLICT",
  "BASELINE_TARGET_UNCLEAR",
  "LANGUAGE_NOT_GUARDED",
  "FIELD_MISSING",
  "FIELD_AMBIGUOUS",
  "FIELD_CONFLICT",
  "FIELD_INVALID",
  "STATEMENT_NOTED",
  "EXECUTOR_LIMITED",
] as const;
export const SEVERITIES = ["info", "warning"] as const;
export const INFERENCE_KINDS = ["reference", "relative_time", "unit", "default", "wording"] as const;
export const SOURCE_ROOTS = ["input", "context", "baseline", "referenceTime"] as const;
export const ACCOUNTED_KINDS = ["information", "social", "quotation"] as const;
export const CONTEXT_ROLES = ["user", "assistant", "tool", "background"] as const;
export const EVIDENCE_FORMS = ["refs", "quotes"] as const;
export const TIME_FORMS = ["instant", "date", "interval", "duration", "recurrence"] as const;
export const GRAINS = ["second", "minute", "hour", "day", "week", "month", "year"] as const;
export const CANCEL_REASONS = ["cancelled", "refusal", "incomplete"] as const;
export const CANCEL_STATUSES = ["cancelled", "already_cancelled", "already_completed"] as const;
export const PROTOCOL_VERSIONS = ["2025-06-18", "2025-11-25", "2026-07-28"] as const;

export type Status = (typeof STATUSES)[number];
export type TurnKind = (typeof TURN_KINDS)[number];
export type Operation = (typeof OPERATIONS)[number];
export type TargetKind = (typeof TARGET_KINDS)[number];
export type Effect = (typeof EFFECTS)[number];
export type Coverage = (typeof COVERAGES)[number];
export type Scope = (typeof SCOPES)[number];
export type Understanding = (typeof UNDERSTANDINGS)[number];
export type ConstraintKind = (typeof CONSTRAINT_KINDS)[number];
export type RelationType = (typeof RELATION_TYPES)[number];
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];
export type UnresolvedKind = (typeof UNRESOLVED_KINDS)[number];
export type Origin = (typeof ORIGINS)[number];
export type FieldStatus = (typeof FIELD_STATUSES)[number];
export type CandidateFieldStatus = (typeof CANDIDATE_FIELD_STATUSES)[number];
export type IssueCode = (typeof ISSUE_CODES)[number];
export type Severity = (typeof SEVERITIES)[number];
export type InferenceKind = (typeof INFERENCE_KINDS)[number];
export type SourceRoot = (typeof SOURCE_ROOTS)[number];
export type AccountedKind = (typeof ACCOUNTED_KINDS)[number];
export type ContextRole = (typeof CONTEXT_ROLES)[number];
export type EvidenceForm = (typeof EVIDENCE_FORMS)[number];
export type TimeForm = (typeof TIME_FORMS)[number];
export type Grain = (typeof GRAINS)[number];
export type CancelReason = (typeof CANCEL_REASONS)[number];
export type CancelStatus = (typeof CANCEL_STATUSES)[number];
export type ProtocolVersion = (typeof PROTOCOL_VERSIONS)[number];
