import type { Candidate, CandidateIntent, Quote } from "../../types/candidate.ts";
import type { TurnKind } from "../../types/names.ts";
import { folded, quoteOf } from "./quoting.ts";
import type { ReadConstraint, ReadIntent, Reading } from "./reading.ts";
import type { ReadReference } from "./references.ts";

/** Keys that the candidate gives to what was read. */
export interface Keys {
  intents: Map<ReadIntent, string>;
  constraints: Map<ReadConstraint, string>;
}

export function emptyCandidate(kind: TurnKind): Candidate {
  return {
    kind,
    intents: [],
    constraints: [],
    relations: [],
    removals: [],
    references: [],
    fields: [],
    unresolved: [],
    inferences: [],
    accounted: [],
  };
}

/** The candidate of a reading of the input, where nothing has to be merged with what holds. */
export function toCandidate(
  reading: Reading,
  references: readonly ReadReference[],
  domainOf: (intent: ReadIntent) => string | null,
): { candidate: Candidate; keys: Keys } {
  const { text } = reading;
  const candidate = emptyCandidate("request");
  const keys: Keys = { intents: new Map(), constraints: new Map() };
  const quotes = (...spans: { start: number; end: number }[]): Quote[] => spans.map((span) => quoteOf(text, span));
  for (const [at, intent] of reading.intents.entries()) keys.intents.set(intent, `i${at + 1}`);
  for (const intent of reading.intents) {
    candidate.intents.push({
      ...contentOf(text, intent),
      key: keys.intents.get(intent) ?? "",
      parent: intent.parent === null ? null : (keys.intents.get(intent.parent) ?? null),
      baselineId: null,
      domain: domainOf(intent),
      evidence: quotes(...intent.evidence),
    });
    if (intent.reworded !== null)
      candidate.inferences.push({
        about: keys.intents.get(intent) ?? "",
        kind: "wording",
        statement: intent.reworded.statement,
        evidence: quotes(...intent.evidence),
      });
  }
  for (const [at, one] of reading.constraints.entries()) {
    const key = `c${at + 1}`;
    keys.constraints.set(one, key);
    candidate.constraints.push({
      key,
      owner: one.standing ?? (one.owner === null ? null : (keys.intents.get(one.owner) ?? null)),
      baselineId: null,
      kind: one.kind,
      text: folded(text, one.span),
      valueJson: one.valueJson,
      evidence: quotes(one.span),
    });
  }
  for (const { type, from, to, evidence } of reading.relations) {
    const [a, b] = [keys.intents.get(from), keys.intents.get(to)];
    if (a !== undefined && b !== undefined && a !== b)
      candidate.relations.push({ type, from: a, to: b, constraintKey: null, evidence: quotes(evidence) });
  }
  for (const { owner, kind, span, resolvesTo } of references)
    candidate.references.push({
      owner: keys.intents.get(owner) ?? "",
      kind,
      text: folded(text, span),
      resolvesTo,
      evidence: quotes(span),
    });
  for (const { kind, owner, span, question, options } of reading.unresolved)
    candidate.unresolved.push({
      kind,
      owner: owner === null ? null : (keys.intents.get(owner) ?? null),
      text: folded(text, span),
      question,
      options,
      evidence: quotes(span),
    });
  for (const { kind, span } of reading.accounted) candidate.accounted.push({ kind, evidence: quotes(span) });
  return { candidate, keys };
}

export function contentOf(
  text: string,
  intent: ReadIntent,
): Pick<CandidateIntent, "action" | "target" | "goal" | "understanding"> {
  const target = intent.target === null ? null : folded(text, intent.target);
  return {
    action: intent.reworded?.action ?? (intent.action === null ? null : intent.action.replace(/\s+/g, " ")),
    target: intent.reworded?.target ?? target,
    goal: intent.reworded?.goal ?? folded(text, intent.goal),
    understanding: intent.understanding,
  };
}
