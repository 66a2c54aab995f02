// The example of recognition's reference: what is asked, what is answered, and a candidate that gives that answer.

export const EXAMPLE = "Look up order 000123. Do not cancel the order.";

/** Byte for byte: 1,148 of them. */
export const EXAMPLE_TEXT =
  '{"schemaVersion":"2.0-draft.6","input":"Look up order 000123. Do not cancel the order.","status":"complete","turn":{"kind":"request","normalizedInput":"Look up order 000123. Do not cancel the order.","intentIds":["intent-1"],"changes":[{"operation":"add","target":{"kind":"intent","id":"intent-1"},"description":"Add the explicit request from this turn","sourceRefs":[{"root":"input","pointer":""}],"effect":"applied"},{"operation":"add","target":{"kind":"constraint","id":"constraint-1"},"description":"Add the explicit request from this turn","sourceRefs":[{"root":"input","pointer":""}],"effect":"applied"}],"facts":{}},"effective":{"schemaVersion":"2.0-draft.6","coverage":"complete","scope":"current_request","intents":[{"id":"intent-1","domain":null,"action":"Look up","target":"order 000123","goal":"Look up order 000123","understanding":"clear","constraints":[{"id":"constraint-1","kind":"prohibition","text":"Do not cancel the order","scope":{"type":"intent","intentId":"intent-1"}}],"inputs":{},"references":[],"children":[],"extensions":{}}],"constraints":[],"relations":[],"unresolved":[]},"fieldResults":[],"issues":[],"inferences":[]}';

const said = (text: string) => [{ root: "input", pointer: "", text }];

/** What a language source may propose for the example, as it sends it. */
export const EXAMPLE_CANDIDATE = JSON.stringify({
  kind: "request",
  intents: [
    {
      key: "i1",
      parent: null,
      baselineId: null,
      domain: null,
      action: "Look up",
      target: "order 000123",
      goal: "Look up order 000123",
      understanding: "clear",
      evidence: said("Look up order 000123"),
    },
  ],
  constraints: [
    {
      key: "c1",
      owner: "i1",
      baselineId: null,
      kind: "prohibition",
      text: "Do not cancel the order",
      valueJson: null,
      evidence: said("Do not cancel the order"),
    },
  ],
  relations: [],
  removals: [],
  references: [],
  fields: [],
  unresolved: [],
  inferences: [],
  accounted: [],
});
