import type { RecognitionCase } from "../facts.ts";
import { does, excludes, forbids, MONDAY, oneField, reading, rule, within } from "../notation.ts";

export const supportCases: readonly RecognitionCase[] = [
  {
    id: "F01",
    input: {
      input: "hi there, my parcel hasn't arrived yet. can you check order 48213 and tell me where it is?",
      referenceTime: MONDAY,
    },
    options: oneField("orderId", false),
    readings: [
      reading({
        turn: { kinds: ["request", "mixed"] },
        intents: [does("check", "order 48213"), does("tell", "me", { goal: "where it is" })],
        fields: [{ field: "orderId", owner: null, statuses: ["extracted"], value: "48213" }],
      }),
    ],
  },
  {
    id: "F02",
    input: { input: "Please replace the broken kettle, but don't refund it.", referenceTime: MONDAY },
    readings: [reading({ intents: [does("replace", "the broken kettle")], constraints: [forbids("don't refund it")] })],
  },
  {
    id: "F03",
    input: {
      input: "I'd like a refund for invoice 00931 unless a replacement can be shipped by Friday.",
      referenceTime: MONDAY,
    },
    options: oneField("invoiceNumber", true),
    readings: [
      reading({
        intents: [does(["like", "'d like", "would like"], within("a refund", "a refund for invoice 00931"))],
        constraints: [
          rule("condition", "unless a replacement can be shipped by Friday", { scopes: [0], value: "free" }),
        ],
        fields: [{ field: "invoiceNumber", owner: 0, statuses: ["extracted"], value: "00931" }],
      }),
    ],
  },
  {
    id: "F04",
    input: { input: "close all my open tickets except the ones about billing", referenceTime: MONDAY },
    options: oneField("ticketId", true, false),
    readings: [
      reading({
        intents: [does("close", "all my open tickets")],
        constraints: [excludes("except the ones about billing", { scopes: [0] })],
        fields: [{ field: "ticketId", owner: 0, statuses: ["not_provided"] }],
      }),
    ],
  },
  {
    id: "F05",
    input: { input: "Stop sending me newsletters and update my email to kim@example.org.", referenceTime: MONDAY },
    readings: [
      reading({
        intents: [
          does(["Stop", "Stop sending", "Stop sending me"], within("newsletters", "sending me newsletters")),
          does("update", within("my email", "my email to kim@example.org"), { goal: "kim@example.org" }),
        ],
      }),
    ],
  },
  {
    id: "F06",
    input: {
      input: "the charger i got is the wrong one. swap it for the 65 W model, no courier pickup please.",
      referenceTime: MONDAY,
      output: { evidence: "quotes" },
    },
    readings: [
      reading({
        turn: { kinds: ["request", "mixed"] },
        intents: [does("swap", within("it", "it for the 65 W model"))],
        constraints: [rule(["prohibition", "exclusion"], within("no courier pickup", "no courier pickup please"))],
        references: [
          { owner: 0, kinds: ["anaphora"], text: [{ says: "it" }], resolved: "input", means: "the charger" },
        ],
      }),
    ],
  },
  {
    id: "F07",
    input: {
      input: "My account should not be deleted; only the old address has to be removed.",
      referenceTime: MONDAY,
    },
    readings: [
      reading({
        intents: [does(within("removed", "has to be removed"), within("the old address", "only the old address"))],
        constraints: [forbids("My account should not be deleted")],
      }),
      reading({
        constraints: [
          forbids("My account should not be deleted"),
          rule("requirement", "only the old address has to be removed"),
        ],
      }),
    ],
  },
];
