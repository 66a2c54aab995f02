// Random utterances with the candidate that a careful language source would give for them, over random
// baselines and settings. Every candidate here passes the candidate rules.
import fc from "fast-check";
import { readInput } from "../../src/input/read-input.ts";
import type { RecognitionRequest, Settings } from "../../src/request.ts";
import { recognise } from "../../src/result/recognise.ts";
import { allConstraints, allIntents } from "../../src/result/state-walk.ts";
import { readOptions } from "../../src/settings/read-options.ts";
import type { Candidate, CandidateField } from "../../src/types/candidate.ts";
import type { JsonSchema } from "../../src/types/json.ts";
import {
  ACCOUNTED_KINDS,
  CONSTRAINT_KINDS,
  INFERENCE_KINDS,
  REFERENCE_KINDS,
  RELATION_TYPES,
  TURN_KINDS,
  UNDERSTANDINGS,
  UNRESOLVED_KINDS,
} from "../../src/types/names.ts";
import type { IntentOptions } from "../../src/types/options.ts";
import type { EffectiveState, RecognisedIntent } from "../../src/types/result.ts";
import { candidateOf, constraint, intent, MONDAY, quote } from "./material.ts";

export interface Case {
  request: RecognitionRequest;
  candidate: Candidate;
}

interface Request {
  is: "request";
  verb: string;
  thing: string;
  limits: { kind: "limit" | "time" | "exclusion" | "quantity"; text: string }[];
  condition: string;
}
type Piece =
  | Request
  | { is: "prohibition"; text: string; wide: boolean }
  | { is: "information"; text: string }
  | { is: "social"; text: string }
  | { is: "overlooked"; text: string };
type Edit = { is: "drop"; pick: number } | { is: "replace"; pick: number; text: string } | { is: "lift"; pick: number };

const word = (...words: string[]) => fc.constantFrom(...words);
const verbs = word("Book", "Order", "Look up", "Send", "Deliver", "Reserve", "Translate", "Archive");
const things = word(
  "a table",
  "order 000123",
  "order 00417",
  "two tickets to Berlin",
  "the quarterly report",
  "a blue sofa",
  "my dentist appointment",
  "'do not enter'",
);
const limits = fc.oneof(
  word("under $60", "at most €180", "up to 40 EUR").map((text) => ({ kind: "limit" as const, text })),
  word("tomorrow at 7pm", "by Friday", "on 03/04", "on the 14th", "as soon as possible").map((text) => ({
    kind: "time" as const,
    text,
  })),
  word("except the VIP ones", "but not at Luigi's", "without onions").map((text) => ({
    kind: "exclusion" as const,
    text,
  })),
  word("for four").map((text) => ({ kind: "quantity" as const, text })),
);
const requests: fc.Arbitrary<Piece> = fc.record({
  is: fc.constant("request" as const),
  verb: verbs,
  thing: things,
  limits: fc.uniqueArray(limits, { maxLength: 2, selector: (one) => one.kind }),
  condition: word("", "", "", "If the fare drops below €60", "Unless it rains", "Once Anna agrees"),
});
const prohibitions: fc.Arbitrary<Piece> = fc.record({
  is: fc.constant("prohibition" as const),
  text: word(
    "Do not cancel the order",
    "Never share it outside the company",
    "Don't call Sam",
    "You must not pay twice",
  ),
  wide: fc.boolean(),
});
const information: fc.Arbitrary<Piece> = word(
  "My parcel has not arrived",
  "The card is blue",
  "It isn't raining here",
).map((text) => ({ is: "information" as const, text }));
const social: fc.Arbitrary<Piece> = word("Thanks", "Hello there").map((text) => ({ is: "social" as const, text }));
const overlooked: fc.Arbitrary<Piece> = word("Mind the gap", "No smoking rooms", "Never mention 42").map((text) => ({
  is: "overlooked" as const,
  text,
}));
const pieces = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: requests },
    { weight: 3, arbitrary: prohibitions },
    { weight: 1, arbitrary: information },
    { weight: 1, arbitrary: social },
    { weight: 1, arbitrary: overlooked },
  ),
  { minLength: 1, maxLength: 5 },
);
const edits = fc.array(
  fc.oneof(
    fc.record({ is: fc.constant("drop" as const), pick: fc.nat(9) }),
    fc.record({ is: fc.constant("lift" as const), pick: fc.nat(9) }),
    fc.record({
      is: fc.constant("replace" as const),
      pick: fc.nat(9),
      text: word("in euros", "on the 14th", "at most €90"),
    }),
  ),
  { maxLength: 2 },
);

export const SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    orderId: { type: "string", "x-intent": { exact: true } },
    party: { type: "integer", "x-intent": { perIntent: false } },
    place: { type: "string", "x-intent": { appliesTo: ["book", "reserve"] } },
  },
  required: ["orderId"],
  additionalProperties: false,
};

const settings: fc.Arbitrary<IntentOptions> = fc.record({
  schema: fc.constantFrom<JsonSchema | undefined>(undefined, SCHEMA),
  language: fc.constantFrom("en", "en", "en-GB", "de"),
  requireGuard: fc.boolean(),
  defaults: fc.constantFrom({}, { currency: "USD" }, { dateOrder: "DMY" as const }),
});
const more = fc.record({
  reference: fc.boolean(),
  evidence: fc.constantFrom("refs" as const, "quotes" as const),
  output: fc.constantFrom("en", "de", "fr", "es", "nb", "pt"),
});

const configured = new Map<string, Settings>();

function settingsOf(options: IntentOptions): Settings {
  const key = JSON.stringify(options);
  const known = configured.get(key) ?? readOptions(options).settings;
  configured.set(key, known);
  return known;
}

/** A conversation of one or two turns, as its last turn. */
export const cases: fc.Arbitrary<Case> = fc
  .record({ settings, more, earlier: fc.option(pieces, { freq: 3 }), pieces, edits })
  .map(({ settings: options, more: { reference, evidence, output }, earlier, pieces: said, edits: changes }) => {
    const read = settingsOf(options);
    const requestOf = (input: string, baseline: EffectiveState | null) =>
      readInput(read, {
        input,
        baseline,
        output: { language: output, evidence },
        ...(reference ? { referenceTime: MONDAY } : {}),
      });
    let baseline: EffectiveState | null = null;
    if (earlier !== null) {
      const first = write(earlier, [], null, options.schema !== undefined);
      baseline = recognise(requestOf(first.input, null), first.candidate).effective;
    }
    const turn = write(said, baseline === null ? [] : changes, baseline, options.schema !== undefined);
    return { request: requestOf(turn.input, baseline), candidate: turn.candidate };
  });

/** The utterance of some pieces, and its candidate. */
function write(said: readonly Piece[], changes: readonly Edit[], baseline: EffectiveState | null, fields: boolean) {
  const candidate = candidateOf({ kind: baseline === null ? "request" : "mixed" });
  const sentences: string[] = [];
  let owner: string | null = null;
  for (const [at, piece] of said.entries()) {
    if (piece.is === "request") {
      owner = `i${at}`;
      sentences.push(writeRequest(candidate, piece, owner, at, fields));
      continue;
    }
    sentences.push(piece.text);
    if (piece.is === "prohibition") {
      candidate.constraints.push(constraint(`p${at}`, piece.wide ? null : owner, "prohibition", piece.text));
    } else if (piece.is !== "overlooked") {
      candidate.accounted.push({ kind: piece.is, evidence: [quote(piece.text)] });
    }
  }
  for (const [at, change] of changes.entries()) {
    const text = writeEdit(candidate, change, at, baseline);
    if (text !== null) sentences.push(text);
  }
  relate(candidate);
  return { input: `${sentences.join(". ")}.`, candidate };
}

function writeRequest(candidate: Candidate, piece: Request, key: string, at: number, fields: boolean): string {
  const goal = `${piece.verb} ${piece.thing}`;
  candidate.intents.push(intent(key, piece.verb, piece.thing, goal));
  const parts = [goal];
  for (const [index, { kind, text }] of piece.limits.entries()) {
    parts.push(text);
    candidate.constraints.push(constraint(`c${at}-${index}`, key, kind, text));
  }
  if (fields) candidate.fields.push(orderField(piece, key));
  if (piece.condition === "") return parts.join(", ");
  candidate.constraints.push(constraint(`d${at}`, key, "condition", piece.condition));
  return [piece.condition, ...parts].join(", ");
}

function orderField(piece: Request, owner: string): CandidateField {
  const order = /order (\d+)/.exec(piece.thing)?.[1];
  const common = { field: "orderId", owner, alternativesJson: [], note: null };
  if (order === undefined) return { ...common, status: "missing", valueJson: null, evidence: [] };
  return { ...common, status: "extracted", valueJson: JSON.stringify(order), evidence: [quote(piece.thing)] };
}

function writeEdit(candidate: Candidate, change: Edit, at: number, baseline: EffectiveState | null): string | null {
  const intents: RecognisedIntent[] = baseline?.intents ?? [];
  const standing = [...(baseline?.constraints ?? []), ...intents.flatMap((one) => one.constraints)];
  const taken = new Set([
    ...candidate.removals.map((one) => one.id),
    ...candidate.constraints.flatMap((one) => one.baselineId ?? []),
  ]);
  if (change.is === "drop") {
    const chosen = intents[change.pick % intents.length];
    if (chosen === undefined || taken.has(chosen.id)) return null;
    const text = `Forget about the ${chosen.target ?? chosen.goal}`;
    candidate.removals.push({ kind: "intent", id: chosen.id, name: null, evidence: [quote(text)] });
    return text;
  }
  const chosen = standing[change.pick % standing.length];
  if (chosen === undefined || taken.has(chosen.id)) return null;
  if (chosen.scope.type === "intent" && taken.has(chosen.scope.intentId)) return null;
  if (change.is === "lift") {
    const text = `Ignore what I said on "${chosen.text}"`;
    candidate.removals.push({ kind: "constraint", id: chosen.id, name: null, evidence: [quote(text)] });
    return text;
  }
  const text = `Actually make that one ${change.text}`;
  const kind = change.text === "in euros" ? "format" : change.text === "on the 14th" ? "time" : "limit";
  const key = `r${at}`;
  candidate.constraints.push(
    constraint(key, null, kind, change.text, { baselineId: chosen.id, evidence: [quote(text)] }),
  );
  return text;
}

/** The first two requests in sequence. */
function relate(candidate: Candidate): void {
  const [from, to] = candidate.intents;
  if (from === undefined || to === undefined) return;
  const evidence = [...from.evidence, ...to.evidence];
  candidate.relations.push({ type: "sequence", from: from.key, to: to.key, constraintKey: null, evidence });
}

/** A change that a careless or hostile language source might have made. */
export interface Mutation {
  what: "drop" | "silence" | "swap" | "shorten" | "cover" | "rekind" | "rescope" | "touch";
  pick: number;
}

export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    what: fc.constantFrom<Mutation["what"]>(
      "drop",
      "silence",
      "swap",
      "shorten",
      "cover",
      "rekind",
      "rescope",
      "touch",
    ),
    pick: fc.nat(1_000),
  }),
  { minLength: 1, maxLength: 4 },
);

export function mutate({ request, candidate }: Case, changes: readonly Mutation[]): Candidate {
  const made: Candidate = structuredClone(candidate);
  for (const { what, pick } of changes) mutateOnce(request, made, what, pick);
  return made;
}

function mutateOnce(request: RecognitionRequest, made: Candidate, what: Mutation["what"], pick: number): void {
  const lists = [made.constraints, made.intents, made.removals, made.accounted, made.fields, made.relations];
  const full = lists.filter((list) => list.length > 0);
  const list = full[pick % Math.max(full.length, 1)];
  const chosen = made.constraints[pick % Math.max(made.constraints.length, 1)];
  const whole = quote(request.input);
  switch (what) {
    case "drop":
      list?.splice(pick % list.length, 1);
      return;
    case "silence":
      made.constraints = [];
      return;
    case "swap":
      // The prohibition is told as a goal.
      if (chosen === undefined) return;
      made.constraints = made.constraints.filter((one) => one !== chosen);
      made.intents.push(intent(`m${pick}`, null, null, chosen.text, { evidence: chosen.evidence }));
      return;
    case "shorten":
      if (chosen !== undefined) chosen.text = chosen.text.split(" ").slice(0, -1).join(" ") || chosen.text;
      return;
    case "cover":
      made.accounted.push({ kind: "information", evidence: [whole] });
      return;
    case "rekind":
      if (chosen !== undefined) chosen.kind = "preference";
      return;
    case "rescope":
      if (chosen !== undefined) chosen.owner = null;
      return;
    case "touch": {
      const held = request.baseline?.intents[0];
      if (held === undefined || made.intents.some((one) => one.baselineId === held.id)) return;
      const { action, target, goal } = held;
      made.intents.push(intent(`t${pick}`, action, target, goal, { baselineId: held.id, evidence: [whole] }));
    }
  }
}

/** A candidate of random words of the input, ids of the baseline and statuses: most break a rule, the others must be borne. */
export const wildCases: fc.Arbitrary<Case> = fc
  .record({ made: cases, picks: fc.array(fc.nat(9_999), { minLength: 60, maxLength: 120 }) })
  .map(({ made: { request }, picks }) => ({ request, candidate: wildCandidate(request, picks) }));

function wildCandidate(request: RecognitionRequest, picks: readonly number[]): Candidate {
  let at = 0;
  const next = (below: number): number => (picks[at++ % picks.length] ?? 0) % Math.max(below, 1);
  const one = <T>(items: readonly T[]): T => items[next(items.length)] as T;
  const words = request.input.split(" ");
  const said = (): string => {
    const from = next(words.length);
    return words.slice(from, from + 1 + next(6)).join(" ");
  };
  const evidence = () => Array.from({ length: 1 + next(2) }, () => quote(said()));
  const held = request.baseline;
  const heldIntents = allIntents(held ?? { intents: [] });
  const heldConstraints = held === null ? [] : allConstraints(held);
  const maybe = <T>(items: readonly T[]): T | null => (items.length > 0 && next(3) === 0 ? one(items) : null);
  const some = <T>(most: number, make: (index: number) => T): T[] =>
    Array.from({ length: next(most + 1) }, (_, index) => make(index));

  const intents = some(3, (index) => {
    const goal = said();
    const parent = index > 0 && next(4) === 0 ? `i${next(index)}` : null;
    const baselineId = maybe(heldIntents)?.id ?? null;
    return {
      ...intent(`i${index}`, null, next(2) === 0 ? goal : null, goal),
      parent,
      baselineId,
      understanding: one(UNDERSTANDINGS),
    };
  });
  const owners = [...intents.map((made) => made.key), ...heldIntents.map((made) => made.id)];
  const owner = () => maybe(owners) ?? (next(2) === 0 ? (owners[0] ?? null) : null);
  const constraints = some(4, (index) => {
    const baselineId = maybe(heldConstraints)?.id ?? null;
    return { ...constraint(`c${index}`, owner(), one(CONSTRAINT_KINDS), said()), baselineId, evidence: evidence() };
  });
  const removable = [
    ...heldIntents.map(({ id }) => ({ kind: "intent" as const, id, name: null })),
    ...heldConstraints.map(({ id }) => ({ kind: "constraint" as const, id, name: null })),
    ...(held?.relations ?? []).map(({ id }) => ({ kind: "relation" as const, id, name: null })),
    ...(held?.unresolved ?? []).map(({ id }) => ({ kind: "unresolved" as const, id, name: null })),
    ...heldIntents.flatMap(({ id, inputs }) =>
      Object.keys(inputs).map((name) => ({ kind: "input" as const, id, name })),
    ),
    ...heldIntents.flatMap(({ references }) =>
      references.map(({ id }) => ({ kind: "reference" as const, id, name: null })),
    ),
  ];
  const conditions = constraints.filter((made) => made.kind === "condition").map((made) => made.key);
  return candidateOf({
    kind: one(TURN_KINDS),
    intents,
    constraints,
    relations:
      owners.length < 2
        ? []
        : some(2, () => {
            const type = one(RELATION_TYPES);
            const constraintKey = type === "conditional" ? maybe(conditions) : null;
            return { type, from: one(owners), to: one(owners), constraintKey, evidence: evidence() };
          }),
    removals: removable.length === 0 ? [] : some(2, () => ({ ...one(removable), evidence: evidence() })),
    references:
      owners.length === 0
        ? []
        : some(2, () => {
            const words = evidence();
            return {
              owner: one(owners),
              kind: one(REFERENCE_KINDS),
              text: said(),
              resolvesTo: maybe(words),
              evidence: words,
            };
          }),
    fields: request.fields.flatMap((field) => {
      const perIntent = request.settings.schema?.field(field)?.perIntent === true;
      return some(1, () => ({
        field,
        owner: perIntent ? (owners.length === 0 ? null : one(owners)) : null,
        status: one(["missing", "not_provided", "indeterminate", "not_applicable"] as const),
        valueJson: null,
        alternativesJson: [],
        evidence: evidence(),
        note: maybe(["a note"]),
      }));
    }),
    unresolved: some(2, () => ({
      kind: one(UNRESOLVED_KINDS),
      owner: owner(),
      text: said(),
      question: maybe(["What?"]),
      options: [],
      evidence: evidence(),
    })),
    inferences:
      owners.length === 0
        ? []
        : some(2, () => ({ about: one(owners), kind: one(INFERENCE_KINDS), statement: "x", evidence: evidence() })),
    accounted: some(3, () => ({ kind: one(ACCOUNTED_KINDS), evidence: evidence() })),
  });
}
