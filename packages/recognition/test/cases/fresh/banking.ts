import type { RecognitionCase } from "../facts.ts";
import { date, does, forbids, MONDAY, reading, rule, within } from "../notation.ts";

const CARD = within("my card", "my card ending in 0417");

export const bankingCases: readonly RecognitionCase[] = [
  {
    id: "F35",
    input: { input: "transfer $250 to Ana's account, from checking, not from savings.", referenceTime: MONDAY },
    readings: [
      reading({
        intents: [does("transfer", within("$250", "$250 to Ana's account"))],
        constraints: [
          rule(["limit", "quantity", "requirement"], "$250", {
            value: { type: "amount", min: "250", max: "250", currency: null, symbol: "$" },
            optional: true,
          }),
          rule(["exclusion", "prohibition"], "not from savings", { scopes: [0] }),
        ],
      }),
    ],
  },
  {
    id: "F36",
    input: { input: "Block my card ending in 0417 but keep the virtual one active.", referenceTime: MONDAY },
    readings: [
      reading({
        intents: [
          does("Block", CARD, { goal: "0417" }),
          does("keep", within("the virtual one", "the virtual one active")),
        ],
      }),
      reading({
        intents: [does("Block", CARD, { goal: "0417" })],
        constraints: [rule("requirement", "keep the virtual one active")],
      }),
    ],
  },
  {
    id: "F37",
    input: {
      input: "Pay the electricity bill on the 5th, and never pay more than 1,200 kroner without telling me.",
      referenceTime: MONDAY,
    },
    readings: [
      reading({
        intents: [does("Pay", "the electricity bill")],
        constraints: [
          rule("time", within("the 5th", "on the 5th"), {
            scopes: [0],
            value: date("2026-12-05"),
            inferred: "relative_time",
          }),
          forbids(within("never pay more than 1,200 kroner", "never pay more than 1,200 kroner without telling me"), {
            value: "free",
          }),
          rule("limit", within("1,200 kroner", "never pay more than 1,200 kroner"), { value: "free", optional: true }),
        ],
      }),
    ],
  },
  {
    id: "F38",
    input: { input: "what's my balance? and please don't close the savings account.", referenceTime: MONDAY },
    readings: [
      reading({
        intents: [does([null, "what's", "what"], ["my balance", null, "what's my balance"], { optional: true })],
        constraints: [forbids(within("don't close the savings account", "please don't close the savings account"))],
      }),
    ],
  },
  {
    id: "F39",
    input: {
      input: "If my salary isn't in by Wednesday, move 300 euros from savings; otherwise leave everything as it is.",
      referenceTime: MONDAY,
    },
    readings: [
      reading({
        intents: [
          does("move", within("300 euros", "300 euros from savings")),
          does("leave", within("everything", "everything as it is")),
        ],
        constraints: [
          rule("condition", "If my salary isn't in by Wednesday", { scopes: [0], value: "free" }),
          rule(["limit", "quantity", "requirement"], "300 euros", {
            value: { type: "amount", min: "300", max: "300", currency: "EUR" },
            optional: true,
          }),
        ],
        relations: [{ types: ["conditional", "alternative"], from: 0, to: 1, eitherWay: true }],
      }),
    ],
  },
  {
    id: "F40",
    input: {
      input: "the two charges from Friday weren't made by me. dispute them and freeze the card until I call.",
      referenceTime: MONDAY,
      output: { evidence: "quotes" },
    },
    readings: [
      reading({
        turn: { kinds: ["request", "mixed"] },
        intents: [does("dispute", "them"), does("freeze", "the card")],
        constraints: [rule(["condition", "time"], "until I call", { scopes: [1] })],
        references: [
          { owner: 0, kinds: ["anaphora"], text: [{ says: "them" }], resolved: "input", means: "two charges" },
        ],
      }),
    ],
  },
];
