import { expect, test } from "vitest";
import { rulesExecutor } from "../../src/executors/rules/index.ts";
import { Intent } from "../../src/intent.ts";

const SEED = {
  input: "Look up order 000123. Do not cancel the order.",
  action: "Look up",
  target: "order 000123",
  prohibition: "Do not cancel the order",
};

interface Said {
  input: string;
  action: string;
  target: string;
  prohibition: string;
}

/** The documented reply's text with other words in it. */
function textOf({ input, action, target, prohibition }: Said): string {
  const change = (kind: string, id: string) =>
    `{"operation":"add","target":{"kind":"${kind}","id":"${id}"},"description":"Add the explicit request from this turn",` +
    `"sourceRefs":[{"root":"input","pointer":""}],"effect":"applied"}`;
  const changes = [change("intent", "intent-1"), change("constraint", "constraint-1")].join(",");
  const words = (text: string) => JSON.stringify(text);
  return (
    `{"schemaVersion":"2.0-draft.6","input":${words(input)},"status":"complete","turn":{"kind":"request","normalizedInput":${words(input)},` +
    `"intentIds":["intent-1"],"changes":[${changes}],"facts":{}},"effective":{"schemaVersion":"2.0-draft.6","coverage":"complete",` +
    `"scope":"current_request","intents":[{"id":"intent-1","domain":null,"action":${words(action)},"target":${words(target)},` +
    `"goal":${words(`${action} ${target}`)},"understanding":"clear","constraints":[{"id":"constraint-1","kind":"prohibition",` +
    `"text":${words(prohibition)},"scope":{"type":"intent","intentId":"intent-1"}}],"inputs":{},"references":[],"children":[],` +
    `"extensions":{}}],"constraints":[],"relations":[],"unresolved":[]},"fieldResults":[],"issues":[],"inferences":[]}`
  );
}

const VARIANTS: readonly Said[] = [
  {
    input: "Find order 000123. Do not cancel the order.",
    action: "Find",
    target: "order 000123",
    prohibition: "Do not cancel the order",
  },
  {
    input: "Look up ticket 00456. Don't close the ticket.",
    action: "Look up",
    target: "ticket 00456",
    prohibition: "Don't close the ticket",
  },
  {
    input: "Check invoice A-0042. Don\u2019t pay the invoice.",
    action: "Check",
    target: "invoice A-0042",
    prohibition: "Don\u2019t pay the invoice",
  },
  {
    input: "Do not cancel the order. Look up order 000123.",
    action: "Look up",
    target: "order 000123",
    prohibition: "Do not cancel the order",
  },
  {
    input: "Never refund the booking. Fetch booking 7781.",
    action: "Fetch",
    target: "booking 7781",
    prohibition: "Never refund the booking",
  },
  {
    input: "Hello. Track parcel 009-77. Do not return the parcel.",
    action: "Track",
    target: "parcel 009-77",
    prohibition: "Do not return the parcel",
  },
  {
    input: "Look up order 000123. Do not cancel the order. Thank you!",
    action: "Look up",
    target: "order 000123",
    prohibition: "Do not cancel the order",
  },
  {
    input: "Please look up claim 0088. You must not change the claim.",
    action: "look up",
    target: "claim 0088",
    prohibition: "You must not change the claim",
  },
  {
    input: "Could you open case 5500412? Never share the case.",
    action: "open",
    target: "case 5500412",
    prohibition: "Never share the case",
  },
  {
    input: "Pull up account 0010. Please don't modify the account.",
    action: "Pull up",
    target: "account 0010",
    prohibition: "don't modify the account",
  },
  {
    input: "Show shipment SH-0009 and don't reroute the shipment.",
    action: "Show",
    target: "shipment SH-0009",
    prohibition: "don't reroute the shipment",
  },
  {
    input: "Print label 000999, but do not send it.",
    action: "Print",
    target: "label 000999",
    prohibition: "do not send it",
  },
];

const parse = async (input: string) => JSON.stringify(await new Intent({ executor: rulesExecutor() }).parse({ input }));

test("the documented utterance gives the documented text, all 1,148 bytes of it", async () => {
  const text = await parse(SEED.input);
  expect(text).toBe(textOf(SEED));
  expect(Buffer.byteLength(text)).toBe(1_148);
});

test.each(VARIANTS.map((said) => [said.input, said] as const))(
  "in other words, the same text but for them: %s",
  async (_, said) => {
    expect(await parse(said.input)).toBe(textOf(said));
  },
);
