import type { Candidate } from "../../../src/index.ts";
import {
  candidateOf,
  constraint,
  exactly,
  intent,
  quote,
  reference,
  relation,
  unresolved,
} from "../../candidate-notation.ts";

/** What an excellent language source answers, by case. */
export const candidates01To10: Readonly<Record<string, Candidate>> = {
  D01: candidateOf({
    intents: [intent("i1", "Look up", "order 000123", "Look up order 000123")],
    constraints: [constraint("c1", "i1", "prohibition", "Do not cancel the order")],
  }),
  D02: candidateOf({
    intents: [
      intent("i1", "Cancel", "my 3pm dentist appointment", "Cancel my 3pm dentist appointment"),
      intent("i2", "text", "Maria", "text Maria that I'm running late"),
    ],
  }),
  D03: candidateOf({
    intents: [intent("i1", "Book", "a table", "Book a table")],
    constraints: [
      constraint("c1", "i1", "quantity", "for four", exactly("4", "people")),
      constraint("c2", "i1", "time", "tomorrow at 7pm"),
      constraint("c3", "i1", "exclusion", "not at Luigi's"),
    ],
  }),
  D04: candidateOf({
    intents: [
      intent("i1", "buy", "two tickets to Berlin", "buy two tickets to Berlin"),
      intent("i2", "remind", "me", "remind me"),
    ],
    constraints: [
      constraint("c1", "i1", "condition", "If the fare drops below €60"),
      constraint("c2", "i2", "time", "next Tuesday"),
    ],
    relations: [relation("conditional", "i2", "i1", "otherwise", "c1")],
  }),
  D05: candidateOf({
    kind: "correction",
    constraints: [
      constraint("c1", "intent-1", "quantity", "two", {
        baselineId: "constraint-1",
        evidence: [quote("make it two")],
        ...exactly("2"),
      }),
    ],
    accounted: [{ kind: "social", evidence: [quote("Actually")] }],
  }),
  D06: candidateOf({
    kind: "correction",
    constraints: [
      constraint("c1", "intent-1", "quantity", "two", {
        baselineId: "constraint-1",
        evidence: [quote("make it two")],
        ...exactly("2"),
      }),
      constraint("c2", "intent-2", "quantity", "two", {
        baselineId: "constraint-2",
        evidence: [quote("make it two")],
        ...exactly("2"),
      }),
    ],
    unresolved: [
      unresolved("ambiguity", null, "make it two", "Two tickets to Berlin or two hotel rooms?", [
        "two tickets to Berlin",
        "two hotel rooms",
      ]),
    ],
    accounted: [{ kind: "social", evidence: [quote("Actually")] }],
  }),
  D07: candidateOf({
    intents: [intent("i1", "Order", "the same one as before", "Order the same one as before")],
    references: [reference("i1", "prior_request", "the same one as before", null)],
    unresolved: [
      unresolved("reference", "i1", "the same one as before", "Which earlier order should be placed again?"),
    ],
  }),
  D08: candidateOf({
    intents: [intent("i1", "Order", "a 1 kg bag of Kenya AA beans", "Order the same one as before")],
    references: [
      reference("i1", "prior_request", "the same one as before", {
        root: "context",
        pointer: "/0/content",
        text: "a 1 kg bag of Kenya AA beans",
      }),
    ],
    inferences: [
      {
        about: "i1",
        kind: "reference",
        statement: "The same one as before is what the assistant named as the last order.",
        evidence: [
          quote("the same one as before"),
          { root: "context", pointer: "/0/content", text: "a 1 kg bag of Kenya AA beans" },
        ],
      },
    ],
  }),
  D09: candidateOf({
    intents: [
      intent("i1", "Send", "the quarterly report", "Send the quarterly report to finance"),
      intent("i2", "archive", "it", "archive it"),
    ],
    constraints: [constraint("c1", null, "prohibition", "never share it outside the company")],
    relations: [relation("sequence", "i1", "i2", "then archive it")],
    references: [
      {
        ...reference("i2", "anaphora", "it", quote("the quarterly report")),
        evidence: [quote("archive it")],
      },
    ],
  }),
  D10: candidateOf({
    intents: [intent("i1", "need", "a flight from Oslo to Rome", "a flight from Oslo to Rome")],
    constraints: [
      constraint("c1", "i1", "time", "on the 14th"),
      constraint("c2", "i1", "time", "nothing before noon"),
      constraint("c3", "i1", "limit", "€180 at most"),
    ],
  }),
};
