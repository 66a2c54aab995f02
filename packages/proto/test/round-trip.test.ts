import { equals, fromBinary, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromWire, jsonSchema, toWire } from "../src/index.ts";
import { messages } from "./contract-messages.ts";
import { anyMessage } from "./message-arbitraries.ts";
import { parseableJson, parseableMessage } from "./parseable-part.ts";
import { schemaValidator } from "./schema-validator.ts";

const RUNS = { numRuns: 60 };

describe.each(messages.map((desc) => [desc.typeName, desc] as const))("%s", (_name, desc) => {
  it("reads back from its JSON as the message it was", () => {
    fc.assert(
      fc.property(anyMessage(desc), (message) => {
        const sent = JSON.stringify(parseableJson(desc, toWire(desc, message)));
        const back = fromWire(desc, JSON.parse(sent));
        const expected = parseableMessage(desc, message);
        if (!equals(desc, back, expected)) expect(back).toEqual(expected);
      }),
      RUNS,
    );
  });

  it("prints the same JSON after a trip over gRPC", () => {
    fc.assert(
      fc.property(anyMessage(desc), (message) => {
        const received = fromBinary(desc, toBinary(desc, message));
        expect(JSON.stringify(toWire(desc, received))).toBe(JSON.stringify(toWire(desc, message)));
      }),
      RUNS,
    );
  });

  it("prints JSON that its response schema accepts", () => {
    const validate = schemaValidator(jsonSchema(desc, { mode: "response" }));
    fc.assert(
      fc.property(anyMessage(desc), (message) => {
        const printed = JSON.parse(JSON.stringify(toWire(desc, message)));
        if (!validate(printed)) expect(validate.errors).toEqual([]);
      }),
      RUNS,
    );
  });
});
