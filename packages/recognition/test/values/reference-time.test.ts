import { describe, expect, it } from "vitest";
import { inZone, readReferenceTime } from "../../src/values/reference-time.ts";

describe("a reference time", () => {
  it("has its moment, its zone and its local calendar", () => {
    expect(readReferenceTime("2026-11-30T09:00:00+01:00[Europe/Oslo]")).toEqual({
      text: "2026-11-30T09:00:00+01:00[Europe/Oslo]",
      epochMs: Date.UTC(2026, 10, 30, 8),
      zone: "Europe/Oslo",
      offsetMinutes: 60,
      utcOnly: false,
      local: { year: 2026, month: 11, day: 30, hour: 9, minute: 0, second: 0, weekday: 1 },
    });
  });

  it.each([
    ["2026-11-30T09:00:00.25-05:30", -330, null],
    ["2026-11-30T09:00:00Z", 0, null],
    ["2026-11-30T09:00:00Z[Europe/Oslo]", 60, "Europe/Oslo"],
    ["2026-12-31T23:59:60Z", 0, null],
  ])("%s is read", (text, offsetMinutes, zone) => {
    expect(readReferenceTime(text)).toMatchObject({ offsetMinutes, zone });
  });

  it.each([
    "2026-11-30",
    "2026-11-30T09:00:00",
    "2026-11-30T09:00+01:00",
    "2026-02-30T09:00:00Z",
    "2026-11-30T25:00:00Z",
    "2026-11-30T09:00:00+02:00[Europe/Oslo]",
    "2026-11-30T09:00:00+01:00[Nowhere/Land]",
    "2026-11-30T09:00:00+01:00[Europe/Oslo][u-ca=hebrew]",
    "now",
    "",
    `2026-11-30T09:00:00Z${" ".repeat(200)}`,
  ])("%s is refused", (text) => {
    expect(readReferenceTime(text)).toBeNull();
  });

  it("moves to another zone without moving in time", () => {
    const reference = readReferenceTime("2026-11-30T23:30:00Z");
    expect(reference && inZone(reference, "Europe/Oslo")).toMatchObject({
      epochMs: reference?.epochMs,
      local: { day: 1, month: 12, hour: 0, weekday: 2 },
    });
  });
});
