import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type BLOCK_REASONS, toIntentDraft } from "../../src/draft/to-intent-draft.ts";
import type { Constraint, IntentResult, RecognisedIntent, Relation, Unresolved } from "../../src/types/result.ts";
import type { AmountValue, TimeValue } from "../../src/types/values.ts";

type Words = Omit<Constraint, "id" | "scope">;
type Parts = {
  status?: IntentResult["status"];
  own?: Words[];
  wide?: Words[];
  children?: Words[];
  relations?: Omit<Relation, "id">[];
  unresolved?: string[];
};

const scoped = (words: Words[], prefix: string): Constraint[] =>
  words.map((one, index) => ({ ...one, id: `${prefix}-${index + 1}`, scope: { type: "request" } }));

function intent(id: string, goal: string, constraints: Constraint[] = []): RecognisedIntent {
  const none = { domain: null, action: null, target: null, inputs: {}, references: [], extensions: {} };
  return { ...none, id, goal, understanding: "clear", constraints, children: [] };
}

function result(parts: Parts = {}): IntentResult {
  const { status = "complete", own = [], wide = [], children = [], relations = [], unresolved = [] } = parts;
  const first = intent("intent-1", "Buy a blue mug", scoped(own, "own"));
  if (children.length > 0) first.children = [intent("intent-3", "wrap it", scoped(children, "child"))];
  return {
    schemaVersion: "2.0-draft.6",
    input: "…",
    status,
    turn: { kind: "request", normalizedInput: "…", intentIds: [], changes: [], facts: {} },
    effective: {
      schemaVersion: "2.0-draft.6",
      coverage: "complete",
      scope: "current_request",
      intents: [first, intent("intent-2", "Buy a spoon")],
      constraints: scoped(wide, "wide"),
      relations: relations.map((one, index) => ({ id: `relation-${index + 1}`, ...one })),
      unresolved: unresolved.map(
        (text, index): Unresolved => ({
          id: `unresolved-${index + 1}`,
          kind: "missing",
          text,
          intentId: null,
          question: null,
          options: [],
          sourceRefs: [],
        }),
      ),
    },
    fieldResults: [],
    issues: [],
    inferences: [],
  };
}

const limit = (text: string, value: Partial<AmountValue>): Words => ({
  kind: "limit",
  text,
  value: { type: "amount", min: null, max: null, minOpen: false, maxOpen: false, currency: null, ...value },
});
const time = (text: string, value: Partial<TimeValue>): Words => ({
  kind: "time",
  text,
  value: { type: "time", form: "interval", grain: "day", zone: null, ...value },
});
const map = (parts: Parts, options = {}) => toIntentDraft(result(parts), "intent-1", options);
const draftOf = (parts: Parts, options = {}) => {
  const outcome = map(parts, options);
  if (outcome.outcome === "blocked") throw new Error(outcome.reason);
  return outcome.draft;
};

describe("a draft", () => {
  test("puts prohibitions first and word for word, then the goal with everything that binds it", () => {
    const draft = draftOf({
      wide: [{ kind: "prohibition", text: "Do not buy from acme.example" }],
      own: [
        { kind: "exclusion", text: "but not the red one" },
        time("by Friday", { end: "2026-12-05T00:00:00Z" }),
        limit("under $60", { max: "60", maxOpen: true, currency: "USD" }),
        { kind: "prohibition", text: "Never call me!" },
        { kind: "preference", text: "ideally handmade" },
      ],
      children: [{ kind: "requirement", text: "in brown paper" }],
    });
    expect(draft.intent).toBe(
      "Do not buy from acme.example. Never call me! Buy a blue mug, but not the red one, before 2026-12-05T00:00:00Z, " +
        "under $60, ideally handmade, in brown paper.",
    );
    expect(draft).toMatchObject({ max_amount: 5999, currency: "usd" });
  });

  test("carries the digest of the result that it was made from, and is the same every time", () => {
    const digest = createHash("sha256").update(JSON.stringify(result())).digest("hex");
    expect(draftOf({}).metadata).toEqual({ recognition_digest: digest });
    expect(map({})).toEqual(map({}));
  });

  test.each<[string, Words[], number | undefined, string | undefined]>([
    ["no limit makes no budget", [], undefined, undefined],
    ["max $60 with USD", [limit("max $60", { max: "60", currency: "USD" })], 6000, "usd"],
    ["a sign alone is no currency", [limit("max $60", { max: "60", symbol: "$" })], undefined, undefined],
    ["yen have no minor unit", [limit("max ¥6000", { max: "6000", currency: "JPY" })], 6000, "jpy"],
    ["dinars have three digits", [limit("max 1.5 KWD", { max: "1.5", currency: "KWD" })], 1500, "kwd"],
    [
      "the lowest of several",
      [limit("a", { max: "60", currency: "USD" }), limit("b", { max: "40", currency: "USD" })],
      4000,
      "usd",
    ],
    [
      "a count is no budget",
      [{ kind: "limit", text: "three at most", value: { type: "quantity", min: null, max: "3", unit: null } }],
      undefined,
      undefined,
    ],
  ])("%s", (_what, own, max, currency) => {
    const draft = draftOf({ own });
    expect([draft.max_amount, draft.currency]).toEqual([max, currency]);
    for (const { text } of own) expect(draft.intent).toContain(text);
  });

  test.each<[string, Partial<TimeValue>, string]>([
    ["an instant", { form: "instant", start: "2026-12-04T19:00:00+01:00" }, "at 2026-12-04T19:00:00+01:00"],
    ["a date", { form: "date", start: "2026-12-04" }, "on 2026-12-04"],
    [
      "a window",
      { start: "2026-12-04T09:00:00Z", end: "2026-12-04T11:00:00Z" },
      "from 2026-12-04T09:00:00Z until before 2026-12-04T11:00:00Z",
    ],
    ["a start", { start: "2026-12-04T09:00:00Z" }, "not before 2026-12-04T09:00:00Z"],
    ["a duration", { form: "duration", duration: "PT2H" }, "for PT2H"],
  ])("writes %s as RFC 3339", (_what, value, words) => {
    expect(draftOf({ own: [time("then", value)] }).intent).toBe(`Buy a blue mug, ${words}.`);
  });
});

describe("a mapping is blocked", () => {
  test.each<[(typeof BLOCK_REASONS)[number], Parts, string[]]>([
    ["NOTHING_ASKED", { status: "none" }, []],
    ["OPEN_ITEM", { status: "needs_input", unresolved: ["which size"] }, ["which size"]],
    ["OPEN_ITEM", { status: "complete", unresolved: ["which size"] }, ["which size"]],
    ["NOT_COMPLETE", { status: "partial" }, []],
    ["OPEN_CONDITION", { own: [{ kind: "condition", text: "if it is on sale" }] }, ["if it is on sale"]],
    ["OPEN_CONDITION", { wide: [{ kind: "condition", text: "unless it rains" }] }, ["unless it rains"]],
    ["ALTERNATIVE", { relations: [{ type: "alternative", from: "intent-1", to: "intent-2" }] }, ["Buy a spoon"]],
    ["ALTERNATIVE", { relations: [{ type: "conditional", from: "intent-2", to: "intent-1" }] }, ["Buy a spoon"]],
    ["DEPENDS_ON_ANOTHER", { relations: [{ type: "sequence", from: "intent-2", to: "intent-1" }] }, ["Buy a spoon"]],
    ["DEPENDS_ON_ANOTHER", { relations: [{ type: "depends_on", from: "intent-1", to: "intent-2" }] }, ["Buy a spoon"]],
    ["TIME_UNPLACED", { own: [{ kind: "time", text: "on 03/04" }] }, ["on 03/04"]],
    ["TIME_UNPLACED", { own: [time("every Monday", { form: "recurrence", rrule: "FREQ=WEEKLY" })] }, ["every Monday"]],
    [
      "LIMIT_UNPLACED",
      { own: [limit("from 20 to 60 USD", { min: "20", max: "60", currency: "USD" })] },
      ["from 20 to 60 USD"],
    ],
    [
      "LIMIT_UNPLACED",
      { own: [limit("60 USD", { max: "60", currency: "USD" }), limit("50 EUR", { max: "50", currency: "EUR" })] },
      ["50 EUR"],
    ],
    ["TOO_LONG", { own: [{ kind: "requirement", text: "x".repeat(2000) }] }, []],
  ])("%s", (reason, parts, texts) => {
    expect(map(parts)).toEqual({ outcome: "blocked", reason, texts });
  });

  test("INTENT_UNKNOWN", () => {
    expect(toIntentDraft(result(), "intent-9")).toMatchObject({ reason: "INTENT_UNKNOWN" });
  });

  test("no longer, once the user has settled what was open", () => {
    const open: Parts = {
      status: "needs_input",
      unresolved: ["which size"],
      own: [{ kind: "condition", text: "if it is on sale" }],
    };
    expect(map(open, { settled: ["unresolved-1"] })).toMatchObject({ reason: "OPEN_CONDITION" });
    expect(draftOf(open, { settled: ["unresolved-1", "own-1"] }).intent).toBe("Buy a blue mug, if it is on sale.");
  });

  test("by what no question stands for, whatever else was settled", () => {
    const open = () => result({ status: "needs_input", unresolved: ["size"] });
    const settled = { settled: ["unresolved-1"] };
    const field = { field: "size", intentId: null, required: true, status: "missing" as const, sourceRefs: [] };
    expect(toIntentDraft({ ...open(), fieldResults: [field] }, "intent-1", settled)).toMatchObject({
      outcome: "draft",
    });
    for (const status of ["indeterminate", "ambiguous", "conflict", "missing", "invalid"] as const) {
      const fieldResults = [{ ...field, field: "colour", status }];
      expect(toIntentDraft({ ...open(), fieldResults }, "intent-1", settled)).toEqual({
        outcome: "blocked",
        reason: "NOT_COMPLETE",
        texts: ["colour"],
      });
    }
    const unclear = open();
    for (const one of unclear.effective.intents.slice(1)) one.understanding = "unclear";
    expect(toIntentDraft(unclear, "intent-1", settled)).toMatchObject({
      reason: "NOT_COMPLETE",
      texts: ["Buy a spoon"],
    });
  });

  test("by words that only other material explains, until they are settled or replaced", () => {
    const about = (goal: string, root: "input" | "context") => {
      const said = result();
      const [first] = said.effective.intents;
      Object.assign(first ?? {}, {
        goal,
        references: [{ id: "ref-1", kind: "anaphora", text: "it", resolved: { root, pointer: "/0/content" } }],
      });
      return said;
    };
    expect(toIntentDraft(about("Buy it", "context"), "intent-1")).toEqual({
      outcome: "blocked",
      reason: "REFERS_ELSEWHERE",
      texts: ["it"],
    });
    expect(toIntentDraft(about("Buy it", "context"), "intent-1", { settled: ["ref-1"] }).outcome).toBe("draft");
    expect(toIntentDraft(about("Buy the blue mug", "context"), "intent-1").outcome).toBe("draft");
    expect(toIntentDraft(about("Buy it", "input"), "intent-1").outcome).toBe("draft");
  });

  test("not by what lies beside the intent, or comes after it", () => {
    const relations: Parts["relations"] = [
      { type: "parallel", from: "intent-1", to: "intent-2" },
      { type: "sequence", from: "intent-1", to: "intent-2" },
    ];
    expect(draftOf({ relations }).intent).toBe("Buy a blue mug.");
  });
});
