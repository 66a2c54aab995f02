// Random utterances with the candidate that a careful language source would give for them, over random
// baselines and settings. Every candidate here passes the candidate rules.
import fc from "fast-check";
import { readInput } from "../../src/input/read-input.ts";
import type { RecognitionRequest, Settings } from "../../src/request.ts";
import { recognise } from "../../src/result/recognise.ts";
import { readOptions } from "../../src/settings/read-options.ts";
import type { Candidate, CandidateField } from "../../src/types/candidate.ts";
import type { JsonSchema } from "../../src/types/json.ts";
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
