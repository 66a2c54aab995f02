import type { RecognitionCase } from "../facts.ts";
import { count, date, does, excludes, forbids, MONDAY, reading, rule, within } from "../notation.ts";

export const healthCases: readonly RecognitionCase[] = [
  {
    id: "F29",
    input: {
      input: "move my appointment with Dr. Lind from tuesday to thursday, but not before 11",
      referenceTime: MONDAY,
    },
    readings: [
      reading({
        intents: [does("move", within("my appointment with Dr. Lind", "my appointment with Dr. Lind from tuesday"))],
        constraints: [
          rule("time", within("thursday", "to thursday"), { scopes: [0], value: date("2026-12-03") }),
          rule("time", within("tuesday", "from tuesday"), { value: date("2026-12-01"), optional: true }),
          rule(["time", "exclusion", "prohibition"], "not before 11", { scopes: [0], value: "free" }),
        ],
      }),
    ],
  },
  {
    id: "F30",
    input: {
      input: "I need a repeat prescription for asthma spray. no generic brands please.",
      referenceTime: MONDAY,
    },
    readings: [
      reading({
        intents: [does("need", within("a repeat prescription", "a repeat prescription for asthma spray"))],
        constraints: [rule(["prohibition", "exclusion"], within("no generic brands", "no generic brands please"))],
      }),
    ],
  },
  {
    id: "F31",
    input: { input: "Please don't share my results with anyone except Dr. Lind.", referenceTime: MONDAY },
    readings: [
      reading({
        constraints: [
          forbids(
            within("don't share my results with anyone", "Please don't share my results with anyone except Dr. Lind"),
          ),
          excludes("except Dr. Lind"),
        ],
      }),
      reading({
        constraints: [
          forbids(
            within(
              "don't share my results with anyone except Dr. Lind",
              "Please don't share my results with anyone except Dr. Lind",
            ),
          ),
        ],
      }),
    ],
  },
  {
    id: "F32",
    input: {
      input: "book a check-up for my son next Friday morning; he's afraid of needles so no blood tests.",
      referenceTime: MONDAY,
    },
    readings: [
      reading({
        turn: { kinds: ["request", "mixed"] },
        intents: [does("book", within("a check-up", "a check-up for my son"))],
        constraints: [
          rule("time", "next Friday morning", {
            scopes: [0],
            value: { type: "time", start: /^2026-12-11/ },
            inferred: "relative_time",
          }),
          rule(["prohibition", "exclusion"], within("no blood tests", "so no blood tests")),
        ],
      }),
    ],
  },
  {
    id: "F33",
    input: {
      input: "Ask the pharmacy whether they have the vaccine and if they do, reserve one dose.",
      referenceTime: MONDAY,
    },
    readings: [
      reading({
        intents: [does("Ask", "the pharmacy", { goal: "whether they have the vaccine" }), does("reserve", "one dose")],
        constraints: [
          rule("condition", "if they do", { scopes: [1] }),
          rule("quantity", within("one", "one dose"), { value: count("1"), optional: true }),
        ],
      }),
    ],
  },
  {
    id: "F34",
    input: {
      input: "cancel tomorrow's physio session. actually no, just push it back by an hour.",
      referenceTime: MONDAY,
      output: { evidence: "quotes" },
    },
    readings: [
      {
        ...reading({
          turn: { kinds: ["request", "correction", "mixed"] },
          intents: [does(["push", "push back", "push it back"], "it")],
          constraints: [
            rule(["time", "quantity", "limit", "requirement"], within("an hour", "back by an hour"), {
              value: "free",
              optional: true,
            }),
            rule("time", within("tomorrow", "tomorrow's"), { value: date("2026-12-01"), optional: true }),
          ],
        }),
        statuses: ["complete", "partial", "ambiguous"],
      },
    ],
  },
];
