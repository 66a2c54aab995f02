import {
  enumName,
  type InputKind,
  InputKindSchema,
  type IntentEventType,
  IntentEventTypeSchema,
  type OutcomeBasis,
  OutcomeBasisSchema,
  type PurchaseOutcome,
  PurchaseOutcomeSchema,
  type WorkKind,
  WorkKindSchema,
} from "@openintents/proto";

const UNKNOWN = "unknown";

// Enum values as labels of metrics and spans.

export const stepName = (type: IntentEventType | undefined): string =>
  enumName(IntentEventTypeSchema, type ?? 0) ?? UNKNOWN;
export const kindName = (kind: WorkKind): string => enumName(WorkKindSchema, kind) ?? UNKNOWN;
export const questionName = (kind: InputKind | undefined): string => enumName(InputKindSchema, kind ?? 0) ?? UNKNOWN;
export const outcomeName = (outcome: PurchaseOutcome): string => enumName(PurchaseOutcomeSchema, outcome) ?? UNKNOWN;
export const basisName = (basis: OutcomeBasis): string => enumName(OutcomeBasisSchema, basis) ?? UNKNOWN;
