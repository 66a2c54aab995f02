import { describe, expect, it } from "vitest";
import { read, readOne, referenceAt, short } from "./read.ts";

/** Each reads, said on Monday 30 November 2026 at nine, as the one value behind it. */
const READINGS: Record<string, [text: string, reading: string][]> = {
  days: [
    ["today", "[today] date 2026-11-30"],
    ["see you tomorrow", "[tomorrow] date 2026-12-01"],
    ["the day after tomorrow", "[the day after tomorrow] date 2026-12-02"],
    ["on 5 December", "[5 December] date 2026-12-05"],
    ["on March 3rd, 2025", "[March 3rd, 2025] date 2025-03-03"],
    ["the fourth of July 1995", "[the fourth of July 1995] date 1995-07-04"],
    ["2027-02-28", "[2027-02-28] date 2027-02-28"],
    ["on 23.04.2027", "[23.04.2027] date 2027-04-23"],
    ["in 3 days", "[in 3 days] date 2026-12-03"],
    ["two weeks ago", "[two weeks ago] date 2026-11-16"],
    ["3 days after December 24th", "[3 days after December 24th] date 2026-12-27"],
    ["Tuesday of next week", "[Tuesday of next week] date 2026-12-08"],
    ["the first Monday of January", "[the first Monday of January] date 2027-01-04"],
    ["on Christmas Eve", "[Christmas Eve] date 2026-12-24"],
  ],
  "clock times": [
    ["at 7pm", "[7pm] instant 2026-11-30T19:00:00"],
    ["at 8:15 a.m.", "[8:15 a.m.] instant 2026-12-01T08:15:00"],
    ["at half past seven in the evening", "[half past seven in the evening] instant 2026-11-30T19:30:00"],
    ["at noon", "[noon] instant 2026-11-30T12:00:00"],
    ["tomorrow at 7pm", "[tomorrow at 7pm] instant 2026-12-01T19:00:00"],
    ["7:30 on Friday morning", "[7:30 on Friday morning] instant 2026-12-04T07:30:00"],
    ["tonight at 8", "[tonight at 8] instant 2026-11-30T20:00:00"],
    ["in half an hour", "[in half an hour] instant 2026-11-30T09:30:00"],
    ["at five-thirty", "[five-thirty] instant 2026-11-30T17:30:00"],
  ],
  ranges: [
    ["this week", "[this week] interval 2026-11-30..2026-12-07"],
    ["next month", "[next month] interval 2026-12-01..2027-01-01"],
    ["the second half of 2024", "[the second half of 2024] interval 2024-07-01..2025-01-01"],
    ["Q3 2025", "[Q3 2025] interval 2025-07-01..2025-10-01"],
    ["the nineties", "[the nineties] interval 1990-01-01..2000-01-01"],
    ["the week of the 12th", "[the week of the 12th] interval 2026-12-07..2026-12-14"],
    ["the last three years", "[last three years] interval 2023-11-30..2026-11-30"],
    ["in winter", "[winter] interval 2026-12-01..2027-03-01"],
    ["from 3 to 5 pm", "[from 3 to 5 pm] interval 2026-11-30T15:00:00..2026-11-30T17:00:00"],
    ["between Monday and Thursday", "[between Monday and Thursday] interval 2026-12-07..2026-12-11"],
    ["from Friday to Tuesday", "[from Friday to Tuesday] interval 2026-12-04..2026-12-09"],
    ["May to Oct 2028", "[May to Oct 2028] interval 2028-05-01..2028-11-01"],
    ["from 12 to 15 March", "[from 12 to 15 March] interval 2027-03-12..2027-03-16"],
    ["tomorrow from 9 to 11:30", "[tomorrow from 9 to 11:30] interval 2026-12-01T09:00:00..2026-12-01T11:30:00"],
    ["tomorrow at 7pm for 2 hours", "[tomorrow at 7pm for 2 hours] interval 2026-12-01T19:00:00..2026-12-01T21:00:00"],
    ["tomorrow afternoon", "[tomorrow afternoon] interval 2026-12-01T12:00:00..2026-12-01T16:00:00"],
    ["within 30 minutes", "[within 30 minutes] interval 2026-11-30T09:00:00..2026-11-30T09:30:00"],
    ["Mon-Fri 9-17", "[Mon-Fri] interval 2026-12-07..2026-12-12"],
  ],
  deadlines: [
    ["by Friday", "[by Friday] interval ..2026-12-05"],
    ["before Friday", "[before Friday] interval ..2026-12-04"],
    ["before 5pm", "[before 5pm] interval ..2026-11-30T17:00:00"],
    ["after 6", "[after 6] interval 2026-11-30T18:00:00.."],
    ["until the end of the month", "[until the end of the month] interval ..2026-12-01"],
    ["no later than 5pm on Wednesday", "[no later than 5pm on Wednesday] interval ..2026-12-02T17:00:00"],
    ["not before 10am", "[not before 10am] interval 2026-11-30T10:00:00.."],
    ["after Thursday", "[after Thursday] interval 2026-12-04.."],
    ["3 pm or later on Monday", "[3 pm or later on Monday] interval 2026-11-30T15:00:00.."],
    ["since 2010", "[since 2010] interval 2010-01-01.."],
  ],
  lengths: [
    ["for two hours", "[two hours] duration PT2H"],
    ["3.5 days", "[3.5 days] duration P3DT12H"],
    ["2 years and 3 months", "[2 years and 3 months] duration P2Y3M"],
    ["an hour and a half", "[an hour and a half] duration PT1H30M"],
    ["90 minutes", "[90 minutes] duration PT90M"],
  ],
  recurrences: [
    ["every Tuesday at 9", "[every Tuesday at 9] recurrence FREQ=WEEKLY;BYDAY=TU;BYHOUR=9;BYMINUTE=0"],
    ["weekly", "[weekly] recurrence FREQ=WEEKLY"],
    ["every other Friday", "[every other Friday] recurrence FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"],
    [
      "every weekday at 8:30",
      "[every weekday at 8:30] recurrence FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=8;BYMINUTE=30",
    ],
    ["on the 19th of every month", "[the 19th of every month] recurrence FREQ=MONTHLY;BYMONTHDAY=19"],
    [
      "Mondays and Thursdays at 7pm",
      "[Mondays and Thursdays at 7pm] recurrence FREQ=WEEKLY;BYDAY=MO,TH;BYHOUR=19;BYMINUTE=0",
    ],
  ],
};

describe.each(Object.entries(READINGS))("%s", (_kind, readings) => {
  it.each(readings)("%s", (text, reading) => {
    expect(short(readOne(text))).toBe(reading);
  });
});

describe("the weekday rules", () => {
  it("take a bare weekday as the next one strictly after the reference day, and say so", () => {
    const found = readOne("on Monday");
    expect(short(found)).toBe("[Monday] date 2026-12-07");
    expect(found.notes).toEqual([{ kind: "relative_time", statement: expect.stringContaining("2026-12-07") }]);
  });

  it("keep the reference day when a later time of it is written", () => {
    expect(short(readOne("on Monday at 3pm"))).toBe("[Monday at 3pm] instant 2026-11-30T15:00:00");
    expect(short(readOne("on Monday at 8am"))).toBe("[Monday at 8am] instant 2026-12-07T08:00:00");
  });

  it("take the following ISO week with next, the next one with this", () => {
    const reference = referenceAt("2026-12-02T09:00:00+01:00[Europe/Oslo]");
    expect(short(readOne("next Friday", { reference }))).toBe("[next Friday] date 2026-12-11");
    expect(short(readOne("this Friday", { reference }))).toBe("[this Friday] date 2026-12-04");
    expect(short(readOne("last Friday", { reference }))).toBe("[last Friday] date 2026-11-27");
  });

  it("take a day of the month as the next such day", () => {
    const found = readOne("on the 14th");
    expect(short(found)).toBe("[the 14th] date 2026-12-14");
    expect(found.notes).toHaveLength(1);
    const reference = referenceAt("2026-12-14T09:00:00+01:00[Europe/Oslo]");
    expect(short(readOne("on the 14th", { reference }))).toBe("[the 14th] date 2027-01-14");
  });

  it("skip months without such a day", () => {
    const reference = referenceAt("2027-01-31T09:00:00+01:00[Europe/Oslo]");
    expect(short(readOne("on the 31st", { reference }))).toBe("[the 31st] date 2027-03-31");
  });
});

describe("a time beside others", () => {
  it("takes its day from the one day of the sentence", () => {
    const found = read("A flight on the 14th, nothing before noon. Call at 3pm.");
    expect(found.map(short)).toEqual([
      "[the 14th] date 2026-12-14",
      "[nothing before noon] interval 2026-12-14T12:00:00..",
      "[3pm] instant 2026-11-30T15:00:00",
    ]);
  });
});

describe("day first against month first", () => {
  it("gives both readings and no value", () => {
    const found = readOne("on 03/04");
    expect(found.value).toBeNull();
    expect(found.alternatives.map((value) => value.type === "time" && value.start)).toEqual([
      "2027-04-03",
      "2027-03-04",
    ]);
  });

  it("follows the instance, and notes it", () => {
    const found = readOne("on 03/04", { defaults: { dateOrder: "MDY" } });
    expect(short(found)).toBe("[03/04] date 2027-03-04");
    expect(found.notes).toContainEqual({ kind: "default", statement: expect.stringContaining("month first") });
    expect(short(readOne("on 03/04", { defaults: { dateOrder: "DMY" } }))).toBe("[03/04] date 2027-04-03");
  });

  it("is no question where the figures allow one reading", () => {
    expect(short(readOne("on 22/04"))).toBe("[22/04] date 2027-04-22");
    expect(short(readOne("on 04/04/2027"))).toBe("[04/04/2027] date 2027-04-04");
  });
});

describe("zones", () => {
  it("follow the clock changes of a named zone", () => {
    expect(readOne("on 28 March 2027 at 1am").value).toMatchObject({ start: "2027-03-28T01:00:00+01:00" });
    expect(readOne("on 28 March 2027 at 4am").value).toMatchObject({ start: "2027-03-28T04:00:00+02:00" });
    expect(
      readOne("by Sunday", { reference: referenceAt("2027-03-25T09:00:00+01:00[Europe/Oslo]") }).value,
    ).toMatchObject({
      end: "2027-03-29T00:00:00+02:00",
    });
  });

  it("keep an offset that names no zone", () => {
    const reference = referenceAt("2026-11-30T09:00:00+05:30");
    expect(readOne("at 3pm", { reference }).value).toMatchObject({
      start: "2026-11-30T15:00:00+05:30",
      zone: "+05:30",
    });
  });

  it("take the instance's zone for a reference in UTC, with a note", () => {
    const reference = referenceAt("2026-11-30T23:30:00Z");
    const found = readOne("tomorrow at 7pm", { reference, defaults: { zone: "Europe/Oslo" } });
    expect(found.value).toMatchObject({ start: "2026-12-02T19:00:00+01:00", zone: "Europe/Oslo" });
    expect(found.notes.at(-1)?.kind).toBe("default");
  });

  it("obey a zone that is written", () => {
    expect(readOne("2026-12-24 at 6pm UTC").value).toMatchObject({ start: "2026-12-24T18:00:00Z", zone: "UTC" });
    expect(readOne("2026-12-24T18:00:00-05:00").value).toMatchObject({ start: "2026-12-24T18:00:00-05:00" });
  });
});

describe("without a reference time", () => {
  it.each(["tomorrow", "next week", "by Friday", "in 3 days", "at 5pm", "on 3 May"])(
    "%s is found and has no value",
    (text) => {
      expect(readOne(text, { reference: null })).toMatchObject({
        value: null,
        alternatives: [],
        anchored: false,
        notes: [],
      });
    },
  );

  it("reads what needs none", () => {
    expect(readOne("on 3 May 2025", { reference: null }).value).toMatchObject({ start: "2025-05-03", zone: null });
    expect(short(readOne("in Q3 2025", { reference: null }))).toBe("[Q3 2025] interval 2025-07-01..2025-10-01");
    expect(short(readOne("for two hours", { reference: null }))).toBe("[two hours] duration PT2H");
    expect(readOne("2026-12-24T18:00:00Z", { reference: null }).value).toMatchObject({ start: "2026-12-24T18:00:00Z" });
  });

  it("cannot place a clock time of a known day without any zone", () => {
    expect(readOne("on 3 May 2025 at 5pm", { reference: null })).toMatchObject({ value: null, anchored: false });
    expect(readOne("on 3 May 2025 at 5pm", { reference: null, defaults: { zone: "Europe/Oslo" } }).value).toMatchObject(
      {
        start: "2025-05-03T17:00:00+02:00",
      },
    );
  });
});

describe("what is no time", () => {
  it.each([
    "You may not share it",
    "March on without me",
    "Look up order 000123",
    "Call 555-0199 or +47 22 12 34 56",
    "Check 00417 and 00418",
    "The code is ABC-12345-A1B2C3",
    "My ssn is 123-12-1234",
    "version 2.10 of the app",
    "a 4:3 aspect ratio",
    "open 24/7",
    "Order the same one as before",
    "raise it by 2",
    "a second opinion",
  ])("%s", (text) => {
    expect(read(text).filter((value) => value.kind === "time")).toEqual([]);
  });

  it("finds a date that no calendar has, and gives it no value", () => {
    expect(readOne("on February 30th 2027")).toMatchObject({ text: "February 30th 2027", value: null, anchored: true });
  });
});
