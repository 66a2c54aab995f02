// Tokens with which an amount or a quantity may begin; all others cost one look-up here.
import { ONES, TENS_WORDS } from "../lexicon.ts";
import type { Scan } from "../tokens.ts";
import { BOUND_STARTS } from "./bounds.ts";
import { CURRENCY_CODES, DOLLAR_PREFIXES, SIGNS } from "./currencies.ts";

const STARTS: ReadonlySet<string> = new Set([
  ..."a an half quarter between from dozen u".split(" "),
  ...BOUND_STARTS,
  ...ONES.keys(),
  ...TENS_WORDS.keys(),
  ...CURRENCY_CODES.keys(),
  ...DOLLAR_PREFIXES.keys(),
]);

export function mayStartAmount(scan: Scan, index: number): boolean {
  if (scan.isWord(index)) return STARTS.has(scan.at(index)) && !(scan.joined(index) && scan.isDigits(index - 1));
  // A figure inside a code or behind another one begins nothing.
  if (scan.isDigits(index)) return scan.places(index) <= 15 && scan.opens(index);
  return SIGNS.has(scan.at(index)) || STARTS.has(scan.at(index));
}
