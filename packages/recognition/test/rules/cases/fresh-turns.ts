// Turns against what holds, context and business fields, written with their facts before the rules were run on them.
import type { JsonObject } from "../../../src/types/json.ts";
import type { IntentOptions } from "../../../src/types/options.ts";
import type { Constraint, EffectiveState, Unresolved } from "../../../src/types/result.ts";
import type { RecognitionCase } from "../../cases/facts.ts";
import { exactly, intent, state } from "../../cases/states.ts";
import { facts, L, P, Q, T, X } from "./case-facts.ts";

const time = (id: string, text: string, start: string): Omit<Constraint, "scope"> => ({
  id,
  kind: "time",
  text,
  value: { type: "time", form: "date", start, grain: "day", zone: "Europe/Oslo" },
});

const TRIP = state([
  intent("intent-1", "Book", "a train to Bergen", [
    exactly("constraint-1", "two seats", 2),
    time("constraint-2", "on Friday", "2026-12-04"),
  ]),
  intent("intent-2", "Reserve", "a cabin near Voss"),
]);
const CLEANING = state(
  [
    intent("intent-1", "Clean", "the garage", [
      { id: "constraint-1", kind: "prohibition", text: "do not open the red boxes" },
    ]),
  ],
  [{ id: "constraint-2", kind: "prohibition", text: "Never use bleach", scope: { type: "request" } }],
);
const DINNER = state([
  intent("intent-1", "Order", "dinner", [
    {
      id: "constraint-1",
      kind: "limit",
      text: "under 400 NOK",
      value: { type: "amount", min: null, max: "400", minOpen: false, maxOpen: true, currency: "NOK" },
    },
  ]),
]);

function open(base: EffectiveState, items: Omit<Unresolved, "sourceRefs">[]): EffectiveState {
  return { ...base, unresolved: items.map((item) => ({ ...item, sourceRefs: [{ root: "input", pointer: "" }] })) };
}

const wanting = (properties: JsonObject, required: string[] = []): IntentOptions => ({
  schema: { type: "object", properties, required, additionalProperties: false },
});
const CLAIM = wanting(
  {
    claimId: { type: "string", "x-intent": { exact: true } },
    priority: { type: "string", enum: ["low", "normal", "high"] },
    visitDate: { type: "string", format: "date" },
    contact: { type: "string", format: "email" },
  },
  ["claimId"],
);

export const FRESH_TURNS: readonly RecognitionCase[] = [
  facts(
    "M01",
    "Change the train to Saturday.",
    {
      intents: [
        ["Book", "a train to Bergen"],
        ["Reserve", "a cabin near Voss"],
      ],
      constraints: [Q("two seats"), T("Saturday", 0, { start: "2026-12-05" })],
      changes: [{ operation: "replace", id: "constraint-2", effect: "applied" }],
      status: ["complete"],
    },
    { turn: ["correction"], input: { baseline: TRIP } },
  ),
  facts(
    "M02",
    "Sorry, three seats.",
    {
      intents: [
        ["Book", "a train to Bergen"],
        ["Reserve", "a cabin near Voss"],
      ],
      constraints: [Q("three seats", 0, { min: "3", max: "3" }), T("on Friday")],
      changes: [{ operation: "replace", id: "constraint-1", effect: "applied" }],
      status: ["complete"],
    },
    { turn: ["correction"], input: { baseline: TRIP } },
  ),
  facts(
    "M03",
    "Drop the cabin.",
    {
      intents: [["Book", "a train to Bergen"]],
      constraints: [Q("two seats"), T("on Friday")],
      changes: [{ operation: "remove", id: "intent-2", effect: "applied" }],
      status: ["complete"],
    },
    { turn: ["withdrawal"], input: { baseline: TRIP } },
  ),
  facts(
    "M04",
    "Scrap the first one, please.",
    {
      intents: [["Reserve", "a cabin near Voss"]],
      changes: [
        { operation: "remove", id: "intent-1", effect: "applied" },
        { operation: "remove", id: "constraint-1", effect: "applied" },
      ],
      status: ["complete"],
    },
    { turn: ["withdrawal"], input: { baseline: TRIP } },
  ),
  facts(
    "M05",
    "Never mind.",
    {
      intents: [
        ["Book", "a train to Bergen"],
        ["Reserve", "a cabin near Voss"],
      ],
      constraints: [Q("two seats"), T("on Friday")],
      unresolved: [{ kind: "ambiguity", options: 2 }],
      status: ["ambiguous"],
    },
    { turn: ["withdrawal"], input: { baseline: TRIP } },
  ),
  facts(
    "M06",
    "Also hire a guide for Sunday.",
    {
      intents: [
        ["Book", "a train to Bergen"],
        ["Reserve", "a cabin near Voss"],
        ["hire", "a guide"],
      ],
      constraints: [Q("two seats"), T("on Friday"), T("Sunday", 2, { start: "2026-12-06" })],
      status: ["complete"],
    },
    { input: { baseline: TRIP } },
  ),
  facts(
    "M07",
    "You may use bleach now.",
    {
      intents: [["Clean", "the garage"]],
      constraints: [P("do not open the red boxes")],
      changes: [{ operation: "remove", id: "constraint-2", effect: "applied" }],
      status: ["complete"],
    },
    { turn: ["withdrawal"], input: { baseline: CLEANING } },
  ),
  facts(
    "M08",
    "Sweep the floor as well.",
    {
      intents: [
        ["Clean", "the garage"],
        ["Sweep", "the floor\u2026"],
      ],
      constraints: [P("do not open the red boxes"), P("Never use bleach", "all")],
      status: ["complete"],
    },
    { input: { baseline: CLEANING } },
  ),
  facts(
    "M09",
    "Great, thanks!",
    {
      intents: [["Clean", "the garage"]],
      constraints: [P("do not open the red boxes"), P("Never use bleach", "all")],
      changes: [],
      status: ["complete"],
    },
    { turn: ["social"], input: { baseline: CLEANING } },
  ),
  facts(
    "M10",
    "And no loud music.",
    {
      intents: [["Clean", "the garage"]],
      constraints: [P("do not open the red boxes"), P("Never use bleach", "all"), P("no loud music", "any")],
      status: ["complete"],
    },
    { turn: ["refinement", "request"], input: { baseline: CLEANING } },
  ),
  facts(
    "M11",
    "Yes, go ahead.",
    {
      intents: [["Order", "dinner"]],
      constraints: [L("under 400 NOK")],
      changes: [],
      status: ["complete"],
    },
    { turn: ["confirmation"], input: { baseline: DINNER } },
  ),
  facts(
    "M12",
    "Make it under 600 NOK.",
    {
      intents: [["Order", "dinner"]],
      constraints: [L("under 600 NOK", 0, { max: "600", maxOpen: true })],
      changes: [{ operation: "replace", id: "constraint-1", effect: "applied" }],
      status: ["complete"],
    },
    { turn: ["correction"], input: { baseline: DINNER } },
  ),
  facts(
    "M13",
    "Breakfast instead of dinner.",
    {
      intents: [["Order", "Breakfast"]],
      constraints: [L("under 400 NOK")],
      changes: [{ operation: "replace", id: "intent-1", effect: "applied" }],
      status: ["complete"],
    },
    { turn: ["correction"], input: { baseline: DINNER } },
  ),
  facts(
    "M14",
    "For eight, without nuts.",
    {
      intents: [["Order", "dinner"]],
      constraints: [L("under 400 NOK"), Q("eight", 0, { min: "8", max: "8" }), X("without nuts")],
      status: ["complete"],
    },
    { turn: ["refinement"], input: { baseline: DINNER } },
  ),
  facts(
    "M15",
    "It's claim 00981.",
    {
      intents: [["Open", "the claim"]],
      fields: [{ field: "claimId", status: ["extracted"], value: "00981" }],
      changes: [{ operation: "remove", id: "unresolved-1", effect: "applied" }],
      status: ["complete"],
    },
    {
      turn: ["answer"],
      options: CLAIM,
      input: {
        baseline: open(state([intent("intent-1", "Open", "the claim")]), [
          {
            id: "unresolved-1",
            kind: "missing",
            text: "claimId",
            intentId: "intent-1",
            question: "Which claim?",
            options: [],
          },
        ]),
      },
    },
  ),
  facts(
    "M16",
    "Open claim 00312 with high priority and schedule a visit on 14 December.",
    {
      intents: [
        ["Open", "claim 00312\u2026"],
        ["schedule", "a visit"],
      ],
      constraints: [T("14 December", 1, { start: "2026-12-14" })],
      fields: [
        { field: "claimId", status: ["extracted"], value: "00312" },
        { field: "priority", status: ["extracted"], value: "high" },
        { field: "visitDate", status: ["extracted"], value: "2026-12-14" },
      ],
      status: ["needs_input"],
    },
    { options: CLAIM },
  ),
  facts(
    "M17",
    "Close claim 0044 and write to ann@example.com.",
    {
      intents: [
        ["Close", "claim 0044"],
        ["write", null],
      ],
      fields: [
        { field: "claimId", status: ["extracted"], value: "0044" },
        { field: "contact", status: ["extracted"], value: "ann@example.com" },
      ],
      status: ["needs_input"],
    },
    { options: CLAIM },
  ),
  facts(
    "M18",
    "Close it.",
    {
      intents: [["Close", "it"]],
      references: [{ kind: "anaphora", text: "it", resolved: "context/0/content" }],
      status: ["complete"],
    },
    { input: { context: [{ role: "assistant", content: "Your ticket 8812 was answered yesterday." }] } },
  ),
  facts(
    "M19",
    "Yes, do that.",
    {
      intents: [["Book", "a sauna"]],
      constraints: [T("on Friday", 0, { start: "2026-12-04" }), P("don't add towels")],
      status: ["complete"],
    },
    {
      turn: ["confirmation"],
      input: {
        context: [
          { role: "user", content: "Book a sauna on Friday, but don't add towels." },
          { role: "assistant", content: "It costs 300 NOK. Shall I go ahead?" },
        ],
      },
    },
  ),
  facts(
    "M20",
    "Yes.",
    {
      intents: [],
      unresolved: [{ kind: "reference" }],
      status: ["ambiguous"],
    },
    { turn: ["unclear"] },
  ),
];
