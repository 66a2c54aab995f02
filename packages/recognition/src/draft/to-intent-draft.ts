// From a recognised intent to the request that has it carried out. Nothing is added and nothing left out:
// what has no place in the request makes the mapping refuse, by name.
import { createHash } from "node:crypto";
import { standsWhole } from "../candidate/whole-words.ts";
import type { Constraint, IntentResult, RecognisedIntent } from "../types/result.ts";
import { capOf } from "./minor-units.ts";
import { timePhrase } from "./time-phrase.ts";

/** The create request of an intent, as the REST API takes it. */
export interface IntentDraft {
  /** The instruction: prohibitions first and word for word, then the goal with what binds it. */
  intent: string;
  /** In minor units of `currency`; absent unless the text sets a limit in a known currency. */
  max_amount?: number;
  /** Lower-case ISO 4217; exactly where there is a `max_amount`. */
  currency?: string;
  metadata: { recognition_digest: string };
}

export const BLOCK_REASONS = [
  /** There is no such intent in the result. */
  "INTENT_UNKNOWN",
  /** The text asks for nothing. */
  "NOTHING_ASKED",
  /** Something is unresolved that the user has not settled. */
  "OPEN_ITEM",
  /** The result is not complete although nothing unresolved is named. */
  "NOT_COMPLETE",
  /** The intent speaks of something ("it") that only other material than this text says. */
  "REFERS_ELSEWHERE",
  /** A condition decides whether the intent applies. */
  "OPEN_CONDITION",
  /** The intent is one of several of which one is wanted. */
  "ALTERNATIVE",
  /** The intent waits for another one. */
  "DEPENDS_ON_ANOTHER",
  /** A time that has no single meaning. */
  "TIME_UNPLACED",
  /** Limits in several currencies, or one that no cap can say. */
  "LIMIT_UNPLACED",
  /** The instruction is longer than a request may be. */
  "TOO_LONG",
] as const;
export type BlockReason = (typeof BLOCK_REASONS)[number];

export type DraftOutcome =
  | { outcome: "draft"; draft: IntentDraft }
  /** `texts`: the words that stand in the way. */
  | { outcome: "blocked"; reason: BlockReason; texts: string[] };

export interface DraftOptions {
  /** IDs of unresolved items, of conditions and of references that the user has settled since. */
  settled?: readonly string[];
}

/** Characters that the instruction of a request may have. */
const LONGEST_INSTRUCTION = 2000;

/** Pure: the same result and intent give the same draft. */
export function toIntentDraft(result: IntentResult, intentId: string, options: DraftOptions = {}): DraftOutcome {
  const settled = new Set(options.settled ?? []);
  const intent = result.effective.intents.find(({ id }) => id === intentId);
  const standing = statusBlock(result, settled) ?? (intent ? null : blocked("INTENT_UNKNOWN"));
  if (standing || !intent) return standing ?? blocked("INTENT_UNKNOWN");
  const constraints = [...result.effective.constraints, ...ownConstraints(intent)];
  const tied =
    relationBlock(result, intentId) ?? referenceBlock(intent, settled) ?? conditionBlock(constraints, settled);
  if (tied) return tied;
  const budget = budgetOf(constraints);
  if ("reason" in budget) return budget;
  const instruction = instructionOf(intent, constraints);
  if (typeof instruction !== "string") return instruction;
  if (Array.from(instruction).length > LONGEST_INSTRUCTION) return blocked("TOO_LONG");
  const recognition_digest = createHash("sha256").update(JSON.stringify(result)).digest("hex");
  return { outcome: "draft", draft: { intent: instruction, ...budget, metadata: { recognition_digest } } };
}

type Blocked = Extract<DraftOutcome, { outcome: "blocked" }>;

function blocked(reason: BlockReason, texts: string[] = []): Blocked {
  return { outcome: "blocked", reason, texts };
}

function statusBlock(result: IntentResult, settled: ReadonlySet<string>): Blocked | null {
  const { status, effective } = result;
  if (status === "none") return blocked("NOTHING_ASKED");
  const open = effective.unresolved.filter(({ id }) => !settled.has(id));
  if (open.length > 0) {
    return blocked(
      "OPEN_ITEM",
      open.map(({ text }) => text),
    );
  }
  if (status === "complete") return null;
  const unclear = [...unclearGoals(effective.intents), ...openFields(result, settled)];
  return effective.unresolved.length > 0 && unclear.length === 0 ? null : blocked("NOT_COMPLETE", unclear);
}

/** What no question stands for, so that nobody can have settled it. */
function unclearGoals(intents: RecognisedIntent[]): string[] {
  return intents.flatMap(({ goal, understanding, children }) => [
    ...(understanding === "clear" ? [] : [goal]),
    ...unclearGoals(children),
  ]);
}

function openFields({ fieldResults, effective }: IntentResult, settled: ReadonlySet<string>): string[] {
  return fieldResults
    .filter(
      ({ status, required }) =>
        status === "ambiguous" ||
        status === "conflict" ||
        status === "indeterminate" ||
        (required && (status === "missing" || status === "invalid")),
    )
    .filter(
      ({ field, intentId }) =>
        !effective.unresolved.some(
          ({ id, text, intentId: of }) => settled.has(id) && text === field && of === intentId,
        ),
    )
    .map(({ field }) => field);
}

function ownConstraints(intent: RecognisedIntent): Constraint[] {
  return [...intent.constraints, ...intent.children.flatMap(ownConstraints)];
}

function relationBlock({ effective }: IntentResult, id: string): Blocked | null {
  const goalOf = (other: string) => effective.intents.find((intent) => intent.id === other)?.goal ?? other;
  for (const { type, from, to } of effective.relations) {
    if (from !== id && to !== id) continue;
    const other = goalOf(from === id ? to : from);
    if (type === "alternative" || type === "conditional") return blocked("ALTERNATIVE", [other]);
    if (to === id && type === "sequence") return blocked("DEPENDS_ON_ANOTHER", [other]);
    if (from === id && type === "depends_on") return blocked("DEPENDS_ON_ANOTHER", [other]);
  }
  return null;
}

/** "Buy it" alone tells nobody what to buy. Words that the goal no longer holds were put in its place. */
function referenceBlock(intent: RecognisedIntent, settled: ReadonlySet<string>): Blocked | null {
  const family = (one: RecognisedIntent): RecognisedIntent[] => [one, ...one.children.flatMap(family)];
  const texts = family(intent).flatMap(({ goal, references }) =>
    references
      .filter(
        ({ id, text, resolved }) =>
          resolved !== null && resolved.root !== "input" && !settled.has(id) && standsWhole(goal, text),
      )
      .map(({ text }) => text),
  );
  return texts.length === 0 ? null : blocked("REFERS_ELSEWHERE", texts);
}

function conditionBlock(constraints: Constraint[], settled: ReadonlySet<string>): Blocked | null {
  const open = constraints.filter(({ kind, id }) => kind === "condition" && !settled.has(id));
  return open.length === 0
    ? null
    : blocked(
        "OPEN_CONDITION",
        open.map(({ text }) => text),
      );
}

/** The lowest limit of known currency. One of unknown currency stays in the words alone: no budget is made up of it. */
function budgetOf(constraints: Constraint[]): { max_amount?: number; currency?: string } | Blocked {
  const budget: { max_amount?: number; currency?: string } = {};
  for (const { kind, text, value } of constraints) {
    if (kind !== "limit" || value?.type !== "amount" || value.currency === null) continue;
    const cap = capOf(value, value.currency);
    const currency = value.currency.toLowerCase();
    if (cap === null || (budget.currency !== undefined && budget.currency !== currency)) {
      return blocked("LIMIT_UNPLACED", [text]);
    }
    budget.max_amount = Math.min(cap, budget.max_amount ?? cap);
    budget.currency = currency;
  }
  return budget;
}

function instructionOf(intent: RecognisedIntent, constraints: Constraint[]): string | Blocked {
  const prohibitions = constraints.filter(({ kind }) => kind === "prohibition").map(({ text }) => sentence(text));
  const bounds: string[] = [];
  for (const { kind, text, value } of constraints) {
    if (kind === "prohibition") continue;
    const words = kind === "time" ? timePhrase(value) : text;
    if (words === null) return blocked("TIME_UNPLACED", [text]);
    bounds.push(words);
  }
  return [...prohibitions, sentence([intent.goal, ...bounds].join(", "))].join(" ");
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
