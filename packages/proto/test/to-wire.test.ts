import { create } from "@bufbuild/protobuf";
import { timestampFromMs, ValueSchema } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import {
  ClaimRefSchema,
  CreateIntentRequestSchema,
  CreateIntentResponseSchema,
  EventSchema,
  EventType,
  FormFieldSchema,
  IntentEventSchema,
  IntentSchema,
  IntentStatus,
  QuestionSchema,
  QuoteSchema,
  SignInPolicy,
  toWire,
  UsageSchema,
  WebhookDeliverySchema,
  WorkSchema,
} from "../src/index.ts";
import { faults, issuesOf } from "./wire-error-of.ts";

describe("toWire", () => {
  it("prints every field, null or empty where nothing is set", () => {
    expect(toWire(QuoteSchema, create(QuoteSchema))).toEqual({
      items: [],
      subtotal: null,
      shipping: null,
      tax: null,
      discount: null,
      tip: null,
      fee: null,
      total: null,
      currency: null,
      expires_at: null,
    });
  });

  it("prints 0 and the empty text as the values they are", () => {
    expect(toWire(QuoteSchema, create(QuoteSchema, { total: 0, currency: "" }))).toMatchObject({
      total: 0,
      currency: "",
    });
  });

  it("prints enum values in lower case without their prefix, and 0 or an unknown number as null", () => {
    const printed = (status: IntentStatus) => toWire(IntentSchema, create(IntentSchema, { status }));
    expect(printed(IntentStatus.REQUIRES_INPUT)).toMatchObject({ status: "requires_input" });
    expect(printed(IntentStatus.UNSPECIFIED)).toMatchObject({ status: null });
    expect(printed(999 as IntentStatus)).toMatchObject({ status: null });
  });

  it("prints the wire name that an enum value gives itself", () => {
    expect(toWire(EventSchema, create(EventSchema, { type: EventType.INTENT_COMPLETED }))).toMatchObject({
      type: "intent.completed",
    });
  });

  it("prints times in UTC with exactly three digits", () => {
    const at = (ms: number) =>
      toWire(WebhookDeliverySchema, create(WebhookDeliverySchema, { createdAt: timestampFromMs(ms) }));
    expect(at(Date.UTC(2026, 10, 30, 9))).toMatchObject({ created_at: "2026-11-30T09:00:00.000Z" });
    expect(at(-1)).toMatchObject({ created_at: "1969-12-31T23:59:59.999Z" });
  });

  it("prints durations as whole seconds, 64-bit integers as numbers and bytes as base64", () => {
    expect(toWire(QuestionSchema, create(QuestionSchema, { ttl: { seconds: 90n } }))).toMatchObject({ ttl: 90 });
    const ref = create(ClaimRefSchema, { epoch: 2n ** 53n - 1n, token: new Uint8Array([251, 255]) });
    expect(toWire(ClaimRefSchema, ref)).toMatchObject({ epoch: 9007199254740991, token: "+/8=" });
  });

  it("prints a Value and a Struct as the JSON they hold", () => {
    const printed = toWire(
      FormFieldSchema,
      create(FormFieldSchema, { default: { kind: { case: "numberValue", value: 0 } } }),
    );
    expect(printed).toMatchObject({ default: 0 });
    expect(toWire(FormFieldSchema, create(FormFieldSchema, { default: create(ValueSchema) }))).toMatchObject({
      default: null,
    });
    expect(toWire(WorkSchema, create(WorkSchema, { context: { a: [null, { b: "c" }] } }))).toMatchObject({
      context: { a: [null, { b: "c" }] },
    });
  });

  it("prints a flattened message in its place, absent or not, without what callers alone may send", () => {
    const absent = toWire(IntentSchema, create(IntentSchema)) as object;
    expect(absent).toMatchObject({ intent: null, shops: [], metadata: {}, sign_in_policy: null });
    const spec = {
      intent: "tulips",
      signInPolicy: SignInPolicy.NEVER,
      endUserIp: "192.0.2.1",
      signInHint: { phone: "+14155550199" },
    };
    const printed = toWire(IntentSchema, create(IntentSchema, { spec })) as object;
    expect(Object.keys(printed)).toEqual(Object.keys(absent));
    expect(printed).toMatchObject({ intent: "tulips", sign_in_policy: "never" });
    expect(Object.keys(printed)).not.toContain("end_user_ip");
    expect(Object.keys(printed)).not.toContain("sign_in_hint");
    expect(Object.keys(printed)).not.toContain("spec");
  });

  it("prints constants whatever the message says", () => {
    expect(toWire(IntentSchema, create(IntentSchema, { object: "other" }))).toMatchObject({ object: "intent" });
  });

  it("prints an unwrapped message's field in place of the message", () => {
    const intent = create(IntentSchema, { id: "int_1" });
    expect(toWire(CreateIntentResponseSchema, create(CreateIntentResponseSchema, { intent }))).toEqual(
      toWire(IntentSchema, intent),
    );
  });

  it("prints the chosen member of an untagged oneof under the oneof's name", () => {
    const plan = create(IntentEventSchema, { data: { case: "plan", value: { summary: "flowers" } } });
    expect(toWire(IntentEventSchema, plan)).toMatchObject({ data: { summary: "flowers" } });
    const none = toWire(IntentEventSchema, create(IntentEventSchema)) as object;
    expect(none).toMatchObject({ data: null });
    expect(Object.keys(none)).not.toContain("plan");
  });

  it("keeps a key __proto__ as data", () => {
    const metadata = JSON.parse('{"__proto__":"x"}');
    const message = create(CreateIntentRequestSchema, { spec: { metadata } });
    expect(JSON.stringify(toWire(CreateIntentRequestSchema, message))).toContain('"metadata":{"__proto__":"x"}');
  });

  it("refuses what JSON cannot carry", () => {
    const refused = (call: () => unknown) => faults(issuesOf(call));
    expect(refused(() => toWire(FormFieldSchema, create(FormFieldSchema, { min: Number.NaN })))).toEqual([
      "internal_error min",
    ]);
    expect(refused(() => toWire(UsageSchema, create(UsageSchema, { bytes: 2n ** 53n })))).toEqual([
      "internal_error bytes",
    ]);
    expect(refused(() => toWire(QuoteSchema, create(QuoteSchema, { expiresAt: { seconds: 1n, nanos: 1 } })))).toEqual([
      "internal_error expires_at",
    ]);
    expect(refused(() => toWire(WorkSchema, create(WorkSchema, { context: { a: Number.POSITIVE_INFINITY } })))).toEqual(
      ["internal_error context"],
    );
  });
});
