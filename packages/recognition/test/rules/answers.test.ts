import { expect, test } from "vitest";
import { rulesExecutor } from "../../src/executors/rules/index.ts";
import { Intent } from "../../src/intent.ts";
import type { JsonObject } from "../../src/types/json.ts";

const schema: JsonObject = {
  type: "object",
  properties: {
    note: { anyOf: [{ $ref: "#/$defs/text" }, { type: "null" }] },
    seats: { $ref: "#/$defs/count" },
    size: { anyOf: [{ enum: ["small", "large"] }, { type: "null" }] },
    colour: { type: ["string", "null"] },
  },
  required: ["note"],
  $defs: { text: { type: "string" }, count: { anyOf: [{ type: "integer" }, { type: "null" }] } },
};

function shop(...required: string[]): Intent {
  return new Intent({ executor: rulesExecutor(), schema: { ...schema, required } });
}

async function answered(field: string, input: string) {
  const intent = shop(field);
  const { effective: baseline } = await intent.parse({ input: "Order a cake" });
  expect(baseline.unresolved).toMatchObject([{ kind: "missing", text: field }]);
  const { effective } = await intent.parse({ input, baseline });
  return {
    fields: Object.values(effective.intents[0]?.inputs ?? {}).map(({ value }) => value),
    open: effective.unresolved.map(({ text }) => text),
  };
}

test.each([
  "Thanks!",
  "hello",
  "ok great, thank you",
  "I don't know",
  "no idea",
  "not sure yet",
  "Sorry, I don't remember",
])("%j answers no open question", async (input) => {
  for (const field of ["note", "colour"]) {
    const { fields, open } = await answered(field, input);
    expect(fields).toEqual([]);
    expect(open).toContain(field);
  }
});

test.each([
  ["note", "gold letters", "gold letters"],
  ["colour", "dark blue", "dark blue"],
  ["seats", "14 seats", 14],
  ["seats", "14", 14],
  ["seats", "It is 6, please", 6],
  ["size", "large", "large"],
])("the field %s behind a reference or beside null is answered by %j", async (field, input, value) => {
  const { fields, open } = await answered(field, input);
  expect(fields).toEqual([value]);
  expect(open).toEqual([]);
});
