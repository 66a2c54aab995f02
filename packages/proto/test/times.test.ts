import { describe, expect, it } from "vitest";
import { parseTime } from "../src/wire/times.ts";

const iso = (text: string) => {
  const ms = parseTime(text);
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

describe("parseTime", () => {
  it.each([
    ["2026-11-30T09:00:00Z", "2026-11-30T09:00:00.000Z"],
    ["2026-11-30t09:00:00.5z", "2026-11-30T09:00:00.500Z"],
    ["2026-11-30T09:00:00.123000Z", "2026-11-30T09:00:00.123Z"],
    ["2026-11-30T09:00:00+05:30", "2026-11-30T03:30:00.000Z"],
    ["2026-11-30T23:30:00-01:00", "2026-12-01T00:30:00.000Z"],
    ["2024-02-29T00:00:00-00:00", "2024-02-29T00:00:00.000Z"],
    ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"],
    ["2017-01-01T00:59:60+01:00", "2017-01-01T00:00:00.000Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ])("reads %s", (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  it.each([
    ["finer than a millisecond", "2026-11-30T09:00:00.1234Z"],
    ["without offset", "2026-11-30T09:00:00"],
    ["with a space", "2026-11-30 09:00:00Z"],
    ["of a day that does not exist", "2026-02-29T00:00:00Z"],
    ["of month 13", "2026-13-01T00:00:00Z"],
    ["of hour 24", "2026-11-30T24:00:00Z"],
    ["of a leap second in mid-day", "2026-11-30T12:00:60Z"],
    ["with an offset of 24 hours", "2026-11-30T09:00:00+24:00"],
    ["of the year 0", "0000-01-01T00:00:00Z"],
    ["that its offset takes before the year 1", "0001-01-01T00:00:00+01:00"],
    ["that its offset takes past the year 9999", "9999-12-31T23:59:59-01:00"],
    ["as a date alone", "2026-11-30"],
    ["with text behind it", "2026-11-30T09:00:00Z\n"],
  ])("refuses a time %s", (_what, text) => {
    expect(parseTime(text)).toBeUndefined();
  });
});
