import { IntentError, toIntentError } from "../errors.ts";
import { attachCall, Budget, exhausted } from "../executors/budget.ts";
import type { RecognitionRequest } from "../request.ts";
import { makeTask, type Task } from "../task/make-task.ts";
import type { ExecutorTask, IntentExecutor, Problem } from "../types/executor.ts";
import type { IntentResult } from "../types/result.ts";
import { acceptCandidate } from "./accept-candidate.ts";
import type { Admission } from "./admission.ts";
import { askExecutor } from "./ask-executor.ts";
import { type Stop, timedOut } from "./stop.ts";
import { reportParse } from "./telemetry.ts";

interface Attempts {
  request: RecognitionRequest;
  executor: IntentExecutor;
  stop: Stop;
  budget: Budget;
  /** How many tasks were given so far. */
  made: number;
  /** `performance.now()` at which the deadline passes. */
  deadline: number;
}

/**
 * One parse of a request that was read already: waits for its turn, asks the executor, and once more with the problems
 * attached when the candidate broke a rule. Rejects with an IntentError only.
 */
export async function runParse(
  request: RecognitionRequest,
  executor: IntentExecutor,
  o: { admission: Admission; stop: Stop; deadline: number },
): Promise<IntentResult> {
  const begun = performance.now();
  const { budget: bounds } = request.settings.limits;
  const attempts: Attempts = {
    request,
    executor,
    stop: o.stop,
    budget: new Budget(bounds),
    made: 0,
    deadline: o.deadline,
  };
  attachCall(o.stop.signal, { budget: attempts.budget, deadline: o.deadline, settings: request.settings });
  const report = (outcome: string) =>
    reportParse(() => ({
      executor: executor.id,
      outcome,
      attempts: attempts.made,
      calls: attempts.budget.calls,
      ...attempts.budget.used,
      milliseconds: performance.now() - begun,
    }));
  try {
    const leave = await o.admission.enter(o.stop.signal);
    try {
      if (bounds.wallMs !== undefined) o.stop.after(bounds.wallMs, () => exhausted("wall time"));
      const result = await attempt(attempts, makeTask(request), null);
      report(result.status);
      return result;
    } finally {
      leave();
    }
  } catch (thrown) {
    const error = toIntentError(thrown);
    report(error.code);
    throw error;
  }
}

async function attempt(attempts: Attempts, task: Task, correction: ExecutorTask["correction"]): Promise<IntentResult> {
  const { request, executor, stop, budget } = attempts;
  budget.spendCall();
  attempts.made += 1;
  const reply = await askExecutor(
    executor,
    { attempt: correction === null ? 1 : 2, ...task, correction, signal: stop.signal },
    stop,
  );
  if (reply.outcome !== "complete") throw unanswered(reply.outcome, reply.detail);
  budget.spendTokens(reply.usage ?? {});
  const outcome = acceptCandidate(request, reply.candidateText);
  if (performance.now() > attempts.deadline) throw timedOut();
  stop.signal.throwIfAborted();
  if (outcome.outcome === "result") return outcome.result;
  if (attempts.made > request.settings.corrections) throw broken(outcome.problems);
  const { candidateBytes } = request.settings.limits;
  return attempt(attempts, task, {
    candidateText: reply.candidateText.slice(0, candidateBytes),
    problems: outcome.problems,
  });
}

function unanswered(outcome: "refusal" | "incomplete", detail: string | undefined): IntentError {
  const said = detail === undefined ? "." : `: ${detail}`;
  return outcome === "refusal"
    ? new IntentError("EXECUTOR_REFUSED", "executor", `The language source refused${said}`)
    : new IntentError("EXECUTOR_INCOMPLETE", "executor", `The language source did not finish${said}`);
}

function broken(problems: Problem[]): IntentError {
  return new IntentError(
    "CANDIDATE_INVALID",
    "candidate",
    "The language source gave no candidate that keeps the rules.",
    {
      issues: problems,
    },
  );
}
