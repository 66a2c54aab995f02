import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromWire, jsonSchema, validate, WireError, type WireIssue } from "../src/index.ts";
import { shapeOf } from "../src/wire/shape.ts";
import { messages } from "./contract-messages.ts";
import { validRequest } from "./request-arbitraries.ts";
import { mutated } from "./request-mutations.ts";
import { schemaValidator } from "./schema-validator.ts";

const RUNS = { numRuns: 100 };

// Wrappers that stand for a field are answers; none is a request.
const requests = messages.filter((desc) => shapeOf(desc).unwrap === undefined);

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
