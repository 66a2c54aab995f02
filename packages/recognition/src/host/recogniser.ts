import { createHash } from "node:crypto";
import type { Intent } from "../intent.ts";
import { type AcceptOutcome, acceptCandidate } from "../parse/accept-candidate.ts";
import { inside } from "../parse/inside.ts";
import type { RecognitionRequest } from "../request.ts";
import { INSTRUCTIONS_VERSION } from "../task/instructions.ts";
import { makeTask } from "../task/make-task.ts";
import type { TaskMaterial } from "../types/executor.ts";
import type { IntentInput } from "../types/input.ts";
import type { JsonSchema } from "../types/json.ts";
import type { HostStamps, HostVersions } from "./record.ts";

/** Of this package; part of what a record is stamped with. */
export const CORE_VERSION = "0.1.0";

const VERSIONS: HostVersions = Object.freeze({ instructionsVersion: INSTRUCTIONS_VERSION, coreVersion: CORE_VERSION });

/** What the host model gets to work with. */
export interface HostMaterial {
  readonly instructions: string;
  readonly input: TaskMaterial;
  readonly outputSchema: JsonSchema;
}

/** One request after its material was checked. */
export interface HostRequest {
  /** The checked material as JSON text: reading it again gives the same request. */
  readonly source: string;
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
  readonly versions: HostVersions;
  /** Copies and checks the caller's material; throws IntentError. */
  read(input: unknown): HostRequest;
}

export function hostRecogniser(intent: Intent): HostRecogniser {
  const { settings, assertOpen, readInput } = inside(intent);
  return {
    versions: VERSIONS,
    read(input) {
      assertOpen();
      const request = readInput(input);
      const { instructions, input: material, outputSchema } = makeTask(request);
      return {
        source: JSON.stringify(sourceOf(request)),
        material: { instructions, input: material, outputSchema },
        stamps: stampsOf(material, outputSchema),
        corrections: settings.corrections,
        timeoutMs: settings.timeoutMs,
        validationMs: settings.limits.validationMs,
        async validate(candidateText, { signal, limitMs }) {
          // The check itself is synchronous: whoever wants to join or to leave gets a turn before it.
          await new Promise((resolve) => setImmediate(resolve));
          signal.throwIfAborted();
          assertOpen();
          return acceptCandidate(withValidationTime(request, limitMs), candidateText);
        },
      };
    },
  };
}

/** The request as a caller might have sent it, with every default written out. */
function sourceOf(request: RecognitionRequest): IntentInput {
  const { input, fields, context, baseline, referenceTimeText, language, evidence } = request;
  return {
    input,
    fields: [...fields],
    context: [...context],
    baseline,
    ...(referenceTimeText === null ? {} : { referenceTime: referenceTimeText }),
    output: { language, evidence },
  };
}

function stampsOf(material: TaskMaterial, outputSchema: JsonSchema): HostStamps {
  const handedOut = JSON.stringify([outputSchema, material.fields, material.domains]);
  return { ...VERSIONS, candidateSchema: createHash("sha256").update(handedOut).digest("hex") };
}

function withValidationTime(request: RecognitionRequest, validationMs: number): RecognitionRequest {
  const { settings } = request;
  if (validationMs >= settings.limits.validationMs) return request;
  return { ...request, settings: { ...settings, limits: { ...settings.limits, validationMs } } };
}
