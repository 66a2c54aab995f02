import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { readOne, referenceAt } from "./read.ts";

/** The day before clocks change, in zones that do so at different times of day. */
const CHANGES: [string, string][] = [
  ["Europe/Oslo", "2026-03-28T12:00:00+01:00"],
  ["Europe/Oslo", "2026-10-24T12:00:00+02:00"],
  ["America/New_York", "2026-03-07T12:00:00-05:00"],
  ["America/New_York", "2026-10-31T12:00:00-04:00"],
  ["Africa/Cairo", "2026-04-23T12:00:00+02:00"],
  ["Australia/Lord_Howe", "2026-10-03T12:00:00+10:30"],
  ["Asia/Kathmandu", "2026-03-28T12:00:00+05:45"],
];

describe.each(CHANGES)("in %s after %s", (zone, before) => {
  const reference = referenceAt(`${before}[${zone}]`);
  const tomorrow = before.slice(0, 8) + String(Number(before.slice(8, 10)) + 1).padStart(2, "0");
  const day = zone === "America/New_York" && before.includes("10-31") ? "2026-11-01" : tomorrow;

  it("every clock time is one that clocks show, at the moment that calendars give it", () => {
    for (let half = 0; half < 48; half += 1) {
      const clock = `${String(half >> 1).padStart(2, "0")}:${half % 2 === 0 ? "00" : "30"}`;
      const { value } = readOne(`tomorrow at ${clock}`, { reference });
      const start = value?.type === "time" ? (value.start ?? "") : "";
      // "reject": the offset must be the zone's at that local time.
      const read = Temporal.ZonedDateTime.from(`${start}[${zone}]`, { offset: "reject" });
      const meant = Temporal.PlainDateTime.from(`${day}T${clock}`).toZonedDateTime(zone);
      expect([clock, read.epochMilliseconds]).toEqual([clock, meant.epochMilliseconds]);
    }
  });

  it("a deadline ends where the next day starts", () => {
    const { value } = readOne("by tomorrow", { reference });
    const next = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(zone);
    expect(value).toMatchObject({ form: "interval", zone });
    expect(value?.type === "time" && Date.parse(value.end ?? "")).toBe(next.epochMilliseconds);
  });
});

describe("a reference time beside a change of clocks", () => {
  it.each([
    ["2026-10-25T02:30:00+02:00[Europe/Oslo]", "2026-10-25T00:30:00Z"],
    ["2026-10-25T02:30:00+01:00[Europe/Oslo]", "2026-10-25T01:30:00Z"],
    ["2026-10-25T01:30:00Z[Europe/Oslo]", "2026-10-25T01:30:00Z"],
    ["2026-03-29T03:30:00+02:00[!Europe/Oslo]", "2026-03-29T01:30:00Z"],
  ])("%s is %s", (text, moment) => {
    expect(referenceAt(text)).toMatchObject({ text, zone: "Europe/Oslo", epochMs: Date.parse(moment) });
  });

  it.each(["2026-03-29T02:30:00+01:00[Europe/Oslo]", "2026-10-25T02:30:00+03:00[Europe/Oslo]"])(
    "%s is none: clocks there do not show it",
    (text) => {
      expect(() => referenceAt(text)).toThrow("no reference time");
    },
  );
});
