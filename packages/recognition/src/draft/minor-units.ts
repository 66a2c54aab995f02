// A limit in major units as the greatest whole number of minor units that it allows.
import type { AmountValue } from "../types/values.ts";

/** Digits behind the point of an ISO 4217 currency; null for a code that is none. */
function minorDigits(currency: string): number | null {
  if (!/^[A-Za-z]{3}$/.test(currency)) return null;
  const { maximumFractionDigits } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return maximumFractionDigits ?? null;
}

/** Null where the amount has a floor, no ceiling, or a ceiling that cannot be written exactly as a cap. */
export function capOf(value: AmountValue, currency: string): number | null {
  const digits = minorDigits(currency);
  const parts = value.max === null || value.min !== null ? null : /^(\d{1,12})(?:\.(\d+))?$/.exec(value.max);
  if (!parts || digits === null) return null;
  const fraction = (parts[2] ?? "").padEnd(digits, "0");
  const whole = Number(`${parts[1]}${fraction.slice(0, digits)}`);
  const exact = /^0*$/.test(fraction.slice(digits));
  const cap = value.maxOpen && exact ? whole - 1 : whole;
  return cap >= 1 ? cap : null;
}
