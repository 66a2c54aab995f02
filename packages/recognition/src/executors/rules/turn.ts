import type { Candidate } from "../../types/candidate.ts";
import type { TaskMaterial } from "../../types/executor.ts";
import type { TurnKind } from "../../types/names.ts";
import type { EffectiveState } from "../../types/result.ts";
import type { ValueContext } from "../../values/find-values.ts";
import { adopt, readReply } from "./adoption.ts";
import { readAnswer } from "./answer.ts";
import { isToldAsRule } from "./caps.ts";
import { readCorrections } from "./correction.ts";
import { type ReadConstraint, type Reading, takeOut } from "./reading.ts";
import { readSelfCorrections } from "./self-correction.ts";
import { namedIntents, standingIntents, type TurnDraft } from "./turn-draft.ts";
import { readWithdrawals } from "./withdrawal.ts";

/** What the message does to what holds already; the returned function writes it into the candidate of the rest. */
export function takeTurn(
  reading: Reading,
  material: TaskMaterial,
  context: ValueContext,
): (candidate: Candidate) => void {
  const kinds = new Set<TurnKind>();
  const edits: ((candidate: Candidate) => void)[] = [];
  takeReply(reading, material, context, kinds, edits);
  if (material.baseline !== null && !isEmpty(material.baseline) && kinds.size === 0) {
    const draft: TurnDraft = { reading, material, context, baseline: material.baseline, kinds, edits };
    readWithdrawals(draft);
    if (kinds.size === 0) readAnswer(draft);
    readCorrections(draft);
    placeOnStanding(draft);
  } else {
    readSelfCorrections(reading);
    if (reading.intents.length === 0 && kinds.size === 0) loosenValues(reading);
  }
  keepFragments(reading);
  return (candidate) => {
    for (const edit of edits) edit(candidate);
    candidate.kind = kindOf(reading, kinds);
  };
}

function isEmpty(state: EffectiveState): boolean {
  return state.intents.length + state.constraints.length + state.unresolved.length === 0;
}

function takeReply(
  reading: Reading,
  material: TaskMaterial,
  context: ValueContext,
  kinds: Set<TurnKind>,
  edits: ((candidate: Candidate) => void)[],
): void {
  const reply = readReply(reading);
  const open =
    material.baseline?.unresolved.some((one) => one.options.length === 0 && one.kind !== "unparsed") ?? false;
  const standing = (material.baseline?.intents.length ?? 0) > 0;
  // Filler that could be an answer is one only where there is something to answer.
  const filler =
    reading.accounted.length > 0 &&
    reading.intents.length + reading.fragments.length === 0 &&
    reading.reply === null &&
    !/\b(?:yes|yeah|yep|no|nope|sure)\b/i.test(reading.text);
  if (reply === null || (filler && material.context.length === 0 && !standing)) {
    if (reading.reply !== null) reading.accounted.push({ kind: "information", span: reading.reply.span });
    return;
  }
  kinds.add(reply.yes ? "confirmation" : "rejection");
  if (reply.yes && !open) {
    const edit = adopt(reading, reply, material, context);
    if (edit !== null) {
      edits.push(edit);
      return;
    }
  }
  takeOut(reading, { start: 0, end: reading.text.length });
  reading.accounted = [{ kind: "information", span: { start: reply.start, end: reply.end } }];
}

/** Constraints of a message that asks for nothing new belong to what is asked for already. */
function placeOnStanding(draft: TurnDraft): void {
  const { reading } = draft;
  if (reading.intents.length > 0) return;
  const all = standingIntents(draft.baseline);
  const lone = reading.constraints.filter((one) => one.owner === null);
  if (lone.length === 0) return;
  draft.kinds.add("refinement");
  for (const one of lone) {
    const text = reading.text.slice(one.span.start, one.span.end);
    const named = namedIntents(text, all);
    const [only, other] = named.length > 0 ? named : all;
    if (only === undefined || other !== undefined) continue;
    if (one.kind === "prohibition" && named.length === 0 && !/\b(?:it|them|that|this)\b/i.test(text)) continue;
    one.standing = only.intent.id;
  }
  for (const one of lone) if (one.follows !== null) one.standing = one.follows.standing;
}

/** A time or an amount of nothing that is asked for is not understood: "table for two at eight". */
function loosenValues(reading: Reading): void {
  const needsIntent = (one: ReadConstraint) =>
    one.follows === null &&
    !/^(?:prohibition|requirement|preference)$/.test(one.kind) &&
    !isToldAsRule(reading.text, one);
  const alone = reading.constraints.filter((one) => needsIntent(one) && !hasProhibition(reading, one));
  for (const one of alone) reading.fragments.push(one.span);
  reading.constraints = reading.constraints.filter((one) => !alone.includes(one));
}

/** A condition in the sentence of a prohibition bounds that one: "if it rains, do not go". */
function hasProhibition(reading: Reading, one: ReadConstraint): boolean {
  return (
    one.kind === "condition" &&
    reading.constraints.some((other) => other.kind === "prohibition" && other.sentence === one.sentence)
  );
}

function keepFragments(reading: Reading): void {
  for (const span of reading.fragments)
    reading.unresolved.push({ kind: "unparsed", owner: null, span, question: null, options: [] });
  reading.fragments = [];
}

function kindOf(reading: Reading, said: ReadonlySet<TurnKind>): TurnKind {
  const kinds = new Set(said);
  const replies = kinds.has("confirmation") || kinds.has("rejection");
  if (reading.intents.length > 0 && !replies) kinds.add("request");
  if (kinds.size > 1) kinds.delete("refinement");
  const [only] = kinds;
  if (kinds.size > 1) return "mixed";
  if (only !== undefined) return only;
  if (reading.constraints.length > 0) return "request";
  if (reading.unresolved.length > 0) return "unclear";
  return reading.accounted.some((one) => one.kind === "information")
    ? "information"
    : reading.accounted.length > 0
      ? "social"
      : "unclear";
}
