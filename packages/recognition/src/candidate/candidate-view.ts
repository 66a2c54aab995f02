// What the rules read: one candidate beside the material that it talks about, with the lookups that
// several rules need, each made once.
import { own } from "../json/json-object.ts";
import { resolvePointer } from "../pointers.ts";
import type { RecognitionRequest } from "../request.ts";
import { type Clause, splitClauses } from "../text/clauses.ts";
import { type Cue, findCues } from "../text/cues.ts";
import { createQuoteFinder, type QuoteFinder, type QuoteSpan } from "../text/quotes.ts";
import type { Candidate, CandidateConstraint, CandidateInference, CandidateIntent, Quote } from "../types/candidate.ts";
import type { JsonValue } from "../types/json.ts";
import type { ValueContext } from "../values/find-values.ts";
import { adoptsEarlierWords } from "./adoption.ts";
import { type BaselineIndex, indexBaseline } from "./baseline-index.ts";
import { completed, standsWhole } from "./whole-words.ts";

/** Occurrences of one quote that are looked at; more of the same words say nothing new. */
const MOST_OCCURRENCES = 16;

/** Called with a pointer into the candidate. */
export type Report = (path: string, message: string) => void;

export interface CandidateView {
  readonly request: RecognitionRequest;
  readonly candidate: Candidate;
  readonly baseline: BaselineIndex;
  /** By key; of a key used twice the first. */
  readonly intents: ReadonlyMap<string, CandidateIntent>;
  readonly constraints: ReadonlyMap<string, CandidateConstraint>;
  readonly values: ValueContext;
  /** Of the raw input. */
  readonly clauses: readonly Clause[];
  /** Of the raw input; null when its language has no list. */
  readonly cues: readonly Cue[] | null;
  /** Whether the input takes up an earlier message of the user. */
  readonly adopts: boolean;
  /** What the quote's pointer names; undefined when it names nothing. */
  source(quote: Quote): JsonValue | undefined;
  /** Whether the quote's words stand where it says, or it names something without words. */
  stands(quote: Quote): boolean;
  /** Where the quote's words stand in the input, in order; empty for other roots. */
  inInput(quote: Quote): readonly QuoteSpan[];
  /** The words of a quote as their source has them: cut out of a longer number or word only if they stand nowhere else. */
  wholeWords(quote: Quote): string;
  /** Whether `text` stands in the string, both folded as quotes are. */
  holds(source: string, text: string): boolean;
  /** The one name of an intent for a key or a baseline ID; null when there is no such intent. */
  intentId(name: string): string | null;
  /** Inferences with evidence about a key, a field or an ID that may stand in for the wording of a source. */
  rewordings(about: string): readonly CandidateInference[];
}

export function viewCandidate(request: RecognitionRequest, candidate: Candidate): CandidateView {
  const finders = new Map<string, QuoteFinder>();
  const sources = new Map<string, JsonValue | undefined>();
  const { input, settings } = request;
  const intents = firstByKey(candidate.intents);
  const constraints = firstByKey(candidate.constraints);
  const baseline = indexBaseline(request.baseline);
  let clauses: Clause[] | undefined;
  let cues: Cue[] | null | undefined;
  let adopts: boolean | undefined;
  let rewordings: Map<string, CandidateInference[]> | undefined;

  const finder = (source: string): QuoteFinder => {
    const known = finders.get(source) ?? createQuoteFinder(source);
    finders.set(source, known);
    return known;
  };

  const occurrences = (source: string, text: string): QuoteSpan[] => {
    const spans: QuoteSpan[] = [];
    let span = finder(source).find(text);
    while (span !== null && spans.length < MOST_OCCURRENCES) {
      spans.push(span);
      span = finder(source).find(text, span.end);
    }
    return spans;
  };

  const view: CandidateView = {
    request,
    candidate,
    baseline,
    intents,
    constraints,
    values: { reference: request.referenceTime, defaults: settings.defaults, language: settings.language },
    get clauses() {
      clauses ??= splitClauses(input);
      return clauses;
    },
    get cues() {
      if (cues === undefined) cues = findCues(input, settings.language);
      return cues;
    },
    get adopts() {
      adopts ??= adoptsEarlierWords(view);
      return adopts;
    },
    source(quote) {
      const place = `${quote.root} ${quote.pointer}`;
      if (!sources.has(place)) sources.set(place, resolvePointer(request, quote));
      return sources.get(place);
    },
    stands(quote) {
      const source = view.source(quote);
      if (source === undefined) return false;
      if (typeof source !== "string") return quote.text === null;
      return quote.text !== null && view.holds(source, quote.text);
    },
    inInput(quote) {
      if (quote.root !== "input" || quote.pointer !== "" || quote.text === null) return [];
      return occurrences(input, quote.text);
    },
    wholeWords(quote) {
      const source = view.source(quote);
      const { text } = quote;
      if (text === null || typeof source !== "string" || standsWhole(source, text)) return text ?? "";
      const [first] = occurrences(source, text);
      return first === undefined ? text : completed(source, first.start, first.end);
    },
    holds: (source, text) => finder(source).find(text) !== null,
    intentId(name) {
      const intent = intents.get(name);
      if (intent !== undefined) return intent.baselineId ?? `key ${name}`;
      return baseline.get(name)?.kind === "intent" ? name : null;
    },
    rewordings(about) {
      rewordings ??= coverings(view);
      return rewordings.get(about) ?? [];
    },
  };
  return view;
}

function firstByKey<T extends { key: string }>(items: readonly T[]): Map<string, T> {
  const byKey = new Map<string, T>();
  for (const item of items) if (!byKey.has(item.key)) byKey.set(item.key, item);
  return byKey;
}

function coverings(view: CandidateView): Map<string, CandidateInference[]> {
  const map = new Map<string, CandidateInference[]>();
  for (const inference of view.candidate.inferences) {
    if (inference.kind !== "wording" && inference.kind !== "reference") continue;
    if (!inference.evidence.some((quote) => view.stands(quote))) continue;
    map.set(inference.about, [...(map.get(inference.about) ?? []), inference]);
  }
  return map;
}

/** The strings that a list of quotes names, whole; of an object, the strings directly in it. */
export function namedStrings(view: CandidateView, quotes: readonly Quote[]): string[] {
  return quotes.flatMap((quote) => {
    const source = view.source(quote);
    if (typeof source === "string") return [source];
    if (typeof source !== "object" || source === null || Array.isArray(source)) return [];
    return Object.keys(source)
      .map((name) => own(source, name))
      .filter((value): value is string => typeof value === "string");
  });
}
