// How many of the public date, time and money cases the value grammar reads exactly.
//
// Exact: the same characters as the data's span, and a value that says the same as a listed one, as far as the data
// resolves the case into a form that ours has. Where the data lists several (the last Friday, the next one; 7 in the
// morning, 7 in the evening), ours is the one that our rules choose. The data is written month first, so `dateOrder` is
// MDY. Cases that it leaves unresolved ("30 February") count when ours has the span and no value.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type FoundValue, findValues, readReferenceTime, type TimeValue } from "@openintents/recognition";
import type { Table } from "../harness/study.ts";
import { type Listed, sayTheSame } from "./value-match.ts";

export interface ValueCount {
  kind: string;
  cases: number;
  exact: number;
  /** Right value under another span: "on Friday" for "Friday". */
  otherSpan: number;
}

export interface ValueFigures {
  counts: ValueCount[];
  noEntity: { cases: number; keptEmpty: number };
  /** One line for each case that is not exact. */
  misses: string[];
}

interface DataCase {
  Input: string;
  Context?: { ReferenceDateTime?: string };
  Results: DataResult[];
}

interface DataResult {
  Text: string;
  Start: number;
  End: number;
  TypeName: string;
  Resolution?: { values?: Listed[]; value?: string | null; isoCurrency?: string; unit?: string };
}

const KINDS: Record<string, string> = {
  date: "dates",
  datetime: "date-times",
  time: "times",
  daterange: "ranges",
  datetimerange: "ranges",
  timerange: "time ranges",
  duration: "durations",
  set: "recurrences",
};
const GOALS: Record<string, number> = { dates: 121, "date-times": 44, times: 36, ranges: 350 };

export function valueFigures(folder: string): ValueFigures {
  const counts = new Map<string, ValueCount>();
  const figures: ValueFigures = { counts: [], noEntity: { cases: 0, keptEmpty: 0 }, misses: [] };
  const tally = (kind: string, exact: boolean, otherSpan: boolean): void => {
    const count = counts.get(kind) ?? { kind, cases: 0, exact: 0, otherSpan: 0 };
    counts.set(kind, count);
    count.cases += 1;
    if (exact) count.exact += 1;
    else if (otherSpan) count.otherSpan += 1;
  };
  for (const { Input, Context, Results } of readCases(folder, "recognizers-datetime-en.json")) {
    const found = findTimes(Input, Context?.ReferenceDateTime);
    if (Results.length === 0) {
      figures.noEntity.cases += 1;
      if (found.length === 0) figures.noEntity.keptEmpty += 1;
      else figures.misses.push(`none | ${Input} | ${printed(found)}`);
    }
    for (const result of Results) {
      const type = (result.TypeName ?? "").replace("datetimeV2.", "");
      const kind = KINDS[type];
      if (kind === undefined) continue;
      const sameSpan = found.find((value) => value.start === result.Start && value.end === result.End + 1);
      const exact = sameSpan !== undefined && matches(type, sameSpan, result);
      const overlapping = found.filter((value) => value.start <= result.End && value.end > result.Start);
      tally(
        kind,
        exact,
        overlapping.some((value) => matches(type, value, result)),
      );
      if (!exact)
        figures.misses.push(
          `${kind} | ${Input} | [${result.Text}] ${JSON.stringify(result.Resolution?.values?.at(-1))} | ${printed(overlapping)}`,
        );
    }
  }
  for (const { Input, Results } of readCases(folder, "recognizers-currency-en.json")) {
    const found = findValues(Input, { reference: null, defaults: {}, language: "en" }).filter(
      (value) => value.kind === "amount",
    );
    if (Results.length === 0) {
      figures.noEntity.cases += 1;
      if (found.length === 0) figures.noEntity.keptEmpty += 1;
    }
    for (const result of Results) {
      const { value, isoCurrency, unit } = result.Resolution ?? {};
      // A currency without a sum is no value of ours.
      if (value === null || value === undefined) continue;
      const same = (one: FoundValue): boolean => sameMoney(one, value, isoCurrency ?? null, unit ?? "");
      const exact = found.some((one) => one.start === result.Start && one.end === result.End + 1 && same(one));
      tally(
        "amounts",
        exact,
        found.some((one) => one.start <= result.End && one.end > result.Start && same(one)),
      );
      if (!exact)
        figures.misses.push(
          `amounts | ${Input} | [${result.Text}] ${value} ${isoCurrency ?? unit} | ${printed(found)}`,
        );
    }
  }
  figures.counts = [...counts.values()];
  return figures;
}

/** For the bench command. */
export function valueTable(figures: ValueFigures): Table {
  const goals = figures.counts.filter(({ kind, exact }) => exact < (GOALS[kind] ?? 0));
  return {
    title: "Value grammar on public cases",
    columns: ["kind", "cases", "exact", "right value, other span"],
    rows: [
      ...figures.counts.map(({ kind, cases, exact, otherSpan }) => [kind, cases, exact, otherSpan]),
      ["without any", figures.noEntity.cases, figures.noEntity.keptEmpty, ""],
    ],
    notes: [
      "Exact: the data's very span and its value. The bare parser had 121 dates, 44 date-times, 36 times and 48 ranges.",
    ],
    missed: goals.map(({ kind, exact }) => `${kind}: ${exact}, the goal is ${GOALS[kind]}.`),
  };
}

function readCases(folder: string, file: string): DataCase[] {
  return JSON.parse(readFileSync(join(folder, file), "utf8").replace(/^\uFEFF/, ""));
}

function findTimes(text: string, at: string | undefined): FoundValue[] {
  const reference = at === undefined ? null : readReferenceTime(`${at}+00:00`);
  return findValues(text, { reference, defaults: { dateOrder: "MDY" }, language: "en" }).filter(
    (value) => value.kind === "time",
  );
}

function matches(type: string, found: FoundValue, { Text, Resolution }: DataResult): boolean {
  const readings = found.value === null ? found.alternatives : [found.value];
  const values: (TimeValue | null)[] =
    readings.length === 0 ? [null] : readings.filter((value) => value.type === "time");
  return values.some((ours) => (Resolution?.values ?? []).some((listed) => sayTheSame(type, ours, listed, Text)));
}

/** Theirs counts cents as a unit of their own; ours is the sum in the main unit. */
function sameMoney({ value }: FoundValue, sum: string, iso: string | null, unit: string): boolean {
  if (value?.type !== "amount" || value.min === null || value.min !== value.max) return false;
  const hundredth = unit === "Cent" || unit === "Pence" || unit === "Penny";
  const theirs = hundredth ? Number(sum) / 100 : Number(sum);
  return Math.abs(Number(value.min) - theirs) <= theirs * 1e-12 && (iso === null || iso === value.currency);
}

function printed(found: readonly FoundValue[]): string {
  return found.map(({ text, value, alternatives }) => `[${text}] ${JSON.stringify(value ?? alternatives)}`).join(" ");
}
