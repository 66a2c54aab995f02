import { DEFAULT_LIMITS } from "../../limits.ts";
import type { ExecutorReply, ExecutorTask, IntentExecutor } from "../../types/executor.ts";
import { callOf } from "../budget.ts";
import { boundedText, nothingSaid } from "./bounded.ts";
import { proposeCandidate } from "./propose.ts";

export interface RulesOptions {
  /** Names the domain of one request, or null when none fits. */
  classify?: (text: string) => string | null;
}

/**
 * The executor that needs no model: English rules over a part-of-speech tagger, deterministic and offline.
 * It claims what it can show and marks everything else as unparsed.
 */
export function rulesExecutor(options: RulesOptions = {}): IntentExecutor {
  const classify = options.classify ?? (() => null);
  return {
    id: "rules",
    features: { schema: "none", abort: false, offline: true },
    async generate(task: ExecutorTask): Promise<ExecutorReply> {
      task.signal.throwIfAborted();
      // The same material gives the same candidate: one that broke a rule is not given again.
      if (task.correction !== null) return { outcome: "complete", candidateText: nothingSaid() };
      const { language = "en", defaults = {}, limits = DEFAULT_LIMITS } = callOf(task.signal)?.settings ?? {};
      const candidate = proposeCandidate(task.input, classify, { language, defaults });
      return { outcome: "complete", candidateText: boundedText(candidate, task.input.baseline, limits) };
    },
  };
}
