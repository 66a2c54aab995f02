import type { RecognitionCase } from "../facts.ts";
import { date, does, excludes, forbids, MONDAY, reading, rule, within } from "../notation.ts";

export const cases11To15: readonly RecognitionCase[] = [
  {
    id: "D11",
    input: { input: "Delete all expired orders except the VIP ones.", referenceTime: MONDAY },
    options: { schema: { type: "object", properties: { scope: { type: "string" } } } },
    readings: [
      reading({
        intents: [does("Delete", "all expired orders")],
        constraints: [excludes("except the VIP ones", { scopes: [0] })],
        fields: [
          { field: "scope", owner: 0, statuses: ["extracted", "not_provided"], valueSays: "except the VIP ones" },
        ],
      }),
    ],
  },
  {
    id: "D12",
    input: { input: "Don't forget to water the plants on Friday.", referenceTime: MONDAY },
    readings: [
      reading({
        intents: [does("water", "the plants")],
        constraints: [rule("time", within("Friday", "on Friday"), { scopes: [0], value: date("2026-12-04") })],
      }),
    ],
  },
  {
    id: "D13",
    input: { input: "Translate 'do not open this door' into German.", referenceTime: MONDAY },
    readings: [
      reading({
        intents: [does("Translate", within("do not open this door", "'do not open this door'"))],
        constraints: [rule(["format", "requirement"], within("German", "into German"), { scopes: [0] })],
      }),
    ],
  },
  {
    id: "D14",
    input: { input: "Do not book anything until I confirm the dates.", referenceTime: MONDAY },
    readings: [
      reading({
        constraints: [
          forbids(within("Do not book anything", "Do not book anything until I confirm the dates"), {
            scopes: ["request"],
          }),
          rule("condition", "until I confirm the dates", { scopes: ["request"] }),
        ],
      }),
    ],
  },
  {
    id: "D15",
    input: { input: "Get me a refund or a replacement, whichever is faster.", referenceTime: MONDAY },
    readings: [
      {
        ...reading({
          intents: [
            does("Get", within("a refund", "me a refund")),
            does(["Get", null], within("a replacement", "me a replacement")),
          ],
          constraints: [rule(["preference", "condition"], "whichever is faster")],
          relations: [{ types: ["alternative"], from: 0, to: 1 }],
        }),
        statuses: ["complete", "partial"],
      },
      {
        ...reading({
          intents: [does("Get", within("a refund or a replacement", "me a refund or a replacement"))],
          constraints: [rule(["preference", "condition"], "whichever is faster")],
        }),
        statuses: ["complete", "partial"],
      },
    ],
  },
];
