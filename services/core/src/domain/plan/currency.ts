// Money as the person wrote it, in the minor units of an order.
import type { AmountValue } from "@openintents/proto";
import { minorDigits } from "../sentences.ts";

/** Signs that several currencies share; a sign in a text means the intent's own currency where that is one of these. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  $: ["usd", "cad", "aud", "nzd", "sgd", "hkd", "twd", "mxn", "ars", "clp", "cop", "bbd", "jmd", "ttd"],
  "€": ["eur"],
  "£": ["gbp", "egp", "fkp", "gip", "shp"],
  "¥": ["jpy", "cny"],
  "￥": ["jpy", "cny"],
  "₹": ["inr"],
  "₩": ["krw"],
  "₽": ["rub"],
  "₺": ["try"],
  "₴": ["uah"],
  "₪": ["ils"],
  "₫": ["vnd"],
  "₱": ["php"],
  "₦": ["ngn"],
  "฿": ["thb"],
  kr: ["nok", "sek", "dkk", "isk"],
};

/** The currency of an amount in lower case, by its code or by a sign that fits the intent's; null when unknown. */
export function currencyOf(amount: AmountValue, intentCurrency: string): string | null {
  if (amount.currency !== undefined) return amount.currency.toLowerCase();
  const sign = amount.symbol?.trim().replace(/\.$/, "").toLowerCase();
  if (sign === undefined) return null;
  return SIGNS[sign]?.includes(intentCurrency) === true ? intentCurrency : null;
}

/** The greatest whole number of minor units that a bound allows; null where the text is no decimal number. */
export function greatestAllowed(bound: string, open: boolean, currency: string): number | null {
  const parts = /^(\d{1,12})(?:\.(\d{1,20}))?$/.exec(bound);
  if (!parts) return null;
  const digits = minorDigits(currency);
  const fraction = (parts[2] ?? "").padEnd(digits, "0");
  const whole = Number(`${parts[1]}${fraction.slice(0, digits)}`);
  const exact = /^0*$/.test(fraction.slice(digits));
  return open && exact ? whole - 1 : whole;
}
