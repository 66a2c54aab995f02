import type { RecognitionCase } from "../facts.ts";
import { count, date, does, excludes, forbids, MONDAY, moment, reading, rule, upTo, within } from "../notation.ts";
import { oneTicket } from "./baselines.ts";

export const cases01To05: readonly RecognitionCase[] = [
  {
    id: "D01",
    input: { input: "Look up order 000123. Do not cancel the order.", referenceTime: MONDAY },
    readings: [
      reading({
        intents: [does("Look up", "order 000123")],
        constraints: [forbids("Do not cancel the order", { scopes: [0] })],
      }),
    ],
  },
  {
    id: "D02",
    input: {
      input: "Cancel my 3pm dentist appointment and text Maria that I'm running late.",
      referenceTime: MONDAY,
    },
    readings: [
      reading({
        intents: [
          does("Cancel", "my 3pm dentist appointment"),
          does("text", "Maria", { goal: "that I'm running late" }),
        ],
        unrelated: ["sequence"],
      }),
    ],
  },
  {
    id: "D03",
    input: { input: "Book a table for four tomorrow at 7pm, but not at Luigi's.", referenceTime: MONDAY },
    readings: [
      reading({
        intents: [does("Book", within("a table", "a table for four"))],
        constraints: [
          rule("quantity", within("four", "a table for four"), { scopes: [0], value: count("4") }),
          rule("time", "tomorrow at 7pm", { scopes: [0], value: moment("2026-12-01T19:00:00+01:00") }),
          excludes("not at Luigi's", { scopes: [0] }),
        ],
      }),
    ],
  },
  {
    id: "D04",
    input: {
      input: "If the fare drops below €60, buy two tickets to Berlin; otherwise remind me next Tuesday.",
      referenceTime: MONDAY,
    },
    readings: [
      reading({
        intents: [does("buy", "two tickets to Berlin"), does("remind", "me")],
        constraints: [
          rule("condition", "If the fare drops below €60", { scopes: [0], value: upTo("60", "EUR", true) }),
          rule("time", "next Tuesday", { scopes: [1], value: date("2026-12-08"), inferred: "relative_time" }),
          rule("quantity", within("two", "two tickets to Berlin"), { value: count("2"), optional: true }),
        ],
        relations: [{ types: ["conditional", "alternative"], from: 0, to: 1, eitherWay: true }],
      }),
    ],
  },
  {
    id: "D05",
    input: { input: "Actually, make it two.", referenceTime: MONDAY, baseline: oneTicket },
    readings: [
      reading({
        turn: {
          kinds: ["correction"],
          scope: "conversation",
          nothingElse: true,
          changes: [
            {
              operation: "replace",
              kind: "constraint",
              id: "constraint-1",
              effect: "applied",
              before: count("1"),
              after: count("2"),
            },
          ],
        },
        intents: [does("Buy", "one ticket to Berlin")],
        constraints: [rule("quantity", within("two", "Actually, make it two"), { scopes: [0], value: count("2") })],
      }),
    ],
  },
];
