import type { RecognitionCase } from "../facts.ts";
import { does, excludes, forbids, MONDAY, oneField, reading, rule, within } from "../notation.ts";

const TOM = excludes("except Tom's", { scopes: [0] });
const AFTER_SIX = rule("time", "after 6pm", { value: { type: "time", start: "2026-11-30T18:00:00+01:00" } });

export const officeCases: readonly RecognitionCase[] = [
  {
    id: "F22",
    input: { input: "can you reset my vpn password and don't touch my mail settings?", referenceTime: MONDAY },
    options: oneField("deviceId", true),
    readings: [
      reading({
        status: "needs_input",
        open: [{ kinds: ["missing"], says: "device", question: true }],
        fields: [{ field: "deviceId", owner: 0, statuses: ["missing"] }],
        intents: [does("reset", "my vpn password")],
        constraints: [forbids("don't touch my mail settings")],
      }),
    ],
  },
  {
    id: "F23",
    input: { input: "My laptop won't start. Send someone to room 4.12 this afternoon.", referenceTime: MONDAY },
    readings: [
      reading({
        turn: { kinds: ["request", "mixed"] },
        intents: [does("Send", within("someone", "someone to room 4.12"), { goal: "room 4.12" })],
        constraints: [rule("time", "this afternoon", { scopes: [0], value: { type: "time", start: /^2026-11-30/ } })],
      }),
    ],
  },
  {
    id: "F24",
    input: { input: "Give Priya access to the wiki, not to the payroll folder.", referenceTime: MONDAY },
    readings: [
      reading({
        intents: [does("Give", ["Priya", within("access", "Priya access to the wiki")])],
        constraints: [rule(["exclusion", "prohibition"], "not to the payroll folder", { scopes: [0] })],
      }),
    ],
  },
  {
    id: "F25",
    input: {
      input: "please install the printer driver on every laptop except Tom's, and do it after 6pm.",
      referenceTime: MONDAY,
    },
    readings: [
      reading({
        intents: [does("install", within("the printer driver", "the printer driver on every laptop"))],
        constraints: [TOM, AFTER_SIX],
      }),
      reading({
        intents: [
          does("install", within("the printer driver", "the printer driver on every laptop")),
          does("do", "it"),
        ],
        constraints: [TOM, AFTER_SIX],
      }),
    ],
  },
  {
    id: "F26",
    input: { input: "Don't restart the server until the backup is finished.", referenceTime: MONDAY },
    readings: [
      reading({
        constraints: [
          forbids(within("Don't restart the server", "Don't restart the server until the backup is finished")),
          rule("condition", "until the backup is finished"),
        ],
      }),
    ],
  },
  {
    id: "F27",
    input: { input: "Once the update is done, restart the router and email me the log.", referenceTime: MONDAY },
    readings: [
      reading({
        intents: [does("restart", "the router"), does("email", ["me", within("the log", "me the log")])],
        constraints: [rule("condition", "Once the update is done", { scopes: [0, "every intent", "request"] })],
      }),
    ],
  },
  {
    id: "F28",
    input: { input: "I can't log in. unlock my account or send me a new code.", referenceTime: MONDAY },
    readings: [
      reading({
        turn: { kinds: ["request", "mixed"] },
        intents: [does("unlock", "my account"), does("send", ["me", within("a new code", "me a new code")])],
        relations: [{ types: ["alternative"], from: 0, to: 1 }],
      }),
    ],
  },
];
