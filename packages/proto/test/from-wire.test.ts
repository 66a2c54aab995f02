import { describe, expect, it } from "vitest";
import {
  AnswerIntentRequestSchema,
  ClaimRefSchema,
  CreateIntentRequestSchema,
  CreateIntentResponseSchema,
  FormFieldSchema,
  fromWire,
  IntentEventSchema,
  IntentSchema,
  ListIntentsRequestSchema,
  QuestionSchema,
  SignInPolicy,
  StepSchema,
  UsageSchema,
  WireError,
} from "../src/index.ts";
import { faults, issuesOf } from "./wire-error-of.ts";

const refused = (schema: Parameters<typeof fromWire>[0], json: unknown) =>
  faults(issuesOf(() => fromWire(schema, json)));

describe("fromWire", () => {
  it("reads flattened fields into their message", () => {
    const request = fromWire(CreateIntentRequestSchema, { intent: "tulips", sign_in_policy: "link", wait_seconds: 5 });
    expect(request.spec?.intent).toBe("tulips");
    expect(request.spec?.signInPolicy).toBe(SignInPolicy.LINK);
    expect(request.waitSeconds).toBe(5);
  });

  it("makes a required flattened message even of nothing, and an optional one only of something", () => {
    expect(fromWire(CreateIntentRequestSchema, {}).spec).toBeDefined();
    expect(fromWire(IntentSchema, { intent: null, shops: [], metadata: {} }).spec).toBeUndefined();
    expect(fromWire(IntentSchema, { shops: ["a.example"] }).spec?.shops).toEqual(["a.example"]);
  });

  it("checks the type of an empty value even where nothing else is set", () => {
    expect(refused(IntentSchema, { intent: [] })).toEqual(["parameter_invalid intent"]);
    expect(refused(IntentSchema, { shops: {} })).toEqual(["parameter_invalid shops"]);
    expect(refused(IntentSchema, { metadata: [] })).toEqual(["parameter_invalid metadata"]);
  });

  it("takes null for an absent field, and for nothing else", () => {
    expect(fromWire(ListIntentsRequestSchema, { status: null, customer: null, metadata: null })).toEqual(
      fromWire(ListIntentsRequestSchema, {}),
    );
    expect(fromWire(FormFieldSchema, { default: null }).default).toBeUndefined();
    expect(refused(ListIntentsRequestSchema, { status: [null] })).toEqual(["parameter_invalid status.0"]);
    expect(refused(ListIntentsRequestSchema, { metadata: { a: null } })).toEqual(["parameter_invalid metadata.a"]);
  });

  it.each([[null], [undefined], [[]], ["{}"], [1], [true]])(
    "refuses %j, which is no object, as invalid_json",
    (json) => {
      expect(refused(CreateIntentRequestSchema, json)).toEqual(["invalid_json"]);
    },
  );

  it("names unknown fields by their path, at any depth", () => {
    expect(refused(CreateIntentRequestSchema, { max_amonut: 1 })).toEqual(["unknown_parameter max_amonut"]);
    expect(refused(CreateIntentRequestSchema, { sign_in_hint: { mail: "x" } })).toEqual([
      "unknown_parameter sign_in_hint.mail",
    ]);
    expect(refused(CreateIntentRequestSchema, { spec: { intent: "x" } })).toEqual(["unknown_parameter spec"]);
    expect(refused(CreateIntentRequestSchema, { maxAmount: 1 })).toEqual(["unknown_parameter maxAmount"]);
  });

  it("knows no field by the name of something that every object has", () => {
    const body = JSON.parse('{"__proto__":{"intent":"x"},"constructor":1,"toString":2}');
    expect(refused(CreateIntentRequestSchema, body)).toEqual([
      "unknown_parameter __proto__",
      "unknown_parameter constructor",
      "unknown_parameter toString",
    ]);
  });

  it("keeps a key __proto__ of a map or struct as data", () => {
    const body = JSON.parse('{"intent":"x","metadata":{"__proto__":"m"},"context":{"__proto__":{"a":1}}}');
    const { spec } = fromWire(CreateIntentRequestSchema, body);
    expect(Object.entries(spec?.metadata ?? {})).toEqual([["__proto__", "m"]]);
    expect(JSON.stringify(spec?.context)).toBe('{"__proto__":{"a":1}}');
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });

  it("reports every fault, the first deciding", () => {
    const body = {
      max_amount: "6000",
      shops: ["a.example", 3],
      metadata: { size: 42 },
      sign_in_hint: { phone: 1 },
      x: 1,
    };
    const issues = issuesOf(() => fromWire(CreateIntentRequestSchema, body));
    expect(faults(issues)).toEqual([
      "parameter_invalid max_amount",
      "parameter_invalid shops.1",
      "parameter_invalid metadata.size",
      "parameter_invalid sign_in_hint.phone",
      "unknown_parameter x",
    ]);
    const error = new WireError([issues[0] as (typeof issues)[0], ...issues.slice(1)]);
    expect([error.reason, error.param, error.message]).toEqual([
      "parameter_invalid",
      "max_amount",
      "max_amount must be an integer.",
    ]);
  });

  it("bounds what it reports of a hostile body", () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`.repeat(50), 1]));
    const issues = issuesOf(() => fromWire(CreateIntentRequestSchema, body));
    expect(issues).toHaveLength(100);
    expect(Math.max(...issues.map((issue) => issue.param?.length ?? 0))).toBeLessThan(100);
  });

  it("refuses enum value 0, numbers and unknown names", () => {
    for (const value of ["unspecified", "sign_in_policy_auto", "AUTO", 1, "other"]) {
      expect(refused(CreateIntentRequestSchema, { sign_in_policy: value })).toEqual([
        "parameter_invalid sign_in_policy",
      ]);
    }
  });

  it("takes integers within their type and 2^53 only", () => {
    expect(fromWire(ClaimRefSchema, { epoch: 9007199254740991 }).epoch).toBe(9007199254740991n);
    for (const epoch of [2 ** 53, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "1"]) {
      expect(refused(ClaimRefSchema, { epoch })).toEqual(["parameter_invalid epoch"]);
    }
    expect(refused(UsageSchema, { steps: 2 ** 31 })).toEqual(["parameter_invalid steps"]);
  });

  it("answers a number too large for its type with the code of the field's range", () => {
    expect(refused(CreateIntentRequestSchema, { max_amount: 1e12 })).toEqual(["amount_out_of_range max_amount"]);
    const tooLarge = () => fromWire(CreateIntentRequestSchema, { intent: "x", max_amount: 1e12 });
    expect(tooLarge).toThrow("max_amount must be between 1 and 99999999");
    expect(refused(CreateIntentRequestSchema, { max_amount: 1.5 })).toEqual(["parameter_invalid max_amount"]);
  });

  it("refuses numbers that are not finite, in structs too", () => {
    expect(refused(FormFieldSchema, { min: Number.NaN })).toEqual(["parameter_invalid min"]);
    expect(refused(CreateIntentRequestSchema, { context: { a: [Number.POSITIVE_INFINITY] } })).toEqual([
      "parameter_invalid context",
    ]);
  });

  it("refuses texts that are not well-formed Unicode", () => {
    expect(refused(CreateIntentRequestSchema, { intent: "\ud800" })).toEqual(["parameter_invalid intent"]);
    expect(refused(CreateIntentRequestSchema, { context: { "\udc00": 1 } })).toEqual(["parameter_invalid context"]);
    expect(refused(CreateIntentRequestSchema, { metadata: { "\ud800": "x" } })).toEqual([
      "parameter_invalid metadata.\ufffd",
    ]);
  });

  it("refuses JSON nested too deep to travel, without overflowing the stack", () => {
    let value: unknown = 1;
    for (let i = 0; i < 100_000; i++) value = [value];
    expect(refused(AnswerIntentRequestSchema, { value })).toEqual(["parameter_invalid value"]);
  });

  it("reads bytes from strict base64", () => {
    expect(fromWire(ClaimRefSchema, { token: "+/8=" }).token).toEqual(new Uint8Array([251, 255]));
    for (const token of ["+/8", "-_8=", "+/8=\n", "????"]) {
      expect(refused(ClaimRefSchema, { token })).toEqual(["parameter_invalid token"]);
    }
  });

  it("reads durations from whole seconds", () => {
    expect(fromWire(QuestionSchema, { ttl: 90 }).ttl?.seconds).toBe(90n);
    for (const ttl of ["90s", 1.5, 1e15]) expect(refused(QuestionSchema, { ttl })).toEqual(["parameter_invalid ttl"]);
  });

  it("reads a Value of any kind", () => {
    for (const value of ["x", 0, false, { a: [1] }, []]) {
      expect(fromWire(AnswerIntentRequestSchema, { value }).value?.kind.case).toBeDefined();
    }
  });

  it("takes one member of a oneof, and no constant and no untagged oneof", () => {
    expect(fromWire(StepSchema, { note: { text: "x" } }).args.case).toBe("note");
    expect(refused(StepSchema, { note: { text: "x" }, plan: {} })).toEqual(["parameter_invalid plan"]);
    expect(refused(IntentSchema, { object: "intent" })).toEqual(["unknown_parameter object"]);
    expect(refused(IntentEventSchema, { data: {} })).toEqual(["unknown_parameter data"]);
    expect(refused(IntentEventSchema, { plan: {} })).toEqual(["unknown_parameter plan"]);
  });

  it("reads an unwrapped message from its field's value", () => {
    expect(fromWire(CreateIntentResponseSchema, { id: "int_1" }).intent?.id).toBe("int_1");
    expect(fromWire(CreateIntentResponseSchema, null).intent).toBeUndefined();
  });
});
