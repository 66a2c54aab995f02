// Short ways to write down what a case expects.
import type { JsonSchema } from "../../src/index.ts";
import type {
  ExpectedConstraint,
  ExpectedIntent,
  ExpectedReference,
  ExpectedValue,
  Reading,
  Wording,
} from "./facts.ts";

/** The Monday that times of the cases are counted from. */
export const MONDAY = "2026-11-30T09:00:00+01:00[Europe/Oslo]";

type Words = string | null | Wording;

/** At least the first words, at most the second. */
export function within(says: string, all: string): Wording {
  return { says, within: all };
}

function any(words: Words | readonly Words[]): (Wording | null)[] {
  const list = Array.isArray(words) ? (words as readonly Words[]) : [words as Words];
  return list.map((one) => (typeof one === "string" ? { says: one } : one));
}

function stated(words: Words | readonly Words[]): Wording[] {
  return any(words).filter((one) => one !== null);
}

export function does(
  action: Words | readonly Words[],
  target: Words | readonly Words[],
  more: Pick<ExpectedIntent, "goal" | "optional"> = {},
): ExpectedIntent {
  return { action: any(action), target: any(target), ...more };
}

type Kinds = ExpectedConstraint["kinds"][number] | ExpectedConstraint["kinds"];

export function rule(
  kinds: Kinds,
  text: Words | readonly Words[],
  more: Omit<ExpectedConstraint, "kinds" | "text"> = {},
): ExpectedConstraint {
  return { kinds: typeof kinds === "string" ? [kinds] : kinds, text: stated(text), ...more };
}

export function forbids(
  text: Words | readonly Words[],
  more: Omit<ExpectedConstraint, "kinds" | "text"> = {},
): ExpectedConstraint {
  return rule("prohibition", text, more);
}

export function excludes(
  text: Words | readonly Words[],
  more: Omit<ExpectedConstraint, "kinds" | "text"> = {},
): ExpectedConstraint {
  return rule("exclusion", text, more);
}

export function count(number: string): ExpectedValue {
  return { type: "quantity", min: number, max: number };
}

export function date(start: string): ExpectedValue {
  return { type: "time", form: "date", start };
}

export function moment(start: string): ExpectedValue {
  return { type: "time", form: "instant", start };
}

/** At most so much, the bound included unless it is open. */
export function upTo(max: string, currency: string | null, maxOpen = false): ExpectedValue {
  return { type: "amount", min: null, max, maxOpen, currency };
}

export function open(owner: number, kind: ExpectedReference["kinds"][number], text: string): ExpectedReference {
  return { owner, kinds: [kind], text: [{ says: text }], resolved: null };
}

/** A business Schema with one text field, whose values are copied letter by letter. */
export function oneField(name: string, perIntent: boolean, required = true): { schema: JsonSchema } {
  return {
    schema: {
      type: "object",
      properties: { [name]: { type: "string", "x-intent": { exact: true, perIntent } } },
      required: required ? [name] : [],
    },
  };
}

/** A reading with nothing but what is given; a request that is understood in full, unless it says otherwise. */
export function reading({ status, ...given }: Partial<Reading> & { status?: Reading["statuses"][number] }): Reading {
  return {
    statuses: [status ?? "complete"],
    turn: { kinds: ["request"] },
    intents: [],
    constraints: [],
    references: [],
    open: [],
    relations: [],
    unrelated: [],
    fields: [],
    ...given,
  };
}
