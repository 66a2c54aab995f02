import type { AcceptOutcome } from "../parse/accept-candidate.ts";
import type { TaskMaterial } from "../types/executor.ts";
import type { JsonSchema } from "../types/json.ts";
import type { HostStamps } from "./record.ts";

/** What the host model gets to work with. */
export interface HostMaterial {
  readonly instructions: string;
  readonly input: TaskMaterial;
  readonly outputSchema: JsonSchema;
}

/** One request after its material was checked. */
export interface HostRequest {
  readonly material: HostMaterial;
  readonly stamps: HostStamps;
  readonly corrections: number;
  /** 0: no deadline. */
  readonly timeoutMs: number;
  /** Validation time of the whole request. */
  readonly validationMs: number;
  /**
   * Decides over the candidate; the same text always gets the same outcome. Rejects with an IntentError, and soon after
   * `signal` aborts. Running over `limitMs` is LIMIT_EXCEEDED/candidate.
   */
  validate(candidateText: string, o: { signal: AbortSignal; limitMs: number }): Promise<AcceptOutcome>;
}

/** One instance as the desk sees it. */
export interface HostRecogniser {
  /** Checks the caller's material; throws IntentError. */
  read(input: unknown): HostRequest;
}
