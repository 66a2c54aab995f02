import { describe, expect, it } from "vitest";
import { comment, EventType, EventTypeSchema, enumName, enumValue, ReasonSchema, reasonInfo } from "../src/index.ts";
import { messages, services } from "./contract-messages.ts";

const GRPC = [
  "CANCELLED",
  "INVALID_ARGUMENT",
  "DEADLINE_EXCEEDED",
  "NOT_FOUND",
  "ALREADY_EXISTS",
  "PERMISSION_DENIED",
  "RESOURCE_EXHAUSTED",
  "FAILED_PRECONDITION",
  "ABORTED",
  "UNIMPLEMENTED",
  "INTERNAL",
  "UNAVAILABLE",
  "UNAUTHENTICATED",
];
const TYPES = [
  "invalid_request",
  "authentication",
  "payment",
  "permission",
  "not_found",
  "conflict",
  "idempotency",
  "rate_limit",
  "api_error",
];

const reasons = ReasonSchema.values
  .map((item) => enumName(ReasonSchema, item.number))
  .filter((name): name is string => name !== null);

describe("reasonInfo", () => {
  it.each(reasons)("knows how %s looks outside", (reason) => {
    const info = reasonInfo(reason);
    expect(info?.httpStatus).toBeGreaterThanOrEqual(400);
    expect(info?.httpStatus).toBeLessThan(600);
    expect(TYPES).toContain(info?.type);
    expect(GRPC).toContain(info?.grpc);
  });

  it("keeps each type of error to its HTTP statuses", () => {
    const statuses: Record<string, number[]> = {
      authentication: [401],
      payment: [402],
      permission: [403],
      not_found: [404],
      conflict: [409],
      idempotency: [422],
      rate_limit: [429],
    };
    for (const reason of reasons) {
      const info = reasonInfo(reason);
      const allowed = statuses[info?.type ?? ""];
      if (allowed !== undefined) expect(allowed, reason).toContain(info?.httpStatus);
    }
  });

  it("knows no reason that is not in the contract", () => {
    for (const text of ["", "unspecified", "PARAMETER_INVALID", "constructor"])
      expect(reasonInfo(text)).toBeUndefined();
  });
});

describe("enum names", () => {
  it("go both ways, 0 having none", () => {
    expect(enumName(EventTypeSchema, EventType.PAYMENT_HELD)).toBe("payment.held");
    expect(enumValue(EventTypeSchema, "payment.held")).toBe(EventType.PAYMENT_HELD);
    expect(enumName(EventTypeSchema, 0)).toBeNull();
    expect(enumValue(EventTypeSchema, "unspecified")).toBeUndefined();
    expect(enumValue(EventTypeSchema, "toString")).toBeUndefined();
  });
});

describe("comment", () => {
  it("knows messages, fields, enum values, services and methods", () => {
    expect(comment("openintents.intent.v1.IntentSpec.intent")).toBe("What to buy or book, in plain language.");
    expect(comment("openintents.intent.v1.InputRequest")).toBe("One open question.");
    expect(comment("openintents.intent.v1.SignInPolicy.SIGN_IN_POLICY_AUTO")).toMatch(/^Ask for phone or e-mail/);
    expect(comment("openintents.intent.v1.IntentService")).toMatch(/^Intents of the caller's account/);
    expect(comment("openintents.intent.v1.IntentService.ListIntents")).toBe("Newest first.");
    expect(comment("openintents.event.v1.Event.data")).toBe("The full object as it was at that change.");
    expect(comment("openintents.intent.v1.Nothing")).toBeUndefined();
  });

  it("joins the lines of a comment", () => {
    const known = [...messages, ...services].map((desc) => comment(desc.typeName)).filter((text) => text !== undefined);
    expect(known.length).toBeGreaterThan(10);
    expect(known.filter((text) => /[^\n]\n[^\n]|^\s|\s$/.test(text))).toEqual([]);
  });
});
