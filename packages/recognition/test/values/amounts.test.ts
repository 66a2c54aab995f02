import { describe, expect, it } from "vitest";
import { read, readOne, short } from "./read.ts";

describe("amounts", () => {
  it.each([
    ["for $60", "[$60] [60..60] $"],
    ["€180 at most", "[€180 at most] ..180] EUR"],
    ["at most €180", "[at most €180] ..180] EUR"],
    ["under £9.50", "[under £9.50] ..9.5) GBP"],
    ["if it drops below €60", "[below €60] ..60) EUR"],
    ["no more than 1,250.75 USD", "[no more than 1,250.75 USD] ..1250.75] USD"],
    ["at least 20 euros", "[at least 20 euros] [20.. EUR"],
    ["over 100 dollars", "[over 100 dollars] (100.. dollars"],
    ["between 20 and 40 euros", "[between 20 and 40 euros] [20..40] EUR"],
    ["$20-40", "[$20-40] [20..40] $"],
    ["3 million yen", "[3 million yen] [3000000..3000000] JPY"],
    ["five hundred kroner", "[five hundred kroner] [500..500] kroner"],
    ["500 Norwegian kroner", "[500 Norwegian kroner] [500..500] NOK"],
    ["3 dollars 50 cents", "[3 dollars 50 cents] [3.5..3.5] dollars"],
    ["50 cents", "[50 cents] [0.5..0.5] cents"],
    ["max 3500 NOK", "[max 3500 NOK] ..3500] NOK"],
    ["US $ 10 billion", "[US $ 10 billion] [10000000000..10000000000] USD"],
    ["1.234,56 €", "[1.234,56 €] [1234.56..1234.56] EUR"],
    ["$5k", "[$5k] [5000..5000] $"],
    ["my budget is 500", "[500] [500..500] ?"],
  ])("%s", (text, reading) => {
    expect(short(readOne(text))).toBe(reading);
  });

  it("keep figures of any size exact", () => {
    expect(readOne("EUR 123,456,789,012.34").value).toMatchObject({ min: "123456789012.34", max: "123456789012.34" });
  });

  it("take the instance's currency for a sign that names none, with a note", () => {
    const found = readOne("under $60", { defaults: { currency: "CAD" } });
    expect(found.value).toEqual({
      type: "amount",
      min: null,
      max: "60",
      minOpen: false,
      maxOpen: true,
      currency: "CAD",
    });
    expect(found.notes).toEqual([{ kind: "default", statement: expect.stringContaining("CAD") }]);
    expect(readOne("under €60", { defaults: { currency: "CAD" } }).notes).toEqual([]);
  });

  it.each([
    ["under $60", "NOK", "$"],
    ["under 60 dollars", "EUR", "dollars"],
    ["under 60 bucks", "GBP", "bucks"],
    ["under 60 pounds", "EUR", "pounds"],
    ["under 60 kr", "USD", "kr"],
    ["under ¥600", "EUR", "¥"],
    ["under 60 francs", "EUR", "francs"],
  ])("do not take a currency that the sign or name cannot mean: %s with %s", (text, currency, symbol) => {
    const found = readOne(text, { defaults: { currency } });
    expect(found.value).toMatchObject({ currency: null, symbol });
    expect(found.notes).toEqual([]);
  });

  it.each([
    ["under $60", "MXN"],
    ["under 60 dollars", "AUD"],
    ["under 60 kr", "SEK"],
    ["under 60 crowns", "CZK"],
    ["under ¥600", "JPY"],
    ["under 60 francs", "CHF"],
    ["under 60 cents", "EUR"],
    ["spend at most 60", "NOK"],
  ])("take one that it can: %s with %s", (text, currency) => {
    expect(readOne(text, { defaults: { currency } }).value).toMatchObject({ currency });
  });
});

describe("quantities", () => {
  it.each([
    ["buy two tickets to Berlin", "[two tickets] 2..2 tickets"],
    ["3 kg of flour", "[3 kg] 3..3 kg"],
    ["a dozen eggs", "[a dozen eggs] 12..12 eggs"],
    ["order 12 eggs", "[12 eggs] 12..12 eggs"],
    ["make it two", "[two] 2..2 -"],
    ["a table for four", "[four] 4..4 people"],
    ["at least 5 people", "[at least 5 people] 5.. people"],
    ["fewer than 5 people", "[fewer than 5 people] ..4 people"],
    ["up to 4 tickets", "[up to 4 tickets] ..4 tickets"],
    ["2-3 bags", "[2-3 bags] 2..3 bags"],
    ["one ticket", "[one ticket] 1..1 ticket"],
    ["a couple of beers", "[a couple of beers] 2..2 beers"],
  ])("%s", (text, reading) => {
    expect(short(readOne(text))).toBe(reading);
  });

  it("note that a table's number is one of people", () => {
    expect(readOne("a table for four").notes.map(({ kind }) => kind)).toEqual(["unit"]);
  });

  it("have no value for an open bound on a measure", () => {
    expect(readOne("under 5 kg")).toMatchObject({ kind: "quantity", value: null });
  });
});

describe("ids, codes and phone numbers", () => {
  it.each([
    "Look up order 000123",
    "Check 00417 and 00418",
    "Call 555-0199",
    "room 204",
    "order 12",
    "Windows 11",
    "invoice 2024-118",
    "my number is +47 22 12 34 56",
    "flight SK4035",
    "order the same one as before",
  ])("%s holds no value", (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe("several values of one request", () => {
  it("stand in text order", () => {
    expect(read("Book a table for four tomorrow at 7pm, no more than $200.").map(short)).toEqual([
      "[four] 4..4 people",
      "[tomorrow at 7pm] instant 2026-12-01T19:00:00",
      "[no more than $200] ..200] $",
    ]);
  });

  it("in another language are those in figures and signs", () => {
    const found = read("Kjøp tre billetter for 60 € 2027-05-03, helst fredag", { language: "nb" });
    expect(found.map(short)).toEqual(["[60 €] [60..60] EUR", "[2027-05-03] date 2027-05-03"]);
  });
});
