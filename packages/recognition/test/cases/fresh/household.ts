import type { RecognitionCase } from "../facts.ts";
import { count, does, excludes, forbids, MONDAY, moment, reading, rule, upTo, within } from "../notation.ts";

const NO_CEREAL = rule(["prohibition", "exclusion"], "no sugary cereal");
const EVERY_TUESDAY = rule("time", "every Tuesday at 9", {
  scopes: [0],
  value: { type: "time", form: "recurrence", rrule: /FREQ=WEEKLY.*BYDAY=TU/ },
});

export const householdCases: readonly RecognitionCase[] = [
  {
    id: "F15",
    input: { input: "turn the heating down to 18 degrees at night but not in the nursery", referenceTime: MONDAY },
    readings: [
      reading({
        intents: [does(["turn", "turn down"], within("the heating", "the heating down to 18 degrees"))],
        constraints: [
          rule("time", "at night", { value: "free" }),
          excludes("not in the nursery", { scopes: [0] }),
          rule(["requirement", "limit", "quantity"], within("18 degrees", "down to 18 degrees"), {
            value: "free",
            optional: true,
          }),
        ],
      }),
    ],
  },
  {
    id: "F16",
    input: { input: "Add milk, eggs and bread to the shopping list, no sugary cereal.", referenceTime: MONDAY },
    readings: [
      reading({
        intents: [does("Add", within("milk, eggs and bread", "milk, eggs and bread to the shopping list"))],
        constraints: [NO_CEREAL],
      }),
      reading({
        intents: [
          does("Add", within("milk", "milk to the shopping list")),
          does(["Add", null], within("eggs", "eggs to the shopping list")),
          does(["Add", null], within("bread", "bread to the shopping list")),
        ],
        constraints: [NO_CEREAL],
      }),
    ],
  },
  {
    id: "F17",
    input: { input: "if it rains tomorrow, don't water the garden", referenceTime: MONDAY },
    readings: [
      reading({
        constraints: [
          forbids(within("don't water the garden", "if it rains tomorrow, don't water the garden")),
          rule("condition", "if it rains tomorrow", { value: "free" }),
        ],
      }),
    ],
  },
  {
    id: "F18",
    input: { input: "Vacuum the living room every Tuesday at 9 and skip the rug.", referenceTime: MONDAY },
    readings: [
      reading({
        intents: [does("Vacuum", "the living room")],
        constraints: [EVERY_TUESDAY, rule(["exclusion", "prohibition"], "skip the rug")],
      }),
      reading({
        intents: [does("Vacuum", "the living room"), does("skip", "the rug")],
        constraints: [EVERY_TUESDAY],
      }),
    ],
  },
  {
    id: "F19",
    input: {
      input: "the dog must not be left alone for more than four hours. remind sam to walk him at noon.",
      referenceTime: MONDAY,
    },
    readings: [
      reading({
        intents: [does("remind", "sam"), does("walk", "him", { optional: true })],
        constraints: [
          forbids(within("the dog must not be left alone", "the dog must not be left alone for more than four hours"), {
            value: "free",
          }),
          rule("limit", within("four hours", "for more than four hours"), { value: "free", optional: true }),
          rule("time", "at noon", { value: moment("2026-11-30T12:00:00+01:00") }),
        ],
      }),
    ],
  },
  {
    id: "F20",
    input: {
      input: "Order the pine detergent, and if it's sold out get any brand without perfume.",
      referenceTime: MONDAY,
    },
    readings: [
      reading({
        intents: [does("Order", "the pine detergent"), does("get", within("any brand", "any brand without perfume"))],
        constraints: [
          rule("condition", "if it's sold out", { scopes: [1] }),
          rule(["exclusion", "prohibition", "requirement"], "without perfume", { scopes: [1] }),
        ],
      }),
    ],
  },
  {
    id: "F21",
    input: {
      input: "we're out of coffee. buy two bags of dark roast, the ground kind, under $25 in total.",
      referenceTime: MONDAY,
    },
    readings: [
      reading({
        turn: { kinds: ["request", "mixed"] },
        intents: [does("buy", within("two bags of dark roast", "two bags of dark roast, the ground kind"))],
        constraints: [
          rule("quantity", within("two", "two bags of dark roast"), { value: count("2"), optional: true }),
          rule("limit", within("under $25", "under $25 in total"), {
            value: { ...upTo("25", null, true), symbol: "$" },
          }),
        ],
      }),
    ],
  },
];
