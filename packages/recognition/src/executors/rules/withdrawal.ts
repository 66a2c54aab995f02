import type { Span } from "../../text/literals.ts";
import { wordSet } from "../../text/words.ts";
import type { Constraint, RecognisedIntent } from "../../types/result.ts";
import { findValues } from "../../values/find-values.ts";
import { contentWords } from "./place-constraints.ts";
import { quoteOf } from "./quoting.ts";
import { type ReadIntent, takeOut } from "./reading.ts";
import { askWhich, namedIntents, ordinalIn, type Standing, standingIntents, type TurnDraft } from "./turn-draft.ts";

// Taking back: "forget the second one", "never mind", "you may share it now".

const TAKES_BACK =
  /^(?:forget|forget about|scrap|drop|disregard|withdraw|undo|never mind|nevermind|ignore|skip|take back)$/i;
// "go over budget", "exceed the limit": the bound gives way.
const OVERRIDES = /^(?:go over|exceed|raise|lift)$/i;
const MAY_TAKE_BACK = /^(?:cancel|remove|delete|stop|clear|leave out)$/i;
const ANAPHOR = /^(?:it|that|this|them|those|these|(?:that|this) (?:one|request|thing))$/i;
const EVERYTHING = /^(?:everything|all|all of (?:it|them|that)|it all|the whole thing|all (?:my )?requests)$/i;
// Requests that bring something about: until they are carried out, to cancel the thing is to withdraw the request.
const BRINGS_ABOUT = wordSet(
  "book buy order reserve schedule get need want like looking send make create add remind set arrange plan rent hire bring prepare find register sign subscribe call email text message invite deliver purchase print draft write play",
);
const NEVER_MIND =
  /\b(?:never ?mind|forget (?:it|that|about (?:it|that))|scrap (?:it|that)|on second thoughts?,? (?:no|don't))\b/i;
const NO_LONGER =
  /\b(?:no longer (?:need|want)|(?:don't|do not) (?:need|want) (?:[^.!?]{0,80} )?(?:any ?more|any longer|after all|now)|changed my mind about|after all)\b/i;
const ALLOWS =
  /\b(?:you (?:may|can)|it(?:'s| is) (?:ok|okay|fine|all right|alright) (?:now )?(?:to|if you)|feel free to|i(?:'m| am) (?:ok|okay|fine) with|go ahead and|is (?:fine|ok|okay|allowed)(?: now)?)\b/i;
const KINDS: readonly [RegExp, Constraint["kind"]][] = [
  [/\b(?:budget|limit|price cap|cap|maximum|max)\b/i, "limit"],
  [/\b(?:deadline|date|time|due date|schedule)\b/i, "time"],
  [/\b(?:condition)\b/i, "condition"],
  [/\b(?:exception|exclusion)\b/i, "exclusion"],
  [/\b(?:restriction|prohibition|ban|rule)\b/i, "prohibition"],
  [/\b(?:preference)\b/i, "preference"],
  [/\b(?:quantity|number|count)\b/i, "quantity"],
  [/\b(?:format|language)\b/i, "format"],
];

export function readWithdrawals(draft: TurnDraft): void {
  const { reading } = draft;
  for (const intent of [...reading.intents]) {
    const span = intent.evidence[0];
    if (span === undefined || !reading.intents.includes(intent) || intent.parent !== null) continue;
    readCommandBack(draft, intent, span);
  }
  for (const span of [
    ...reading.fragments,
    ...reading.accounted.filter((one) => one.kind === "information").map((one) => one.span),
    ...reading.constraints.filter((one) => one.kind === "prohibition").map((one) => one.span),
    ...reading.unresolved.map((one) => one.span),
  ]) {
    readStatementBack(draft, span);
  }
}

function readCommandBack(draft: TurnDraft, intent: ReadIntent, span: Span): void {
  const action = intent.action ?? "";
  const strong = TAKES_BACK.test(action);
  const all = standingIntents(draft.baseline);
  const target = intent.target === null ? "" : draft.reading.text.slice(intent.target.start, intent.target.end);
  if (
    OVERRIDES.test(action) &&
    findValues(draft.reading.text.slice(span.start, span.end), draft.context).length === 0
  ) {
    const bounds = namedConstraints(draft, target, false);
    const [bound] = bounds;
    if (bound !== undefined) withdrawConstraint(draft, span, bound, bounds.length > 1);
    return;
  }
  if (!strong && !MAY_TAKE_BACK.test(action)) {
    readPermission(draft, span);
    return;
  }
  const constraints = namedConstraints(draft, target, strong);
  if (EVERYTHING.test(target)) {
    withdrawIntents(draft, span, all);
    return;
  }
  const place = ordinalIn(target, all.length);
  const chosen = place === null ? undefined : all[place];
  if (chosen !== undefined && !/\d{3,}/.test(target)) {
    withdrawIntents(draft, span, [chosen]);
    return;
  }
  if (ANAPHOR.test(target) || (strong && target === "")) {
    const possible = strong ? all : all.filter(({ intent: one }) => bringsAbout(one));
    if (possible.length > 0) withdrawOne(draft, span, possible);
    return;
  }
  const named = namedIntents(target, all).filter(
    ({ intent: one }) => strong || (bringsAbout(one) && !holdsOtherCode(target, one)),
  );
  if (named.length > 0 && (constraints.length === 0 || named.length === 1)) {
    withdrawOne(draft, span, named);
    return;
  }
  const [only] = constraints;
  if (only !== undefined) withdrawConstraint(draft, span, only, constraints.length > 1);
}

function readStatementBack(draft: TurnDraft, span: Span): void {
  const { reading } = draft;
  const text = reading.text.slice(span.start, Math.min(span.end, span.start + 400));
  const all = standingIntents(draft.baseline);
  if (NEVER_MIND.test(text) && all.length > 0) {
    const named = namedIntents(text, all);
    withdrawOne(draft, span, named.length > 0 ? named : all);
    return;
  }
  if (NO_LONGER.test(text)) {
    const named = namedIntents(text, all);
    if (named.length > 0) withdrawOne(draft, span, named);
    return;
  }
  readPermission(draft, span);
}

/** "you may share it now": what was forbidden is allowed. */
function readPermission(draft: TurnDraft, span: Span): void {
  const text = draft.reading.text.slice(span.start, Math.min(span.end, span.start + 400));
  if (!ALLOWS.test(text) || /\b(?:not|never|no)\b|n't/i.test(text)) return;
  const said = stems(text);
  const lifted = allConstraints(draft).filter(
    (one) => one.kind === "prohibition" && [...verbsOf(one.text)].some((verb) => said.has(verb)),
  );
  const [only] = lifted;
  if (only !== undefined) withdrawConstraint(draft, span, only, lifted.length > 1);
}

function verbsOf(prohibition: string): Set<string> {
  const words = [...stems(prohibition)];
  return new Set(words.slice(0, 1));
}

function stems(text: string): Set<string> {
  return new Set([...contentWords(text)].map((word) => word.replace(/(?:ing|ed|e)$/, "")));
}

function namedConstraints(draft: TurnDraft, target: string, strong: boolean): Constraint[] {
  const all = allConstraints(draft);
  const said = contentWords(target);
  const shared = all.filter((one) => [...contentWords(one.text)].some((word) => said.has(word)));
  if (shared.length > 0 && strong) return shared;
  const kind = KINDS.find(([pattern]) => pattern.test(target))?.[1];
  return kind === undefined ? [] : all.filter((one) => one.kind === kind);
}

export function allConstraints(draft: TurnDraft): Constraint[] {
  const nested = (intents: readonly RecognisedIntent[]): Constraint[] =>
    intents.flatMap((one) => [...one.constraints, ...nested(one.children)]);
  return [...draft.baseline.constraints, ...nested(draft.baseline.intents)];
}

function bringsAbout(intent: RecognisedIntent): boolean {
  return BRINGS_ABOUT.has((intent.action ?? "").toLowerCase().split(" ")[0] ?? "");
}

/** "cancel order 5" while something else than order 5 is asked for. */
function holdsOtherCode(target: string, intent: RecognisedIntent): boolean {
  const codes = target.match(/[\p{L}-]*\d[\p{L}\p{N}-]*/gu) ?? [];
  return codes.some((code) => !(intent.target ?? intent.goal).includes(code));
}

function withdrawOne(draft: TurnDraft, span: Span, possible: readonly Standing[]): void {
  const [first] = possible;
  if (first === undefined) return;
  withdrawIntents(draft, span, [first]);
  if (possible.length > 1) askWhich(draft, span);
}

function withdrawIntents(draft: TurnDraft, span: Span, intents: readonly Standing[]): void {
  if (intents.length === 0) return;
  takeOut(draft.reading, span);
  draft.kinds.add("withdrawal");
  draft.edits.push((candidate) => {
    for (const { intent } of intents)
      candidate.removals.push({
        kind: "intent",
        id: intent.id,
        name: null,
        evidence: [quoteOf(draft.reading.text, span)],
      });
  });
}

function withdrawConstraint(draft: TurnDraft, span: Span, constraint: Constraint, unclear: boolean): void {
  takeOut(draft.reading, span);
  draft.kinds.add("withdrawal");
  draft.edits.push((candidate) => {
    candidate.removals.push({
      kind: "constraint",
      id: constraint.id,
      name: null,
      evidence: [quoteOf(draft.reading.text, span)],
    });
  });
  if (unclear) askWhich(draft, span);
}
