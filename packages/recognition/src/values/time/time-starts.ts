// Words with which a time expression may begin. Most words of a text begin none, and cost one look-up here.
import { APPROXIMATE, MONTHS, ONES, ORDINALS, SCALES, TENS_WORDS, WEEKDAY_PLURALS, WEEKDAYS } from "../lexicon.ts";
import type { Scan } from "../tokens.ts";
import { HOLIDAY_STARTS } from "./holiday.ts";

const WORDS =
  "a an the this that same next last past previous prior following coming upcoming current another " +
  "in during within at on by from between for before after until till since starting beginning as up no not nothing none never " +
  "earlier later greater more ahead sometime anytime any or and to " +
  "today tomorrow tmrw tmr tomorow yesterday tonight tonite now right noon midday noonish midnight mid " +
  "morning mornings afternoon afternoons evening evenings night nights breakfast lunch lunchtime dinner dinnertime daytime nighttime " +
  "early late start middle end rest remainder remaining eod eom eoy eow year month week weekend weekends weekday weekdays workweek w q h cy calendar " +
  "every each everyday hourly daily weekly biweekly fortnightly monthly bimonthly quarterly semiannual semiannually yearly annual annually bi semi once " +
  "half quarter all whole few several some couple pair spring summer autumn fall winter final working " +
  "twenties thirties forties fifties sixties seventies eighties nineties";

const STARTS: ReadonlySet<string> = new Set([
  ...WORDS.split(" "),
  ...HOLIDAY_STARTS,
  ...MONTHS.keys(),
  ...WEEKDAYS.keys(),
  ...WEEKDAY_PLURALS.keys(),
  ...ONES.keys(),
  ...TENS_WORDS.keys(),
  ...ORDINALS.keys(),
  ...SCALES.keys(),
  ...APPROXIMATE,
]);

export function mayStartTime(scan: Scan, index: number): boolean {
  const word = scan.at(index);
  if (scan.isWord(index)) return STARTS.has(word) && !(scan.joined(index) && scan.isDigits(index - 1));
  if (scan.isDigits(index)) return scan.places(index) <= 8 && scan.opens(index);
  return word === "½" || word === "<" || word === ">" || word === "=";
}
