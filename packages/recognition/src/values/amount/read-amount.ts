import type { AmountValue } from "../../types/values.ts";
import { compareDecimals } from "../decimal.ts";
import type { Scan } from "../tokens.ts";
import { mayStartAmount } from "./amount-starts.ts";
import { type Bound, boundAfter, boundBefore } from "./bounds.ts";
import { leadingMark, type Money, readMoney, trailingName } from "./money.ts";
import { readDecimal } from "./number.ts";

export interface ReadAmount {
  value: Omit<AmountValue, "symbol"> & { symbol: string };
  next: number;
}

const SPEND =
  /^(?:budget|budgets|spend|spending|pay|paying|price|priced|cost|costs|costing|bid|fare|fee|rent|salary|cheap)$/;
const LOOK_BACK = 8;

/** A sum, a range of sums, or a bound: "€180 at most", "between 20 and 40 euros", "under $60". */
export function readAmount(scan: Scan, index: number): ReadAmount | null {
  if (!mayStartAmount(scan, index)) return null;
  const before = boundBefore(scan, index);
  const start = before?.next ?? index;
  const range = before === null ? readRange(scan, index) : null;
  if (range !== null) return range;
  const money = readMoney(scan, start) ?? plainBudget(scan, index, start, before === null);
  if (money === null) return null;
  const after = before === null ? boundAfter(scan, money.next) : null;
  return bounded(money, before ?? after, after?.next ?? money.next);
}

/** "a budget of 500", "spend at most 500": a bare figure where the words before it speak of spending. */
function plainBudget(scan: Scan, index: number, start: number, direct: boolean): Money | null {
  const figure = readDecimal(scan, start);
  if (figure === null || !figure.figures || !scan.closes(figure.next)) return null;
  if (
    scan.isWord(figure.next) &&
    !/^(?:and|but|or|for|in|total|per|a|on|to|each|please|max|maximum|tops|at)$/.test(scan.at(figure.next))
  )
    return null;
  if (scan.at(figure.next) === "%") return null;
  const link = /^(?:is|of|:|to|about|around)$/.test(scan.at(index - 1)) ? 2 : 1;
  if (direct && !SPEND.test(scan.at(index - link))) return null;
  for (let back = 1; back <= LOOK_BACK; back += 1)
    if (SPEND.test(scan.at(index - back)))
      return { value: figure.value, currency: null, symbol: "", next: figure.next };
  return null;
}

function bounded(money: Money, bound: Bound | null, next: number): ReadAmount {
  const { value: figure, currency, symbol } = money;
  const isMin = bound === null || bound.side === "min";
  const isMax = bound === null || bound.side === "max";
  return {
    next,
    value: {
      type: "amount",
      min: isMin ? figure : null,
      max: isMax ? figure : null,
      minOpen: bound !== null && isMin && bound.open,
      maxOpen: bound !== null && isMax && bound.open,
      currency,
      symbol,
    },
  };
}

/** "between 20 and 40 euros", "$20-40", "from 100 to 200 USD", "20 to 30 €". */
function readRange(scan: Scan, index: number): ReadAmount | null {
  const lead = scan.at(index);
  const opened = lead === "between" || lead === "from";
  const start = opened ? index + 1 : index;
  if (!opened && scan.joined(start) && scan.tokens[start - 1]?.kind !== "sign") return null;
  const mark = leadingMark(scan, start);
  const first = readMoney(scan, start) ?? plain(scan, mark?.next ?? start);
  if (first === null) return null;
  const between = scan.at(first.next);
  const separated = between === "-" || between === "–" || between === "to" || (lead === "between" && between === "and");
  if (!separated) return null;
  const at = first.next + 1;
  const second = readMoney(scan, at) ?? (mark === null ? null : plain(scan, at));
  if (second === null) return null;
  const tail = trailingName(scan, second.next);
  if (mark === null && second.symbol === "" && tail === null) return null;
  const known = first.symbol === "" ? second : first;
  if (compareDecimals(first.value, second.value) > 0) return null;
  return {
    next: second.next,
    value: {
      type: "amount",
      min: first.value,
      max: second.value,
      minOpen: false,
      maxOpen: false,
      currency: known.currency ?? second.currency,
      symbol: known.symbol,
    },
  };
}

function plain(scan: Scan, index: number): Money | null {
  const figure = readDecimal(scan, index);
  return figure === null ? null : { value: figure.value, currency: null, symbol: "", next: figure.next };
}
