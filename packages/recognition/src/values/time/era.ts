// Years, decades, centuries and seasons.
import { FUNCTION_WORDS, TENS_WORDS } from "../lexicon.ts";
import { cardinalWords, ordinal } from "../numbers.ts";
import type { Scan } from "../tokens.ts";
import { DAY, dayNumber, yearMonthDay } from "./calendar.ts";
import { type Ground, longest, type Period, period } from "./node.ts";
import { NEXT_WORDS, PAST_WORDS, THIS_WORDS } from "./relative-words.ts";
import { fullYear, readYear } from "./year.ts";

export function readEra(ground: Ground, index: number): Period | null {
  return longest(year(ground, index), decade(ground, index), century(ground, index), season(ground, index));
}

const LED = new Set(
  "in of since before after until till by from during between through than not and or for circa = /".split(" "),
);
const YEAR_WORDS = new Set(["year", "cy"]);

/** "2016" where a preposition leads to it, "the year 2019", "calendar year 2008", "cy18". */
function year(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  let at = index;
  if (scan.at(at) === "the" && (YEAR_WORDS.has(scan.at(at + 1)) || scan.at(at + 1) === "calendar")) at += 1;
  if (scan.at(at) === "calendar") at += 1;
  const named = YEAR_WORDS.has(scan.at(at));
  if (named) at += 1;
  const short = named && scan.joined(at) && scan.places(at) === 2 && scan.closes(at + 1);
  const read = short ? { value: fullYear(scan.figure(at, 2)), next: at + 1 } : readYear(scan, at);
  if (read === null) return readsRange(scan, index);
  if (!named && !(scan.opens(index) && ledYear(scan, index, read.next))) return null;
  return years(read.next, read.value, 1);
}

/** "2014-2018" and its like: the range rule reads on from the first of them. */
function readsRange(scan: Scan, index: number): Period | null {
  const value = scan.places(index) === 4 ? scan.figure(index, 4) : -1;
  if (value < 1000 || value >= 3000 || !scan.opens(index)) return null;
  const mark = scan.at(index + 1);
  return (mark === "-" || mark === "–" || mark === "~") && scan.places(index + 2) === 4
    ? years(index + 1, value, 1)
    : null;
}

function ledYear(scan: Scan, index: number, next: number): boolean {
  const before = scan.at(index - 1);
  const after = scan.at(next);
  if (scan.isWord(next) && !FUNCTION_WORDS.has(after) && !/^(?:through|thru|onwards?|alone)$/.test(after)) return false;
  const range = /^(?:-|–|~|to|till|through|thru)$/.test(after) && readYear(scan, next + 1) !== null;
  const figure = scan.figure(index, 4);
  // Beyond a few lifetimes a bare figure is more likely a count or a code.
  const near = figure < 0 || (figure >= 1700 && figure < 2200);
  if (range || (near && LED.has(before)) || scan.isSecondEnd(index)) return true;
  // A figure between its like and a full stop reads as a year only when it lies near our own time.
  return (
    (before === "" || before === "," || before === ">") &&
    figure >= 1900 &&
    figure < 2100 &&
    (after === "" || after === "or")
  );
}

function years(next: number, first: number, count: number): Period {
  return period(next, dayNumber(first, 1, 1) * DAY, dayNumber(first + count, 1, 1) * DAY, "year");
}

const DECADES: ReadonlyMap<string, number> = new Map(
  [...TENS_WORDS].map(([word, value]) => [`${word.slice(0, -1)}ies`, value]),
);

/** "the 1990s", "90s", "the nineties". */
function decade(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const article = scan.at(index) === "the" ? 1 : 0;
  const at = index + article;
  const hundreds = cardinalWords(scan, at);
  const written =
    hundreds !== null && hundreds.value >= 11 && hundreds.value <= 20 ? DECADES.get(scan.at(hundreds.next)) : undefined;
  if (hundreds !== null && written !== undefined) return years(hundreds.next + 1, hundreds.value * 100 + written, 10);
  const spoken = DECADES.get(scan.at(at));
  const figure = scan.figure(at, 4);
  const places = scan.places(at);
  const quote = scan.at(at + 1) === "'" || scan.at(at + 1) === "’" ? 1 : 0;
  const plural = scan.at(at + 1 + quote) === "s" && scan.closes(at + 2 + quote);
  if (spoken !== undefined) return decadeFrom(index + article + 1, spoken, spoken >= 30 ? 1900 : 2000);
  if (!plural || figure < 0 || figure % 10 !== 0 || !scan.opens(at)) return null;
  const next = at + 2 + quote;
  if (places === 4 && figure >= 1000 && figure < 3000) return years(next, figure, 10);
  return places === 2 && figure >= 20 ? decadeFrom(next, figure, figure >= 30 ? 1900 : 2000) : null;
}

function decadeFrom(next: number, tens: number, hundreds: number): Period {
  return { ...years(next, hundreds + tens, 10), notes: [`The decade is read as that of ${hundreds + tens}.`] };
}

function century(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const at = scan.at(index) === "the" && ordinal(scan, index + 1) !== null ? index + 1 : index;
  const rank = ordinal(scan, at);
  if (rank === null || scan.at(rank.next) !== "century" || rank.value < 11 || rank.value > 30) return null;
  return years(rank.next + 1, (rank.value - 1) * 100, 100);
}

const SEASONS: ReadonlyMap<string, [number, string]> = new Map([
  ["spring", [3, "March to May"]],
  ["summer", [6, "June to August"]],
  ["autumn", [9, "September to November"]],
  ["fall", [9, "September to November"]],
  ["winter", [12, "December to February"]],
]);

/** "this summer", "in winter", "spring 2025": northern and by whole months, and noted as such. */
function season(ground: Ground, index: number): Period | null {
  const { scan } = ground;
  const lead = scan.at(index);
  const shift = NEXT_WORDS.has(lead) ? 1 : PAST_WORDS.has(lead) ? -1 : THIS_WORDS.has(lead) ? 0 : null;
  const at = index + (shift !== null || lead === "the" ? 1 : 0);
  const found = SEASONS.get(scan.at(at));
  if (found === undefined || !scan.closes(at + 1)) return null;
  const said = readYear(scan, scan.at(at + 1) === "of" ? at + 2 : at + 1);
  const led = /^(?:in|during|until|till|by|before|after|since|this|of)$/.test(scan.at(index - 1));
  if (shift === null && said === null && !led) return null;
  if (scan.at(at) === "fall" && shift === null && said === null && lead !== "the") return null;
  const [month, words] = found;
  const thisYear = yearMonthDay(ground.today).year;
  const of = (year: number): Period =>
    period(said?.next ?? at + 1, dayNumber(year, month, 1) * DAY, dayNumber(year, month + 3, 1) * DAY, "month", {
      relative: said === null,
      notes: [`"${scan.at(at)}" is read as ${words}, as in the northern half of the world.`],
    });
  if (said !== null) return of(said.value);
  const year =
    [thisYear - 1, thisYear, thisYear + 1].find((candidate) => of(candidate).to > ground.today * DAY) ?? thisYear;
  const running = of(year).from <= ground.today * DAY;
  return of(year + (shift === -1 ? -1 : shift === 1 && running ? 1 : 0));
}
