import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { fromRecognitionJson, IntentResultSchema, type ShopQuote } from "@openintents/proto";
import type { AmountValue, Constraint, TimeValue } from "@openintents/recognition";
import { describe, expect, test } from "vitest";
import { planSummary } from "../src/domain/plan/summary.ts";
import { checkPlan, limitInText, type Plan } from "../src/domain/plan-check.ts";
import { plainResult } from "./plain-result.ts";
import { quoteFor, quoteOf } from "./test-runner.ts";

type Words = Omit<Constraint, "id" | "scope">;

function planOf(constraints: Words[], more: Partial<Plan> & { wishes?: number; flagged?: string[] } = {}): Plan {
  const { wishes = 1, flagged = [], ...plan } = more;
  const result = plainResult("a mug", { constraints, wishes, flagged });
  return {
    result: fromRecognitionJson(IntentResultSchema, result),
    text: "a mug",
    currency: "usd",
    test: false,
    ...plan,
  };
}

const amount = (more: Partial<AmountValue>): AmountValue => ({
  type: "amount",
  min: null,
  max: null,
  minOpen: false,
  maxOpen: false,
  currency: null,
  ...more,
});
const limit = (text: string, value: Partial<AmountValue>): Words => ({ kind: "limit", text, value: amount(value) });
const named = (name: string, more: Partial<ShopQuote> = {}) =>
  quoteOf({ items: [{ name, quantity: 1, unitAmount: 1500, amount: 1500 }], ...(more as object) });

/** "clear", "ask", or the failure that the refusal names. */
function verdict(plan: Plan, quote: ShopQuote = quoteOf()): unknown {
  const check = checkPlan(plan, quote);
  return check.kind === "forbidden" ? check.refusal.details?.failure : check.kind;
}

describe("amounts", () => {
  test.each<[string, Words, string, string, number | null]>([
    ["a code", limit("at most 60 USD", { max: "60", currency: "USD" }), "usd", "usd", 6000],
    ["an open bound is one below", limit("under $60", { max: "60", maxOpen: true, symbol: "$" }), "usd", "usd", 5999],
    [
      "an open bound between two units",
      limit("under $59.999", { max: "59.999", maxOpen: true, symbol: "$" }),
      "usd",
      "usd",
      5999,
    ],
    ["a sign that fits", limit("$60 at most", { max: "60", symbol: "$" }), "cad", "cad", 6000],
    ["a currency without minor units", limit("¥6000", { max: "6000", symbol: "¥" }), "jpy", "jpy", 6000],
    ["a sign that does not fit", limit("$60", { max: "60", symbol: "$" }), "eur", "eur", null],
    ["another currency than the order's", limit("60 EUR", { max: "60", currency: "EUR" }), "usd", "usd", null],
    ["no currency at all", limit("60 at most", { max: "60" }), "usd", "usd", null],
    ["a limit of each thing", limit("$20 each", { max: "20", symbol: "$" }), "usd", "usd", null],
    ["a floor", limit("at least $20", { min: "20", symbol: "$" }), "usd", "usd", null],
  ])("%s", (_what, words, intentCurrency, orderCurrency, expected) => {
    const plan = planOf([words], { currency: intentCurrency });
    expect(limitInText(plan, orderCurrency)?.amount ?? null).toBe(expected);
    const quote = quoteOf({ currency: orderCurrency });
    expect(verdict(plan, quote)).toBe(expected === null ? "ask" : "clear");
  });

  test("the lowest of several binds, and its words are kept", () => {
    const plan = planOf([
      limit("under $60", { max: "60", symbol: "$" }),
      limit("40 max", { max: "40", currency: "USD" }),
    ]);
    expect(limitInText(plan, "usd")).toEqual({ amount: 4000, words: "40 max" });
  });

  test("a limit of one of several wishes is for the person to judge", () => {
    const plan = planOf([limit("under $60", { max: "60", symbol: "$" })], { wishes: 2 });
    expect(limitInText(plan, "usd")).toBeNull();
    expect(verdict(plan)).toBe("ask");
  });

  test("test money compares one to one", () => {
    const plan = planOf([limit("under $60", { max: "60", symbol: "$" })], { test: true });
    expect(limitInText(plan, "inr")?.amount).toBe(6000);
  });
});

describe("times", () => {
  const at = (iso: string) => timestampFromMs(Date.parse(iso));
  const slot = (from: string, to: string) => quoteOf({ fulfillment: { startsAt: at(from), endsAt: at(to) } });
  const friday = slot("2026-12-04T09:00:00Z", "2026-12-04T11:00:00Z");
  const time = (value: Partial<TimeValue>): Plan =>
    planOf([
      { kind: "time", text: "then", value: { type: "time", form: "interval", grain: "day", zone: null, ...value } },
    ]);

  test.each<[string, Partial<TimeValue>, string]>([
    ["by Friday, kept on Friday", { end: "2026-12-05T00:00:00Z" }, "clear"],
    ["by Thursday, missed", { end: "2026-12-04T00:00:00Z" }, "slot_unavailable"],
    ["before ten, within the window", { end: "2026-12-04T10:00:00Z" }, "ask"],
    ["after noon, missed", { start: "2026-12-04T12:00:00Z" }, "slot_unavailable"],
    ["from Friday on", { start: "2026-12-04T00:00:00Z" }, "clear"],
    ["on that day, as a date", { form: "date", start: "2026-12-04" }, "clear"],
    ["on the day before, as a date", { form: "date", start: "2026-12-03" }, "slot_unavailable"],
    [
      "on a date of a zone where the day is over by then",
      { form: "date", start: "2026-12-04", zone: "Pacific/Kiritimati" },
      "ask",
    ],
    ["on a local day far in the west", { form: "date", start: "2026-12-03", zone: "Pacific/Honolulu" }, "ask"],
    ["in that week", { form: "date", start: "2026-11-30", grain: "week" }, "clear"],
    ["in that month", { form: "date", start: "2026-12-01", grain: "month" }, "clear"],
    ["at an instant of the window", { form: "instant", start: "2026-12-04T10:30:00+00:00" }, "clear"],
    ["at an instant after it", { form: "instant", start: "2026-12-04T19:00:00+00:00" }, "slot_unavailable"],
    [
      "within a local window",
      { start: "2026-12-04T10:00:00", end: "2026-12-04T12:00:00", zone: "Europe/Oslo" },
      "clear",
    ],
    ["a duration", { form: "duration", duration: "P3D" }, "ask"],
    ["a recurrence", { form: "recurrence", rrule: "FREQ=WEEKLY" }, "ask"],
    ["nothing readable", { start: "soon" }, "ask"],
    ["a zone that does not exist", { form: "date", start: "2026-12-04", zone: "Mars/Olympus" }, "ask"],
  ])("%s", (_what, value, expected) => {
    expect(verdict(time(value), friday)).toBe(expected);
  });

  test("without a promise of the shop, or without a value, the person judges", () => {
    const plan = time({ end: "2026-12-05T00:00:00Z" });
    const bare = quoteOf();
    bare.fulfillment = undefined;
    expect(verdict(plan, bare)).toBe("ask");
    expect(verdict(planOf([{ kind: "time", text: "by the 3rd/4th" }]), friday)).toBe("ask");
  });
});

describe("shops and items by name", () => {
  const ban = (text: string): Plan => planOf([{ kind: "prohibition", text }]);
  const without = (text: string): Plan => planOf([{ kind: "exclusion", text }]);
  const shop = (host: string, shopName: string) => named("Blue mug", { host, shopName } as Partial<ShopQuote>);

  test.each<[string, Plan, ShopQuote, string]>([
    ["a host", ban("do not buy from acme.example"), shop("acme.example", "Acme"), "shop_not_supported"],
    [
      "a host of which the shop is a part",
      ban("never from acme.example"),
      shop("www.acme.example", ""),
      "shop_not_supported",
    ],
    ["another host", ban("do not buy from acme.example"), shop("notacme.example", "x"), "clear"],
    [
      "a shop by its name",
      ban("don't order it at Acme Store"),
      shop("shop.example", "Acme Store"),
      "shop_not_supported",
    ],
    ["a shop by a part of its host", ban("don't buy at Acme"), shop("www.acme.example", ""), "shop_not_supported"],
    ["another shop", ban("don't buy at Acme"), shop("shop.example", "Other"), "clear"],
    ["a kind of shop", ban("don't buy from a marketplace"), shop("shop.example", "Other"), "ask"],
    ["an item", ban("don't buy the red mug"), named("Large red mug"), "prohibited_item"],
    ["an item in the plural", without("not the candles"), named("Scented candle"), "prohibited_item"],
    ["one of several", without("no red or green ones"), named("Green mug"), "prohibited_item"],
    ["an accent more or less", without("except creme brulee"), named("Crème brûlée"), "prohibited_item"],
    ["none of them", without("but not the red one"), named("Blue mug"), "clear"],
    ["a word within a word", without("except the red one"), named("Incredible mug"), "clear"],
    ["what an item is made of", ban("without nuts"), named("Chocolate bar"), "ask"],
    ["what an item is made of, by its name", ban("without nuts"), named("Bar with nuts"), "prohibited_item"],
    ["something else altogether", ban("never ship it to my office"), named("Blue mug"), "ask"],
    [
      "a name with the reason behind it",
      without("but no lilies since she is allergic"),
      named("Lilies"),
      "prohibited_item",
    ],
    ["a part of a name", without("no white lilies"), named("Mixed lilies"), "ask"],
    ["a number, which is no name", without("not more than 30 dollars"), named("Blue mug"), "ask"],
  ])("%s", (_what, plan, quote, expected) => {
    expect(verdict(plan, quote)).toBe(expected);
  });

  test("the refusal quotes the words", () => {
    const check = checkPlan(ban("don't buy the red mug"), named("red mug"));
    expect(check).toMatchObject({
      refusal: { reason: "prohibited", details: { constraint: "don't buy the red mug" } },
    });
  });
});

describe("what code cannot decide", () => {
  test("conditions, requirements and flagged clauses are shown together, each once", () => {
    const plan = planOf(
      [
        { kind: "condition", text: "if it is in stock in Oslo" },
        { kind: "requirement", text: "it must be dishwasher safe" },
        { kind: "preference", text: "ideally blue" },
        { kind: "format", text: "in French" },
      ],
      { flagged: ["no funny business", "if it is in stock in Oslo"] },
    );
    expect(checkPlan(plan, quoteOf())).toEqual({
      kind: "ask",
      words: ["if it is in stock in Oslo", "it must be dishwasher safe", "no funny business"],
    });
  });

  test.each<[string, string[], number, string[]]>([
    ["a thing and nothing else, which is the request", ["a mug from ok.shop.test"], 0, []],
    ["a request that holds a limit", ["a blue mug under $60"], 0, ["a blue mug under $60"]],
    [
      "a request in another language that forbids something",
      ["eine Tasse, aber keine rote"],
      0,
      ["eine Tasse, aber keine rote"],
    ],
    ["what stands behind the request", ["a mug", "the usual way"], 0, ["the usual way"]],
    ["what stands beside a wish that was read", ["you know how"], 1, ["you know how"]],
  ])("unread: %s", (_what, unread, wishes, words) => {
    const result = plainResult("a mug", { wishes });
    result.effective.unresolved = unread.map((clause, index) => ({
      id: `unresolved-${index}`,
      kind: "unparsed",
      text: clause,
      intentId: null,
      question: null,
      options: [],
      sourceRefs: [],
    }));
    const plan = { ...planOf([]), result: fromRecognitionJson(IntentResultSchema, result) };
    expect(checkPlan(plan, quoteOf())).toEqual(words.length === 0 ? { kind: "clear" } : { kind: "ask", words });
  });

  test("counts: a limit that is passed forbids, another number than wished is shown", () => {
    const several = quoteFor(1905, { items: [{ name: "Mug", quantity: 4, unitAmount: 500, amount: 1905 }] });
    const most = (max: string): Words => ({
      kind: "limit",
      text: "three at most",
      value: { type: "quantity", min: null, max, unit: null },
    });
    const two: Words = { kind: "quantity", text: "two", value: { type: "quantity", min: "2", max: "2", unit: "mugs" } };
    expect(verdict(planOf([most("3")]), several)).toBe("prohibited_item");
    expect(verdict(planOf([most("4")]), several)).toBe("clear");
    expect(verdict(planOf([two]), several)).toBe("ask");
    const grams: Words = {
      kind: "limit",
      text: "500 g",
      value: { type: "quantity", min: null, max: "500", unit: "g" },
    };
    expect(verdict(planOf([grams]), several)).toBe("ask");
  });

  test("an intent of a time before texts were understood is judged by its cap alone", () => {
    expect(checkPlan(null, quoteOf())).toEqual({ kind: "clear" });
    expect(limitInText(null, "usd")).toBeNull();
  });
});

describe("the plan as people read it", () => {
  test("wishes, prohibitions, limits and times stand in it", () => {
    const plan = planOf(
      [
        { kind: "prohibition", text: "do not buy the red one" },
        limit("under $60", { max: "60", maxOpen: true, symbol: "$" }),
        { kind: "time", text: "by Friday" },
        { kind: "condition", text: "if it is in stock" },
      ],
      { flagged: ["nothing fancy"] },
    );
    expect(planSummary(plan.result, "usd")).toBe(
      "“a mug”. Not allowed: “do not buy the red one”. Limit: at most 59.99 USD. Time: “by Friday”. " +
        "To be kept: “if it is in stock”. To be confirmed: “nothing fancy”.",
    );
  });

  test.each([
    ["an address of mail", "a gift card for ann.lee@example.org", "example.org"],
    ["a phone number", "call me at +1 (500) 555-0006 about it", "555"],
    ["a card number", "a mug, pay with 4242 4242 4242 4242", "4242"],
    ["a street", "send a mug to 12 Elm Street", "Elm"],
    ["a recipient", "flowers for Anna Smith", "Smith"],
    ["a link", "the mug at https://shop.example/x?token=abc", "token"],
  ])("%s is left out", (_what, goal, secret) => {
    const result = fromRecognitionJson(IntentResultSchema, plainResult(goal));
    const summary = planSummary(result, "usd");
    expect(summary).not.toContain(secret);
    expect(summary.length).toBeGreaterThan(5);
  });

  test("dates and small numbers stay, and the whole is at most 300 characters", () => {
    const result = fromRecognitionJson(IntentResultSchema, plainResult("2 mugs by 2026-12-04 or 04/12/2026"));
    expect(planSummary(result, "usd")).toContain("2 mugs by 2026-12-04 or 04/12/2026");
    const long = planOf(
      Array.from({ length: 20 }, (_, n) => ({ kind: "prohibition" as const, text: `never ${n} ${"x".repeat(70)}` })),
    );
    expect(Array.from(planSummary(long.result, "usd"))).toHaveLength(300);
  });
});
