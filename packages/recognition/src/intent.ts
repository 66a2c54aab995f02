import { IntentError, toIntentError } from "./errors.ts";
import { readInput } from "./input/read-input.ts";
import { type AcceptOutcome, acceptCandidate } from "./parse/accept-candidate.ts";
import { Admission } from "./parse/admission.ts";
import { attachInside, inside, mayRaiseLimits } from "./parse/inside.ts";
import { readParseOptions } from "./parse/parse-options.ts";
import { runParse } from "./parse/run-parse.ts";
import { cancelled, disposed, Stop, timedOut } from "./parse/stop.ts";
import type { RecognitionRequest } from "./request.ts";
import { readOptions } from "./settings/read-options.ts";
import { makeTask } from "./task/make-task.ts";
import type { TaskMaterial } from "./types/executor.ts";
import type { IntentInput } from "./types/input.ts";
import type { JsonSchema } from "./types/json.ts";
import type { IntentOptions, IntentParseOptions } from "./types/options.ts";
import type { IntentResult } from "./types/result.ts";

/** A task for a language source that the caller runs itself. */
export interface PreparedRecognition {
  instructions: string;
  input: TaskMaterial;
  outputSchema: JsonSchema;
  /** Checks the complete candidate text; throws only for limits, disposal and failures of our own. */
  accept(candidateText: string): AcceptOutcome;
}

/**
 * One configured recogniser. The configuration is copied and frozen at construction, which throws
 * CONFIG_INVALID/config or SCHEMA_UNSUPPORTED/config. It remembers nothing between calls.
 */
export class Intent {
  readonly #disposal = new AbortController();
  readonly #admission: Admission;

  constructor(config?: IntentOptions) {
    const { settings, executor } = readOptions(config ?? {}, mayRaiseLimits(config));
    this.#admission = new Admission(settings.limits.concurrentParses, settings.limits.queuedParses);
    attachInside(this, {
      settings,
      executor,
      readInput: (input) => readInput(settings, input),
      assertOpen: () => {
        if (this.#disposal.signal.aborted) throw disposed();
      },
      disposal: this.#disposal.signal,
    });
  }

  /**
   * Recognises what `input` asks for. Rejects with an IntentError only; not understanding is a result and no error.
   * Of the two deadlines, the instance's and the call's, the earlier one holds.
   */
  async parse(input: IntentInput, options?: IntentParseOptions): Promise<IntentResult> {
    const { settings, executor, assertOpen, readInput: read } = inside(this);
    const stop = new Stop();
    try {
      assertOpen();
      if (!executor)
        throw new IntentError(
          "EXECUTOR_UNAVAILABLE",
          "executor",
          "This recogniser has no executor; prepare works without.",
        );
      const { signal, timeoutMs } = readParseOptions(options);
      const bounds = [settings.timeoutMs, timeoutMs].filter((bound) => bound > 0);
      const allowed = bounds.length === 0 ? Infinity : Math.min(...bounds);
      const deadline = performance.now() + allowed;
      stop.on(signal, () => cancelled(signal?.reason));
      stop.on(this.#disposal.signal, disposed);
      stop.signal.throwIfAborted();
      const request = read(input);
      stop.after(deadline - performance.now(), timedOut);
      return await runParse(request, executor, { admission: this.#admission, stop, deadline });
    } catch (thrown) {
      throw toIntentError(thrown);
    } finally {
      stop.end();
    }
  }

  /** The same recognition with the caller's own language source in the middle. Needs no executor. Throws IntentError. */
  prepare(input: IntentInput): PreparedRecognition {
    const { assertOpen, readInput: read } = inside(this);
    try {
      assertOpen();
      const request = read(input);
      return { ...makeTask(request), accept: (candidateText) => this.#accept(request, candidateText) };
    } catch (thrown) {
      throw toIntentError(thrown);
    }
  }

  /** Ends running and waiting work with INSTANCE_DISPOSED, and every later call too. The executor stays its maker's. */
  dispose(): void {
    if (!this.#disposal.signal.aborted) this.#disposal.abort(disposed());
  }

  #accept(request: RecognitionRequest, candidateText: unknown): AcceptOutcome {
    inside(this).assertOpen();
    if (typeof candidateText !== "string")
      throw new IntentError("INPUT_INVALID", "input", "candidateText must be a string.", {
        issues: [{ code: "INPUT_INVALID", path: "/candidateText", message: "must be a string" }],
      });
    return acceptCandidate(request, candidateText);
  }
}
