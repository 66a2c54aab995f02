import type { Grain, TimeForm } from "./names.ts";

/** Times are RFC 3339 (a date alone for `date`); intervals are half-open. `zone` is an IANA name, an offset, or null when none is known. */
export interface TimeValue {
  type: "time";
  form: TimeForm;
  start?: string;
  end?: string;
  /** ISO 8601. */
  duration?: string;
  /** RFC 5545. */
  rrule?: string;
  grain: Grain;
  zone: string | null;
}

/** Bounds are decimal strings; an open bound does not include its number. `currency` is ISO 4217. */
export interface AmountValue {
  type: "amount";
  min: string | null;
  max: string | null;
  minOpen: boolean;
  maxOpen: boolean;
  currency: string | null;
  /** As written, when it names no currency for certain. */
  symbol?: string;
}

/** Bounds are decimal strings, both included. */
export interface QuantityValue {
  type: "quantity";
  min: string | null;
  max: string | null;
  unit: string | null;
}

export interface TextValue {
  type: "text";
  language?: string;
  value: string;
}

export type NormalValue = TimeValue | AmountValue | QuantityValue | TextValue;
