import { create, type DescMessage, type MessageInitShape } from "@bufbuild/protobuf";
import { ValueSchema } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import {
  AnswerIntentRequestSchema,
  AuthorizeRequestSchema,
  BeginPurchaseRequestSchema,
  ClaimRefSchema,
  ClaimWorkRequestSchema,
  CreateApiKeyRequestSchema,
  CreateIntentRequestSchema,
  CreateWebhookEndpointRequestSchema,
  fromWire,
  InputAbout,
  InputKind,
  type IntentSpecSchema,
  type JsonValue,
  jsonSchema,
  ListIntentsRequestSchema,
  QuestionSchema,
  ReleaseClaimRequestSchema,
  ReleaseReason,
  SaveProfileRequestSchema,
  SignInPolicy,
  validate,
  WorkKind,
} from "../src/index.ts";
import { faults } from "./wire-error-of.ts";

const check = <D extends DescMessage>(schema: D, init: MessageInitShape<D>) =>
  faults(validate(schema, create(schema, init)));
const spec = (init: MessageInitShape<typeof IntentSpecSchema>) =>
  check(CreateIntentRequestSchema, { spec: { intent: "tulips", ...init } });

describe("validate", () => {
  it("finds nothing in a request that keeps the rules", () => {
    expect(spec({ maxAmount: 6000, currency: "usd", shops: ["a.example"], metadata: { k: "" } })).toEqual([]);
  });

  it("misses a required field that is absent, and refuses one that is empty", () => {
    expect(spec({ intent: undefined })).toEqual(["parameter_missing intent"]);
    expect(spec({ intent: "" })).toEqual(["parameter_invalid intent"]);
  });

  it("misses the first required field of a flattened message that a gRPC client left out", () => {
    expect(check(CreateIntentRequestSchema, {})).toEqual(["parameter_missing intent"]);
  });

  it("counts characters as Unicode does", () => {
    expect(spec({ intent: "😀".repeat(2000) })).toEqual([]);
    expect(spec({ intent: "😀".repeat(2001) })).toEqual(["parameter_invalid intent"]);
  });

  it("answers a broken range with the rule's own code", () => {
    expect(spec({ maxAmount: 0 })).toEqual(["amount_out_of_range max_amount"]);
    expect(spec({ maxAmount: 100_000_000 })).toEqual(["amount_out_of_range max_amount"]);
    expect(spec({ maxAmount: 99_999_999 })).toEqual([]);
    expect(check(ListIntentsRequestSchema, { cursor: "" })).toEqual(["invalid_cursor cursor"]);
  });

  it("takes a text, a number or a boolean where the rule says so", () => {
    const answer = (value: JsonValue) =>
      faults(validate(AnswerIntentRequestSchema, fromWire(AnswerIntentRequestSchema, { id: "int_1", value })));
    for (const value of ["M", 1.5, true]) expect(answer(value)).toEqual([]);
    for (const value of [["M"], { size: "M" }]) expect(answer(value)).toEqual(["invalid_answer value"]);
    const { properties } = jsonSchema(AnswerIntentRequestSchema, { mode: "request" });
    expect(properties).toMatchObject({ value: { type: ["string", "number", "boolean"] } });
  });

  it("checks patterns, formats and the elements of lists by their index", () => {
    expect(spec({ currency: "USD", country: "us", returnUrl: "http://a.example" })).toEqual([
      "parameter_invalid currency",
      "parameter_invalid country",
      "parameter_invalid return_url",
    ]);
    expect(spec({ shops: ["a.example", "B.example"] })).toEqual(["parameter_invalid shops.1"]);
    expect(spec({ signInHint: { phone: "0199" } })).toEqual(["parameter_invalid sign_in_hint.phone"]);
    const scopes = { name: "x", scopes: ["intents:read", "all"] };
    expect(check(CreateApiKeyRequestSchema, scopes)).toEqual(["parameter_invalid scopes.1"]);
  });

  it("bounds lists by number and uniqueness", () => {
    expect(spec({ shops: Array.from({ length: 11 }, (_, i) => `a${i}.example`) })).toEqual(["parameter_invalid shops"]);
    expect(spec({ shops: ["a.example", "b.example", "a.example"] })).toEqual(["parameter_invalid shops.2"]);
  });

  it("names a map's entry by its key, and the map alone for the number of entries", () => {
    expect(spec({ metadata: { "a b": "x" } })).toEqual(["parameter_invalid metadata.a b"]);
    expect(spec({ metadata: { ok: "x".repeat(501) } })).toEqual(["parameter_invalid metadata.ok"]);
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, "v"]));
    expect(spec({ metadata: many })).toEqual(["parameter_invalid metadata"]);
  });

  it("bounds a struct by the bytes of its JSON and by its depth", () => {
    const overhead = '{"a":""}'.length;
    expect(spec({ context: { a: "x".repeat(16_384 - overhead) } })).toEqual([]);
    expect(spec({ context: { a: "x".repeat(16_385 - overhead) } })).toEqual(["parameter_invalid context"]);
    expect(spec({ context: { a: "é".repeat(8192) } })).toEqual(["parameter_invalid context"]);
    expect(spec({ context: { a: { b: { c: [{}] } } } })).toEqual([]);
    expect(spec({ context: { a: { b: { c: [{ d: {} }] } } } })).toEqual(["parameter_invalid context"]);
  });

  it("bounds bytes", () => {
    const ref = { claimId: "c", epoch: 1n, token: new Uint8Array(33) };
    expect(check(ClaimRefSchema, ref)).toEqual(["parameter_invalid token"]);
  });

  it("refuses enum value 0 and numbers that the enum does not have", () => {
    expect(spec({ signInPolicy: SignInPolicy.UNSPECIFIED })).toEqual(["parameter_invalid sign_in_policy"]);
    expect(spec({ signInPolicy: 99 as SignInPolicy })).toEqual(["parameter_invalid sign_in_policy"]);
    const request = { runnerId: "r", requestId: "q", freeSlots: 1, drivers: [{ name: "d" }] };
    expect(check(ClaimWorkRequestSchema, { ...request, kinds: [WorkKind.UNSPECIFIED] })).toEqual([
      "parameter_invalid kinds.0",
    ]);
  });

  it("takes the zero of a field without presence for absent where it is required", () => {
    const ref = { claimId: "c", epoch: 1n, token: new Uint8Array([1]) };
    expect(check(ReleaseClaimRequestSchema, { ref })).toEqual(["parameter_missing reason"]);
    expect(check(ReleaseClaimRequestSchema, { ref, reason: ReleaseReason.DRAINING })).toEqual([]);
    expect(check(ClaimRefSchema, {})).toEqual([
      "parameter_missing claim_id",
      "parameter_invalid epoch",
      "parameter_missing token",
    ]);
    expect(check(AuthorizeRequestSchema, {})).toEqual([]);
  });

  it("misses a required message, and goes into those that are there", () => {
    const ref = { claimId: "c", epoch: 1n, token: new Uint8Array([1]) };
    expect(check(BeginPurchaseRequestSchema, { ref })).toEqual([
      "parameter_missing quote",
      "parameter_missing payment",
      "parameter_missing submit",
    ]);
    const quote = { host: "a.example", currency: "usd", items: [{ quantity: 1 }, { quantity: 0 }] };
    expect(check(BeginPurchaseRequestSchema, { ref, quote, payment: 1, submit: 1 })).toEqual([
      "parameter_invalid quote.items.1.quantity",
    ]);
    expect(check(SaveProfileRequestSchema, { ref: { ...ref, epoch: 0n } })).toEqual(["parameter_invalid ref.epoch"]);
  });

  it("refuses what its JSON could not carry: fine times, large integers, numbers that are not finite", () => {
    const fine = { createdAfter: { seconds: 1n, nanos: 1 } };
    expect(check(ListIntentsRequestSchema, fine)).toEqual(["parameter_invalid created_after"]);
    const late = { createdAfter: { seconds: 253_402_300_800n } };
    expect(check(ListIntentsRequestSchema, late)).toEqual(["parameter_invalid created_after"]);
    expect(check(ClaimRefSchema, { claimId: "c", token: new Uint8Array([1]), epoch: 2n ** 53n })).toEqual([
      "parameter_invalid epoch",
    ]);
    expect(spec({ context: { a: [Number.NaN] } })).toEqual(["parameter_invalid context"]);
    const value = create(ValueSchema, { kind: { case: "numberValue", value: Number.NaN } });
    expect(check(AnswerIntentRequestSchema, { id: "int_1", value })).toEqual(["parameter_invalid value"]);
    const question = {
      kind: InputKind.CHOICE,
      name: "size",
      about: InputAbout.ORDER,
      promptKey: "size",
      ttl: { seconds: 1n, nanos: 5 },
    };
    expect(check(QuestionSchema, question)).toEqual(["parameter_invalid ttl"]);
  });

  it("refuses the character U+0000 in texts", () => {
    expect(spec({ intent: "a\0b", metadata: { k: "\0" } })).toEqual([
      "parameter_invalid intent",
      "parameter_invalid metadata.k",
    ]);
  });

  it("says what is expected and never repeats the value", () => {
    const [issue] = validate(
      CreateWebhookEndpointRequestSchema,
      create(CreateWebhookEndpointRequestSchema, { url: "https://user:hunter2@a.example" }),
    );
    expect(issue?.message).toBe("url must be an absolute http or https URL without credentials.");
  });
});
