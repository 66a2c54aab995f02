import {
  enumName,
  IntentEventTypeSchema,
  type ReportStepsRequest,
  ReportStepsResponseSchema,
} from "@openintents/proto";
import { claimCall } from "../../agent/claim-call.ts";
import { type AgentContext, refusalError } from "../../agent/context.ts";
import { feeOf } from "../../domain/quote.ts";
import { routingHost, routingOf } from "../../domain/routing.ts";
import { isFinal } from "../../domain/status.ts";
import { applySteps, foldedSteps, STEPS_PER_INTENT, stepProblem } from "../../domain/steps.ts";

export function reportSteps(agent: AgentContext) {
  const options = { output: ReportStepsResponseSchema, numbered: true, joinsStart: true };
  return claimCall<ReportStepsRequest, typeof ReportStepsResponseSchema>(
    agent,
    options,
    async ({ record, claim, pool }, request) => {
      const problem = stepProblem(request.steps, pool);
      if (problem) throw refusalError(problem);
      const steps = foldedSteps(record, request.steps);
      if (steps === null) {
        throw refusalError({
          reason: "limit_reached",
          message: `An intent has at most ${STEPS_PER_INTENT} steps.`,
          param: "steps",
        });
      }
      const ended = isFinal(record.intent.status);
      const change = applySteps(record, steps, feeOf(record.intent.test ?? false));
      claim.host = routingHost(routingOf(record));
      return {
        change: ended ? null : change,
        reply: (sequence) => ({ sequence }),
        after: () => {
          for (const step of request.steps) {
            const action = enumName(IntentEventTypeSchema, step.type) ?? "other";
            agent.metrics.steps.inc({ driver: driverLabel(pool), action, result: "ok" });
            agent.metrics.use(step.usage);
          }
        },
      };
    },
  );
}

/** Names that a runner makes up stay out of the labels. */
function driverLabel({ drivers }: { drivers: string[] }): string {
  return drivers.length === 1 ? (drivers[0] ?? "any") : "any";
}
