// The two tables that callers build on: what each error means to them, and how much of everything there may be.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { errorStatus } from "../../src/error-status.ts";
import { ERROR_CODES, ERROR_STAGES, type ErrorCode, type ErrorStage, IntentError } from "../../src/errors.ts";
import { DEFAULT_LIMITS } from "../../src/limits.ts";

/** Code, the stages it may have, those of them in which the same call may succeed later, gRPC status, HTTP status. */
type Row = [ErrorCode, ErrorStage[], ErrorStage[], string, number];
const ERRORS: Row[] = [
  ["CONFIG_INVALID", ["config", "transport"], [], "FAILED_PRECONDITION", 500],
  ["SCHEMA_UNSUPPORTED", ["config", "transport"], [], "FAILED_PRECONDITION", 500],
  ["INPUT_INVALID", ["input"], [], "INVALID_ARGUMENT", 400],
  ["FIELD_UNKNOWN", ["input"], [], "INVALID_ARGUMENT", 400],
  ["BASELINE_INVALID", ["input"], [], "INVALID_ARGUMENT", 400],
  ["INSTANCE_REQUIRED", ["input"], [], "INVALID_ARGUMENT", 400],
  ["INSTANCE_UNKNOWN", ["input"], [], "NOT_FOUND", 404],
  ["LIMIT_EXCEEDED", ["input", "candidate", "core"], [], "RESOURCE_EXHAUSTED", 413],
  ["LIMIT_EXCEEDED", ["host"], ["host"], "RESOURCE_EXHAUSTED", 429],
  ["BUSY", ["core"], ["core"], "RESOURCE_EXHAUSTED", 429],
  ["INSTANCE_DISPOSED", ["core", "transport"], [], "UNAVAILABLE", 503],
  ["SESSION_CLOSED", ["core", "transport"], [], "UNAVAILABLE", 503],
  ["CANCELLED", ["core"], [], "CANCELLED", 499],
  ["TIMEOUT", ["core", "executor", "host"], ["core", "executor"], "DEADLINE_EXCEEDED", 504],
  ["EXECUTOR_UNAVAILABLE", ["executor"], ["executor"], "UNAVAILABLE", 503],
  ["EXECUTOR_RATE_LIMITED", ["executor"], ["executor"], "UNAVAILABLE", 503],
  ["EXECUTOR_AUTH", ["executor"], [], "FAILED_PRECONDITION", 502],
  ["EXECUTOR_FAILED", ["executor"], [], "INTERNAL", 502],
  ["EXECUTOR_REFUSED", ["executor", "host"], [], "FAILED_PRECONDITION", 422],
  ["EXECUTOR_INCOMPLETE", ["executor", "host"], [], "FAILED_PRECONDITION", 422],
  ["BUDGET_EXHAUSTED", ["executor", "host"], [], "RESOURCE_EXHAUSTED", 422],
  ["CANDIDATE_INVALID", ["candidate"], [], "INVALID_ARGUMENT", 422],
  ["CANDIDATE_CONFLICT", ["host"], [], "ABORTED", 409],
  ["TOKEN_INVALID", ["host"], [], "NOT_FOUND", 404],
  ["REQUEST_NOT_FOUND", ["host"], [], "NOT_FOUND", 404],
  ["REQUEST_CANCELLED", ["host"], [], "ABORTED", 409],
  ["INTERNAL", ["core"], [], "INTERNAL", 500],
];

test.each(ERRORS.map((row) => [row[0], row[1].join(", "), row] as const))("%s of %s", (code, _stages, row) => {
  const [, stages, retryable, grpc, http] = row;
  for (const stage of stages) {
    expect(errorStatus(code, stage)).toEqual({ grpc, http });
    expect([stage, new IntentError(code, stage, "").retryable]).toEqual([stage, retryable.includes(stage)]);
  }
});

test("a candidate that breaks rules may be submitted again exactly when a correction is open", () => {
  const correction = { submissionToken: "t", attemptsLeft: 1, problems: [] };
  expect(new IntentError("CANDIDATE_INVALID", "candidate", "", { correction }).retryable).toBe(true);
});

test("the table is of all codes and stages, and the sources pair them in no other way", () => {
  expect(new Set(ERRORS.map(([code]) => code))).toEqual(new Set(ERROR_CODES));
  expect(new Set(ERRORS.flatMap(([, stages]) => stages))).toEqual(new Set(ERROR_STAGES));
  const allowed = new Set(ERRORS.flatMap(([code, stages]) => stages.map((stage) => `${code} ${stage}`)));
  const root = join(import.meta.dirname, "../../src");
  const made = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => [...readFileSync(join(root, name), "utf8").matchAll(/\(\s*"([A-Z_]{4,})",\s*"([a-z]+)",/g)])
    .map(([, code, stage]) => `${code} ${stage}`)
    .filter((pair) => (ERROR_CODES as readonly string[]).includes(pair.split(" ")[0] ?? ""));
  expect(made.length).toBeGreaterThan(20);
  expect(made.filter((pair) => !allowed.has(pair))).toEqual([]);
});

test("the limits are these, and nothing else is a limit", () => {
  expect(DEFAULT_LIMITS).toEqual({
    inputBytes: 65_536,
    contextItems: 100,
    contextBytes: 131_072,
    baselineBytes: 262_144,
    schemaBytes: 131_072,
    schemaDepth: 8,
    schemaProperties: 256,
    selectedFields: 256,
    taskBytes: 524_288,
    concurrentParses: 4,
    queuedParses: 32,
    validationMs: 2_000,
    candidateBytes: 262_144,
    candidateDepth: 12,
    candidateNodes: 20_000,
    intents: 100,
    childDepth: 4,
    constraints: 400,
    relations: 400,
    evidencePerItem: 32,
    resultBytes: 1_048_576,
    issues: 256,
    inferences: 256,
    stringLength: 65_536,
    budget: {},
  });
});
