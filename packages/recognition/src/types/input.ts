import type { ContextRole, EvidenceForm } from "./names.ts";
import type { EffectiveState } from "./result.ts";

export interface IntentInput {
  /** What the person wrote: at least one character that is not white space. */
  input: string;
  /** Top-level names of the instance's Schema; absent: all of them; empty: none. */
  fields?: string[];
  /** Explicit material, in time order; nothing is remembered between calls. */
  context?: string | ContextItem[];
  /** The `effective` of an earlier result, unchanged. */
  baseline?: EffectiveState | null;
  /** RFC 3339 with an offset, optionally with `[IANA zone]` (RFC 9557). */
  referenceTime?: string;
  output?: OutputOptions;
}

export interface ContextItem {
  role: ContextRole;
  content: string;
  id?: string;
  time?: string;
}

export interface OutputOptions {
  /** BCP 47 language of descriptions and questions. */
  language?: string;
  evidence?: EvidenceForm;
}
