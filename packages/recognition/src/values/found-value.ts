import type { InferenceKind } from "../types/names.ts";
import type { Defaults } from "../types/options.ts";
import type { NormalValue } from "../types/values.ts";
import type { ReferenceTime } from "./reference-time.ts";

/** What the grammar may count from. */
export interface ValueContext {
  readonly reference: ReferenceTime | null;
  readonly defaults: Readonly<Defaults>;
  /** BCP 47; the grammar knows English, in other languages only figures and symbols. */
  readonly language: string;
}

/** One time, amount or quantity in a text; `text` is exactly what stands from `start` to `end`. */
export interface FoundValue {
  start: number;
  end: number;
  text: string;
  kind: "time" | "amount" | "quantity";
  /** Null when it cannot be counted from anything, or when it has several readings. */
  value: NormalValue | null;
  /** The readings of an ambiguous one, otherwise empty. */
  alternatives: NormalValue[];
  /** False for a relative time without a reference time. */
  anchored: boolean;
  notes: ValueNote[];
}

/** An assumption that the value rests on. */
export interface ValueNote {
  kind: Extract<InferenceKind, "relative_time" | "unit" | "default">;
  statement: string;
}
