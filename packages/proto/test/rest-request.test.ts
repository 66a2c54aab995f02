import { describe, expect, it } from "vitest";
import {
  AnswerIntentRequestSchema,
  CancelIntentRequestSchema,
  CreateIntentRequestSchema,
  DeleteWebhookEndpointRequestSchema,
  fromRest,
  GetIntentRequestSchema,
  IntentStatus,
  ListIntentEventsRequestSchema,
  ListIntentsRequestSchema,
  type RestParts,
} from "../src/index.ts";
import { faults, issuesOf } from "./wire-error-of.ts";

const get = (parts: Partial<RestParts>): RestParts => ({
  path: {},
  query: {},
  headers: {},
  body: undefined,
  hasBody: false,
  ...parts,
});
const post = (body: unknown, parts: Partial<RestParts> = {}): RestParts => ({ ...get(parts), body, hasBody: true });
const refused = (schema: Parameters<typeof fromRest>[0], parts: RestParts) =>
  faults(issuesOf(() => fromRest(schema, parts)));

describe("fromRest", () => {
  it("takes a create's fields from the body and its hold from the query", () => {
    const request = fromRest(CreateIntentRequestSchema, post({ intent: "tulips" }, { query: { wait_seconds: "5" } }));
    expect(request.spec?.intent).toBe("tulips");
    expect(request.waitSeconds).toBe(5);
  });

  it("refuses a body field in the query and a query field in the body", () => {
    expect(refused(CreateIntentRequestSchema, post({ intent: "x" }, { query: { max_amount: "1" } }))).toEqual([
      "unknown_parameter max_amount",
    ]);
    expect(refused(CreateIntentRequestSchema, post({ intent: "x", wait_seconds: 5 }))).toEqual([
      "unknown_parameter wait_seconds",
    ]);
    expect(refused(AnswerIntentRequestSchema, post({ id: "int_2" }, { path: { id: "int_1" } }))).toEqual([
      "unknown_parameter id",
    ]);
  });

  it("takes path parameters as text", () => {
    expect(
      fromRest(GetIntentRequestSchema, get({ path: { id: "int_1" }, query: { wait_seconds: "0" } })),
    ).toMatchObject({
      id: "int_1",
      waitSeconds: 0,
    });
    expect(fromRest(CancelIntentRequestSchema, get({ path: { id: "int_1" } })).id).toBe("int_1");
    expect(fromRest(ListIntentEventsRequestSchema, get({ path: { id: "7" }, query: { after: "3" } }))).toMatchObject({
      id: "7",
      after: 3,
    });
  });

  it("reads lists, maps, enums, numbers and times from a query", () => {
    const query = {
      status: ["queued", "running"],
      "metadata[team]": "a",
      "metadata[__proto__]": "b",
      limit: "5",
      created_after: "2026-11-30T10:00:00+01:00",
    };
    const request = fromRest(ListIntentsRequestSchema, get({ query }));
    expect(request.status).toEqual([IntentStatus.QUEUED, IntentStatus.RUNNING]);
    expect(Object.entries(request.metadata)).toEqual([
      ["team", "a"],
      ["__proto__", "b"],
    ]);
    expect(request.limit).toBe(5);
    expect(request.createdAfter?.seconds).toBe(BigInt(Date.UTC(2026, 10, 30, 9) / 1000));
    expect(fromRest(ListIntentsRequestSchema, get({ query: { status: "failed" } })).status).toEqual([
      IntentStatus.FAILED,
    ]);
  });

  it.each([
    ["text for a number", { limit: "five" }, "parameter_invalid limit"],
    ["an empty number", { limit: "" }, "parameter_invalid limit"],
    ["a number with a leading zero", { limit: "05" }, "parameter_invalid limit"],
    ["a number beyond 2^53", { limit: "99999999999999999999" }, "parameter_invalid limit"],
    ["a single field given twice", { limit: ["1", "2"] }, "parameter_invalid limit"],
    ["a map's key given twice", { "metadata[a]": ["1", "2"] }, "parameter_invalid metadata.a"],
    ["a map without a key", { metadata: "x" }, "parameter_invalid metadata"],
    ["an unknown enum value", { status: ["queued", "lost"] }, "parameter_invalid status.1"],
    ["several values in one", { status: "queued,running" }, "parameter_invalid status.0"],
    [
      "a time finer than a millisecond",
      { created_after: "2026-01-01T00:00:00.0001Z" },
      "parameter_invalid created_after",
    ],
    ["an unknown name", { colour: "red" }, "unknown_parameter colour"],
    ["an index", { "status[0]": "queued" }, "unknown_parameter status[0]"],
    ["an open bracket", { "metadata[a": "x" }, "unknown_parameter metadata[a"],
    ["the name of an object's own property", { constructor: "x" }, "unknown_parameter constructor"],
  ])("refuses %s in a query", (_what, query, fault) => {
    expect(refused(ListIntentsRequestSchema, get({ query }))).toEqual([fault]);
  });

  it("takes an absent body for an empty one, and refuses one that is no object", () => {
    expect(fromRest(CancelIntentRequestSchema, post(undefined, { path: { id: "int_1" } })).reason).toBeUndefined();
    for (const body of [null, [], "x", 1]) {
      expect(refused(CancelIntentRequestSchema, post(body, { path: { id: "int_1" } }))).toEqual(["invalid_json"]);
    }
  });

  it("places fields by the route, whether or not a body came", () => {
    const parts = get({ path: { id: "int_1" }, query: { reason: "late" } });
    expect(refused(CancelIntentRequestSchema, parts)).toEqual(["unknown_parameter reason"]);
    expect(refused(DeleteWebhookEndpointRequestSchema, post({ reason: "x" }, { path: { id: "whe_1" } }))).toEqual([
      "unknown_parameter reason",
    ]);
    expect(fromRest(DeleteWebhookEndpointRequestSchema, post({}, { path: { id: "whe_1" } })).id).toBe("whe_1");
  });
});
