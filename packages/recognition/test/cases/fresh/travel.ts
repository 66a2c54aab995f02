import type { RecognitionCase } from "../facts.ts";
import { count, does, forbids, MONDAY, reading, rule, upTo, within } from "../notation.ts";

export const travelCases: readonly RecognitionCase[] = [
  {
    id: "F08",
    input: {
      input: "book me two seats on the 6:40 train to Bergen tomorrow, not in the quiet car",
      referenceTime: MONDAY,
    },
    readings: [
      reading({
        intents: [does("book", within("two seats", "me two seats on the 6:40 train to Bergen"))],
        constraints: [
          rule("quantity", within("two", "two seats"), { value: count("2"), optional: true }),
          rule("time", within("tomorrow", "6:40 train to Bergen tomorrow"), {
            value: { type: "time", start: /^2026-12-01/ },
          }),
          rule(["exclusion", "prohibition"], "not in the quiet car", { scopes: [0] }),
        ],
      }),
    ],
  },
  {
    id: "F09",
    input: {
      input: "When the visa is approved, reserve a hotel near the station for three nights.",
      referenceTime: MONDAY,
    },
    readings: [
      reading({
        intents: [does("reserve", within("a hotel", "a hotel near the station for three nights"))],
        constraints: [
          rule("condition", "When the visa is approved", { scopes: [0] }),
          rule(["quantity", "time"], within("three nights", "for three nights"), { scopes: [0], value: "free" }),
        ],
      }),
    ],
  },
  {
    id: "F10",
    input: {
      input: "Find the cheapest flight to Lisbon leaving before 10am on Friday, and never book it without asking me.",
      referenceTime: MONDAY,
    },
    readings: [
      reading({
        intents: [does("Find", within("the cheapest flight to Lisbon", "the cheapest flight to Lisbon leaving"))],
        constraints: [
          rule("time", within("before 10am on Friday", "leaving before 10am on Friday"), {
            scopes: [0],
            value: { type: "time", end: "2026-12-04T10:00:00+01:00" },
          }),
          forbids(within("never book it", "never book it without asking me")),
        ],
      }),
    ],
  },
  {
    id: "F11",
    input: { input: "cancel the rental car. keep the hotel. don't touch the flights.", referenceTime: MONDAY },
    readings: [
      reading({
        intents: [does("cancel", "the rental car"), does("keep", "the hotel")],
        constraints: [forbids("don't touch the flights")],
      }),
      reading({
        intents: [does("cancel", "the rental car")],
        constraints: [forbids("don't touch the flights"), rule("requirement", "keep the hotel")],
      }),
    ],
  },
  {
    id: "F12",
    input: {
      input: "We need three seats, aisle if possible, and we can't spend more than 400 euros.",
      referenceTime: MONDAY,
    },
    readings: [
      reading({
        intents: [does("need", "three seats")],
        constraints: [
          rule("quantity", within("three", "three seats"), { value: count("3"), optional: true }),
          rule("preference", "aisle if possible"),
          rule(["limit", "prohibition"], within("400 euros", "we can't spend more than 400 euros"), {
            value: upTo("400", "EUR"),
          }),
        ],
      }),
    ],
  },
  {
    id: "F13",
    input: {
      input: "Change my seat to 14C and add one bag, but if the bag costs more than $40, leave it out.",
      referenceTime: MONDAY,
      output: { evidence: "quotes" },
    },
    readings: [
      reading({
        intents: [
          does("Change", within("my seat", "my seat to 14C"), { goal: "14C" }),
          does("add", "one bag"),
          does(["leave", "leave out", "leave it out"], "it"),
        ],
        constraints: [
          rule("quantity", within("one", "one bag"), { value: count("1"), optional: true }),
          rule("condition", "if the bag costs more than $40", {
            scopes: [2],
            value: { type: "amount", min: "40", minOpen: true, max: null, currency: null, symbol: "$" },
          }),
        ],
        references: [{ owner: 2, kinds: ["anaphora"], text: [{ says: "it" }], resolved: "input", means: "bag" }],
      }),
    ],
  },
  {
    id: "F14",
    input: {
      input: "Please have my luggage sent to the hotel by 6pm and make sure it isn't left in the lobby.",
      referenceTime: MONDAY,
    },
    readings: [
      reading({
        intents: [does(["have", "sent", "have sent"], within("my luggage", "my luggage sent to the hotel"))],
        constraints: [
          rule("time", "by 6pm", { scopes: [0], value: { type: "time", end: "2026-11-30T18:00:00+01:00" } }),
          rule(
            ["prohibition", "requirement"],
            within("it isn't left in the lobby", "make sure it isn't left in the lobby"),
          ),
        ],
      }),
    ],
  },
];
