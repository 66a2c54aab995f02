// One sum of money: a figure with a sign, a code or a name of a currency.
import { compareDecimals, plainDecimal, shiftDecimal } from "../decimal.ts";
import type { Scan } from "../tokens.ts";
import { CURRENCY_CODES, DOLLAR_PREFIXES, HUNDREDTHS, NAMES_OF_CURRENCIES, NATIONAL, SIGNS } from "./currencies.ts";
import { readDecimal, scaleAt } from "./number.ts";

export interface Money {
  value: string;
  currency: string | null;
  /** As written. */
  symbol: string;
  next: number;
}

interface Mark {
  currency: string | null;
  symbol: string;
  next: number;
}

export function readMoney(scan: Scan, index: number): Money | null {
  return signFirst(scan, index) ?? figureFirst(scan, index);
}

/** "$60", "us $ 150 million", "EUR 125", "cad$15". */
function signFirst(scan: Scan, index: number): Money | null {
  const mark = leadingMark(scan, index);
  if (mark === null) return null;
  const figure = readDecimal(scan, mark.next);
  if (figure === null || !figure.figures || !ends(scan, figure.next)) return null;
  // "$10 dollars": the name repeats the sign.
  const repeated = mark.symbol === "$" && scan.isWord(figure.next) ? trailingName(scan, figure.next) : null;
  if (repeated !== null && !repeated.hundredth)
    return {
      value: figure.value,
      currency: repeated.currency ?? mark.currency,
      symbol: mark.symbol,
      next: repeated.next,
    };
  return withCents(scan, { value: figure.value, currency: mark.currency, symbol: mark.symbol, next: figure.next });
}

/** A currency mark that may stand before a figure. */
export function leadingMark(scan: Scan, index: number): Mark | null {
  const word = scan.at(index);
  const sign = SIGNS.get(word);
  if (sign !== undefined) return { currency: sign, symbol: written(scan, index, index + 1), next: index + 1 };
  if (scan.joined(index) && scan.tokens[index - 1]?.kind !== "sign") return null;
  const code = CURRENCY_CODES.get(word);
  if (code !== undefined && (isUpper(scan, index) || scan.at(index + 1) === "$")) {
    const next = scan.at(index + 1) === "$" ? index + 2 : index + 1;
    return { currency: code, symbol: written(scan, index, next), next };
  }
  const dotted = scan.reads(index, "u", ".", "s");
  const prefix = dotted ? "USD" : DOLLAR_PREFIXES.get(word);
  let at = dotted ? index + 3 : index + 1;
  if (dotted && scan.at(at) === ".") at += 1;
  if (prefix !== undefined && scan.at(at) === "$" && (word !== "a" || scan.joined(at)) && scan.at(index - 1) !== "'")
    return { currency: prefix, symbol: written(scan, index, at + 1), next: at + 1 };
  return null;
}

/** "5 dollars", "420 million Finnish markka", "115USD", "10 €", "fifty cents". */
function figureFirst(scan: Scan, index: number): Money | null {
  if (!opensFigure(scan, index)) return null;
  const article = scan.at(index) === "a" && NAMES_OF_CURRENCIES.has(scan.at(index + 1)) ? index + 1 : index;
  const figure = article > index ? { value: "1", next: article, figures: false } : readDecimal(scan, index);
  if (figure === null) return null;
  const at = scan.at(figure.next) === "-" && scan.joined(figure.next) ? figure.next + 1 : figure.next;
  const mark = trailingName(scan, at);
  if (mark === null || !ends(scan, mark.next)) return null;
  if (mark.hundredth)
    return { value: shiftDecimal(figure.value, -2), currency: mark.currency, symbol: mark.symbol, next: mark.next };
  const late = scaleAt(scan, mark.next);
  const value = late === null ? figure.value : shiftDecimal(figure.value, late);
  return withCents(scan, {
    value,
    currency: mark.currency,
    symbol: mark.symbol,
    next: late === null ? mark.next : mark.next + 1,
  });
}

function opensFigure(scan: Scan, index: number): boolean {
  return !scan.joined(index) || (scan.opens(index) && !SIGNS.has(scan.at(index - 1)));
}

/** The mark behind a figure. */
export function trailingName(scan: Scan, index: number): (Mark & { hundredth: boolean }) | null {
  const word = scan.at(index);
  const sign = SIGNS.get(word);
  if (sign !== undefined) {
    // "10 $30": the sign belongs to the figure behind it.
    if (scan.isDigits(index + 1) && scan.joined(index + 1)) return null;
    return { currency: sign, symbol: written(scan, index, index + 1), next: index + 1, hundredth: false };
  }
  const code = CURRENCY_CODES.get(word);
  if (code !== undefined && (isUpper(scan, index) || !CODE_WORDS.has(word)))
    return { currency: code, symbol: written(scan, index, index + 1), next: index + 1, hundredth: false };
  const nation = word === "new" || word === "hong" ? scan.at(index + 1) : word;
  const at = nation === word ? index + 1 : index + 2;
  const national = NATIONAL.get(nation);
  if (national !== undefined) {
    const name = scan.at(at);
    if (!NAMES_OF_CURRENCIES.has(name)) return null;
    const settled = national.get(name) ?? national.get(name.replace(/s$/, "")) ?? null;
    return { currency: settled, symbol: written(scan, index, at + 1), next: at + 1, hundredth: false };
  }
  const name = NAMES_OF_CURRENCIES.get(word);
  if (name !== undefined) {
    const pounds = word.startsWith("pound");
    // "a pound of chicken" is weighed.
    if (pounds && scan.at(index + 1) === "of") return null;
    const sterling = pounds && scan.at(index + 1) === "sterling";
    const next = sterling ? index + 2 : index + 1;
    return { currency: sterling ? "GBP" : name, symbol: written(scan, index, next), next, hundredth: false };
  }
  const hundredth = HUNDREDTHS.get(word);
  return hundredth === undefined
    ? null
    : { currency: hundredth, symbol: written(scan, index, index + 1), next: index + 1, hundredth: true };
}

/** Codes that are English words in lower case. */
const CODE_WORDS = new Set(["all", "top", "try", "mad", "cup", "pen", "sos", "cad"]);

/** "3 dollars 50 cents", "thirteen dollars and forty-five cents". */
function withCents(scan: Scan, money: Money): Money {
  const at = scan.at(money.next) === "and" ? money.next + 1 : money.next;
  const figure = readDecimal(scan, at, false);
  if (figure === null || money.value.includes(".") || compareDecimals(figure.value, "100") >= 0) return money;
  const cents = HUNDREDTHS.get(scan.at(figure.next));
  if (cents === undefined || figure.value.includes(".")) return money;
  return { ...money, value: plainDecimal(`${money.value}.${figure.value.padStart(2, "0")}`), next: figure.next + 1 };
}

function ends(scan: Scan, index: number): boolean {
  return scan.closes(index) || scan.at(index) === "-" || scan.at(index) === "/";
}

function isUpper(scan: Scan, index: number): boolean {
  const text = written(scan, index, index + 1);
  return text !== text.toLowerCase() && text === text.toUpperCase();
}

function written(scan: Scan, from: number, next: number): string {
  return scan.text.slice(scan.tokens[from]?.start ?? 0, scan.tokens[next - 1]?.end ?? 0);
}
