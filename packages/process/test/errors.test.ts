import { expect, it } from "vitest";
import { ServiceError, serviceError } from "../src/index.ts";

it("carries reason, param, details, time to retry and cause", () => {
  const cause = new Error("inner");
  const options = { param: "id", details: { a: 1 }, retryAfterSeconds: 3, requestId: "req_1", cause };
  const error = serviceError("rate_limited", "slow down", options);
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({ name: "ServiceError", reason: "rate_limited", message: "slow down", ...options });
});

it("prints null for what was not given", () => {
  const error = serviceError("timeout", "late");
  expect(error).toMatchObject({ param: null, details: null, retryAfterSeconds: null, requestId: null });
  expect("cause" in error).toBe(false);
});
