import { describe, expect, it } from "vitest";
import type { NormalValue } from "../../src/types/values.ts";
import { normaliseQuote, sameValue, valueProblem } from "../../src/values/normalise-quote.ts";
import { contextAt } from "./read.ts";

describe("the value of a constraint's quote", () => {
  it("is the one that its kind carries", () => {
    expect(normaliseQuote("time", "by Friday", contextAt())?.value).toMatchObject({ form: "interval" });
    expect(normaliseQuote("limit", "under $60 for two tickets", contextAt())?.text).toBe("under $60");
    expect(normaliseQuote("quantity", "two tickets on Friday", contextAt())?.text).toBe("two tickets");
    expect(normaliseQuote("condition", "If the fare drops below €60", contextAt())?.text).toBe("below €60");
  });

  it("is none when there is none or more than one", () => {
    expect(normaliseQuote("time", "as fast as you can", contextAt())).toBeNull();
    expect(normaliseQuote("time", "Monday or Tuesday", contextAt())).toBeNull();
    expect(normaliseQuote("exclusion", "except on Friday", contextAt())).toBeNull();
  });

  it("takes its day from the text around it", () => {
    const text = "A flight to Rome on the 14th, nothing before noon.";
    const found = normaliseQuote("time", "nothing before noon", contextAt(), text);
    expect(found).toMatchObject({ start: 0, end: 19, value: { start: "2026-12-14T12:00:00+01:00" } });
    expect(normaliseQuote("time", "nothing before noon", contextAt())?.value).toMatchObject({
      start: "2026-11-30T12:00:00+01:00",
    });
  });
});

describe("two values", () => {
  const sixty: NormalValue = { type: "amount", min: null, max: "60", minOpen: false, maxOpen: true, currency: "EUR" };

  it("are the same whatever the order of members and the zeros of a fraction", () => {
    expect(
      sameValue(sixty, { maxOpen: true, minOpen: false, type: "amount", currency: "EUR", max: "60.00", min: null }),
    ).toBe(true);
    expect(sameValue(sixty, { ...sixty, maxOpen: false })).toBe(false);
    expect(sameValue(sixty, { ...sixty, currency: "USD" })).toBe(false);
  });

  it("are the same when they write one moment in two zones", () => {
    const at = (start: string, zone: string): NormalValue => ({
      type: "time",
      form: "instant",
      start,
      grain: "minute",
      zone,
    });
    expect(sameValue(at("2026-12-01T19:00:00+01:00", "Europe/Oslo"), at("2026-12-01T18:00:00Z", "UTC"))).toBe(true);
    expect(sameValue(at("2026-12-01T19:00:00+01:00", "Europe/Oslo"), at("2026-12-01T19:00:00Z", "UTC"))).toBe(false);
  });
});

describe("the shape of a value", () => {
  it.each([
    [{ type: "time", form: "date", start: "2026-12-01", grain: "day", zone: null }],
    [{ type: "time", form: "duration", duration: "PT2H", grain: "hour", zone: null }],
    [{ type: "amount", min: null, max: "60", minOpen: false, maxOpen: true, currency: null, symbol: "$" }],
    [{ type: "quantity", min: "2", max: "2", unit: null }],
    [{ type: "text", value: "blue" }],
  ])("%j is one", (value) => {
    expect(valueProblem(value)).toBeNull();
  });

  it.each([
    [null, /object/],
    ["60", /object/],
    [{ type: "money" }, /type/],
    [{ type: "quantity", min: 2, max: "2", unit: null }, /min/],
    [{ type: "quantity", min: "02", max: null, unit: null }, /min/],
    [{ type: "quantity", min: null, max: null, unit: null }, /min and max/],
    [{ type: "amount", min: null, max: "60", minOpen: false, maxOpen: true, currency: 5 }, /currency/],
    [{ type: "time", form: "date", grain: "day", zone: null }, /start/],
    [{ type: "time", form: "date", start: "tomorrow", grain: "day", zone: null }, /RFC 3339/],
    [{ type: "time", form: "interval", grain: "day", zone: null }, /start or end/],
    [{ type: "text", value: "blue", more: 1 }, /more/],
  ])("%j is none", (value, problem) => {
    expect(valueProblem(value)).toMatch(problem);
  });
});
