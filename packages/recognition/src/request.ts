// What every step of one recognition works on: the frozen settings of the instance and the
// caller's material after it was checked.
import type { BusinessSchema } from "./schema/business-schema.ts";
import type { ContextItem } from "./types/input.ts";
import type { JsonValue } from "./types/json.ts";
import type { EvidenceForm } from "./types/names.ts";
import type { Defaults, Domain, IntentLimits } from "./types/options.ts";
import type { EffectiveState, RecognisedIntent } from "./types/result.ts";
import type { ReferenceTime } from "./values/reference-time.ts";

/** One configured recogniser, copied and frozen at construction. */
export interface Settings {
  readonly language: string;
  readonly description: string | null;
  readonly domains: readonly Readonly<Domain>[];
  readonly schema: BusinessSchema | null;
  readonly guidance: string | null;
  readonly defaults: Readonly<Defaults>;
  readonly timeoutMs: number;
  readonly corrections: 0 | 1;
  readonly requireGuard: boolean;
  readonly limits: Readonly<IntentLimits>;
  readonly extend: ((intent: RecognisedIntent) => Record<string, JsonValue>) | null;
}

export interface RecognitionRequest {
  readonly settings: Settings;
  /** Raw, as sent. */
  readonly input: string;
  readonly normalizedInput: string;
  /** Selected names in Schema order. */
  readonly fields: readonly string[];
  /** A context given as text is its item 0. */
  readonly context: readonly Readonly<ContextItem>[];
  readonly baseline: EffectiveState | null;
  readonly referenceTime: ReferenceTime | null;
  /** As sent; null when absent. */
  readonly referenceTimeText: string | null;
  readonly language: string;
  readonly evidence: EvidenceForm;
}
