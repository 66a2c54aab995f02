// The closed word lists of the English grammar.
import type { Unit } from "./time/calendar.ts";

function table<T>(rows: readonly (readonly [string, T])[]): ReadonlyMap<string, T> {
  return new Map(rows.flatMap(([words, value]) => words.split(" ").map((word) => [word, value] as const)));
}

export const MONTHS = table<number>([
  ["january jan", 1],
  ["february feb", 2],
  ["march mar", 3],
  ["april apr", 4],
  ["may", 5],
  ["june jun", 6],
  ["july jul", 7],
  ["august aug", 8],
  ["september sept sep", 9],
  ["october oct", 10],
  ["november nov", 11],
  ["december dec", 12],
]);

export const WEEKDAYS = table<number>([
  ["monday mon", 1],
  ["tuesday tue tues", 2],
  ["wednesday wed weds", 3],
  ["thursday thu thur thurs", 4],
  ["friday fri", 5],
  ["saturday sat", 6],
  ["sunday sun", 7],
]);

export const WEEKDAY_PLURALS = table<number>([
  ["mondays", 1],
  ["tuesdays", 2],
  ["wednesdays", 3],
  ["thursdays", 4],
  ["fridays", 5],
  ["saturdays", 6],
  ["sundays", 7],
]);

export const WEEKDAY_NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
export const WEEKDAY_CODES = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

/** Words that are names of days or months and something else as well. */
export const DOUBTFUL = new Set(["may", "march", "mar", "sat", "sun", "mon", "wed", "dec", "jan", "sep", "fri"]);

export const UNITS = table<Unit>([
  ["second seconds sec secs", "second"],
  ["minute minutes min mins", "minute"],
  ["hour hours hr hrs", "hour"],
  ["day days night nights", "day"],
  ["week weeks wk wks", "week"],
  ["weekend weekends", "weekend"],
  ["fortnight fortnights", "fortnight"],
  ["month months", "month"],
  ["quarter quarters", "quarter"],
  ["year years yr yrs", "year"],
  ["decade decades", "decade"],
  ["century centuries", "century"],
]);

/** Single letters count as units only when written onto their figure: "3h". */
export const GLUED_UNITS = table<Unit>([
  ["s", "second"],
  ["m", "minute"],
  ["h", "hour"],
  ["d", "day"],
  ["w", "week"],
  ["y", "year"],
]);

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const SMALL_ORDINALS =
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth";
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety";
const TEN_ORDINALS = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth";

export const ONES: ReadonlyMap<string, number> = new Map(SMALL.split(" ").map((word, value) => [word, value]));
export const TENS_WORDS: ReadonlyMap<string, number> = new Map(
  TENS.split(" ").map((word, index) => [word, (index + 2) * 10]),
);
export const ORDINALS: ReadonlyMap<string, number> = new Map([
  ...SMALL_ORDINALS.split(" ").map((word, value) => [word, value] as const),
  ...TEN_ORDINALS.split(" ").map((word, index) => [word, (index + 2) * 10] as const),
]);
export const SCALES = table<number>([
  ["hundred", 100],
  ["thousand", 1_000],
  ["million", 1_000_000],
  ["billion", 1_000_000_000],
  ["trillion", 1_000_000_000_000],
]);

export const APPROXIMATE = new Set(["around", "about", "approximately", "circa", "roughly", "approx"]);

/** Words of the closed classes: what may follow a bare figure without being what it counts. */
export const FUNCTION_WORDS = new Set(
  (
    "a an the and or but nor so then than if unless when while until till to from at on in by for with without of off up out " +
    "over under after before since is are was were be been am do does did will would can could should shall may might must " +
    "i you he she it we they me him her us them my your his its our their this that these those there here not no never " +
    "please thanks as because where who which what why how just only also too very instead except between through during"
  ).split(" "),
);
