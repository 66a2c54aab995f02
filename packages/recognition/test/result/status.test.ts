import { describe, expect, test } from "vitest";
import { statusOf } from "../../src/result/status.ts";
import type { IntentResult } from "../../src/types/result.ts";
import { candidateOf, intent, LOOK_UP, lookUp, quote, requestOf, resultOf } from "./material.ts";

/** A complete result, changed in one place. */
function changed(change: (result: IntentResult) => void): IntentResult {
  const result = resultOf(requestOf(LOOK_UP), lookUp());
  change(result);
  return result;
}
const open = (kind: "ambiguity" | "conflict" | "reference" | "missing" | "unparsed") => (result: IntentResult) =>
  result.effective.unresolved.push({
    id: "unresolved-1",
    kind,
    text: "",
    intentId: null,
    question: null,
    options: [],
    sourceRefs: [],
  });
const field = (status: IntentResult["fieldResults"][number]["status"], required: boolean) => (result: IntentResult) =>
  result.fieldResults.push({ field: "f", intentId: "intent-1", required, status, sourceRefs: [] });
const understood = (understanding: "ambiguous" | "partial" | "unclear") => (result: IntentResult) => {
  const [first] = result.effective.intents;
  if (first !== undefined) first.understanding = understanding;
};
const issue = (severity: "info" | "warning") => (result: IntentResult) =>
  result.issues.push({ code: "LANGUAGE_NOT_GUARDED", severity, path: "", message: "", sourceRefs: [] });

describe("the first rule that holds is the status", () => {
  test.each([
    ["nothing wrong", () => undefined, "complete"],
    ["an open ambiguity", open("ambiguity"), "ambiguous"],
    ["an open conflict", open("conflict"), "ambiguous"],
    ["an open reference", open("reference"), "ambiguous"],
    ["an intent that is ambiguous", understood("ambiguous"), "ambiguous"],
    ["a field that is ambiguous", field("ambiguous", false), "ambiguous"],
    ["a field in conflict", field("conflict", false), "ambiguous"],
    ["something missing", open("missing"), "needs_input"],
    ["a required field that is missing", field("missing", true), "needs_input"],
    ["a required field that is invalid", field("invalid", true), "needs_input"],
    ["an optional field that is missing", field("missing", false), "complete"],
    ["an intent understood in part", understood("partial"), "partial"],
    ["an unclear intent", understood("unclear"), "partial"],
    ["an indeterminate field", field("indeterminate", false), "partial"],
    ["a warning", issue("warning"), "partial"],
    ["a remark", issue("info"), "complete"],
  ] as const)("%s: %s", (_, change, status) => {
    expect(statusOf(changed(change), false)).toBe(status);
  });

  test("coverage that is not complete is partial", () => {
    expect(
      statusOf(
        changed((result) => {
          result.effective.coverage = "partial";
        }),
        false,
      ),
    ).toBe("partial");
  });

  test("no guard where one is required is partial", () => {
    expect(statusOf(changed(issue("info")), true)).toBe("partial");
  });

  test("an ambiguity goes before what is missing, that before what is partial", () => {
    const both = changed((result) => {
      open("missing")(result);
      open("ambiguity")(result);
    });
    expect(statusOf(both, false)).toBe("ambiguous");
    const rest = changed((result) => {
      open("missing")(result);
      issue("warning")(result);
    });
    expect(statusOf(rest, false)).toBe("needs_input");
  });
});

describe("none", () => {
  test.each([
    ["Thanks a lot!", candidateOf({ kind: "social" })],
    [
      "My parcel is blue.",
      candidateOf({
        kind: "information",
        accounted: [{ kind: "information", evidence: [quote("My parcel is blue")] }],
      }),
    ],
  ])("is the status of %s", (input, candidate) => {
    const result = resultOf(requestOf(input), candidate);
    expect(result.status).toBe("none");
    expect(result.effective).toMatchObject({ intents: [], constraints: [], unresolved: [] });
  });

  test("a message that is only a prohibition is not none", () => {
    const result = resultOf(requestOf("Never touch the archive."), {
      constraints: [
        {
          key: "p",
          owner: null,
          baselineId: null,
          kind: "prohibition",
          text: "Never touch the archive",
          valueJson: null,
          evidence: [quote("Never touch the archive")],
        },
      ],
    });
    expect(result.status).toBe("complete");
    expect(result.effective.constraints).toMatchObject([{ id: "constraint-1", scope: { type: "request" } }]);
  });

  test("a request with nothing else is not none", () => {
    expect(resultOf(requestOf("Buy milk."), { intents: [intent("a", "Buy", "milk", "Buy milk")] }).status).toBe(
      "complete",
    );
  });
});
