import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromWire, jsonSchema, validate, WireError, type WireIssue } from "../src/index.ts";
import { services } from "./contract-messages.ts";
import { validRequest } from "./request-arbitraries.ts";
import { mutated } from "./request-mutations.ts";
import { schemaValidator } from "./schema-validator.ts";

const RUNS = { numRuns: 100 };

// What the methods take. Answers read as requests would disagree: an intent of an answer need not say
// what was asked for, and where it says a part of it, the rules of the whole apply.
const requests = [...new Set(services.flatMap(({ methods }) => methods.map(({ input }) => input)))];

function issuesOf(desc: (typeof requests)[number], json: unknown): WireIssue[] {
  try {
    return validate(desc, fromWire(desc, json));
  } catch (error) {
    if (error instanceof WireError) return error.issues;
    throw error;
  }
}

describe.each(requests.map((desc) => [desc.typeName, desc] as const))("%s as a request", (_name, desc) => {
  const schema = jsonSchema(desc, { mode: "request" });
  const accepts = schemaValidator(schema);

  it("passes the schema, the reader and the rules when it keeps them", () => {
    fc.assert(
      fc.property(validRequest(desc), (request) => {
        if (!accepts(request)) expect(accepts.errors).toEqual([]);
        expect(issuesOf(desc, request)).toEqual([]);
      }),
      RUNS,
    );
  });

  it("is refused by the rules exactly when its schema refuses it", () => {
    const changed = validRequest(desc).chain((request) => mutated(request, schema));
    fc.assert(
      fc.property(changed, (request) => {
        const issues = issuesOf(desc, request);
        const isAccepted = accepts(request);
        expect({ issues: issues.length > 0, schema: accepts.errors }).toEqual({
          issues: !isAccepted,
          schema: accepts.errors,
        });
      }),
      RUNS,
    );
  });
});
