import { serviceError } from "@openintents/process";
import { expect, test } from "vitest";
import { isDatabaseAway, retryable } from "../src/database-away.ts";

const withCode = (code: string) => Object.assign(new Error("x"), { code });

test.each(["57P01", "57P03", "08006", "ECONNREFUSED", "ECONNRESET"])("%s says that the database is away", (code) => {
  expect(isDatabaseAway(withCode(code))).toBe(true);
});

test.each(["23505", "40P01", "ERR_ASSERTION"])("%s does not", (code) => {
  expect(isDatabaseAway(withCode(code))).toBe(false);
});

test("a call is told to try again while the database is away, and everything else as it is", async () => {
  const call = (error: unknown) => retryable(() => Promise.reject(error))();
  await expect(call(new Error("Connection terminated unexpectedly"))).rejects.toMatchObject({
    reason: "unavailable",
    retryAfterSeconds: 1,
  });
  await expect(call(new Error("a bug"))).rejects.toThrow("a bug");
  await expect(call(serviceError("claim_lost", "gone"))).rejects.toMatchObject({ reason: "claim_lost" });
});
