import { expect, test } from "vitest";
import { LOOK_UP, lookUp, requestOf, resultOf } from "./material.ts";

const TEXT =
  '{"schemaVersion":"2.0-draft.6","input":"Look up order 000123. Do not cancel the order.","status":"complete","turn":{"kind":"request","normalizedInput":"Look up order 000123. Do not cancel the order.","intentIds":["intent-1"],"changes":[{"operation":"add","target":{"kind":"intent","id":"intent-1"},"description":"Add the explicit request from this turn","sourceRefs":[{"root":"input","pointer":""}],"effect":"applied"},{"operation":"add","target":{"kind":"constraint","id":"constraint-1"},"description":"Add the explicit request from this turn","sourceRefs":[{"root":"input","pointer":""}],"effect":"applied"}],"facts":{}},"effective":{"schemaVersion":"2.0-draft.6","coverage":"complete","scope":"current_request","intents":[{"id":"intent-1","domain":null,"action":"Look up","target":"order 000123","goal":"Look up order 000123","understanding":"clear","constraints":[{"id":"constraint-1","kind":"prohibition","text":"Do not cancel the order","scope":{"type":"intent","intentId":"intent-1"}}],"inputs":{},"references":[],"children":[],"extensions":{}}],"constraints":[],"relations":[],"unresolved":[]},"fieldResults":[],"issues":[],"inferences":[]}';

test("a controlled candidate for the documented example gives its text byte for byte", () => {
  const request = requestOf(LOOK_UP);
  const text = JSON.stringify(resultOf(request, lookUp()));
  expect(Buffer.byteLength(text)).toBe(1_148);
  expect(text).toBe(TEXT);
});

test("without a reference time it is the same text", () => {
  const request = requestOf(LOOK_UP, { referenceTime: undefined });
  expect(JSON.stringify(resultOf(request, lookUp()))).toBe(TEXT);
});
