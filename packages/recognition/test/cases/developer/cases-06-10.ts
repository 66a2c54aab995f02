import type { Reading, RecognitionCase } from "../facts.ts";
import { count, date, does, forbids, MONDAY, open, reading, rule, upTo, within } from "../notation.ts";
import { ticketAndRoom } from "./baselines.ts";

/** Of two things that could be meant, either one may be the one whose change waits. */
function pending(id: "constraint-1" | "constraint-2"): Reading {
  return reading({
    status: "ambiguous",
    turn: {
      kinds: ["correction"],
      scope: "conversation",
      nothingElse: true,
      changes: [
        {
          operation: "replace",
          kind: "constraint",
          id,
          effect: "pending",
          before: count("1"),
          after: count("2"),
        },
      ],
    },
    intents: [does("Buy", "one ticket to Berlin"), does("Reserve", "one hotel room")],
    constraints: [
      rule("quantity", "one ticket", { scopes: [0], value: count("1") }),
      rule("quantity", "one hotel room", { scopes: [1], value: count("1") }),
    ],
    open: [{ kinds: ["ambiguity"], says: "make it two", question: true, options: ["ticket", "room"] }],
  });
}

const SAME_ONE = "the same one as before";
const BEANS = "1 kg bag of Kenya AA beans";

export const cases06To10: readonly RecognitionCase[] = [
  {
    id: "D06",
    input: { input: "Actually, make it two.", referenceTime: MONDAY, baseline: ticketAndRoom },
    readings: [pending("constraint-1"), pending("constraint-2")],
  },
  {
    id: "D07",
    input: { input: "Order the same one as before.", referenceTime: MONDAY },
    readings: [
      reading({
        status: "ambiguous",
        intents: [does("Order", SAME_ONE)],
        references: [open(0, "prior_request", SAME_ONE)],
        open: [{ kinds: ["reference"], says: SAME_ONE, question: true }],
      }),
    ],
  },
  {
    id: "D08",
    input: {
      input: "Order the same one as before.",
      referenceTime: MONDAY,
      context: [{ role: "assistant", content: `Your last order was a ${BEANS}.` }],
      output: { evidence: "quotes" },
    },
    readings: [
      reading({
        intents: [does("Order", [SAME_ONE, within(BEANS, `a ${BEANS}`)])],
        references: [
          {
            owner: 0,
            kinds: ["prior_request"],
            text: [{ says: SAME_ONE }],
            resolved: "context",
            pointer: "/0/content",
            means: BEANS,
            inferred: true,
          },
        ],
      }),
    ],
  },
  {
    id: "D09",
    input: {
      input: "Send the quarterly report to finance, then archive it, and never share it outside the company.",
      referenceTime: MONDAY,
      output: { evidence: "quotes" },
    },
    readings: [
      reading({
        intents: [does("Send", "the quarterly report"), does("archive", "it")],
        constraints: [forbids("never share it outside the company", { scopes: ["request", "every intent"] })],
        references: [
          { owner: 1, kinds: ["anaphora"], text: [{ says: "it" }], resolved: "input", means: "the quarterly report" },
        ],
        relations: [{ types: ["sequence"], from: 0, to: 1 }],
      }),
    ],
  },
  {
    id: "D10",
    input: {
      input: "I need a flight from Oslo to Rome on the 14th, nothing before noon, €180 at most.",
      referenceTime: MONDAY,
    },
    readings: [
      reading({
        intents: [does("need", "a flight from Oslo to Rome")],
        constraints: [
          rule("time", within("the 14th", "on the 14th"), {
            scopes: [0],
            value: date("2026-12-14"),
            inferred: "relative_time",
          }),
          rule(["time", "prohibition"], "nothing before noon", {
            scopes: [0],
            value: { type: "time", form: "interval", start: /T12:00:00\+01:00$/ },
          }),
          rule("limit", "€180 at most", { scopes: [0], value: upTo("180", "EUR") }),
        ],
      }),
    ],
  },
];
