import { type SaveCheckpointRequest, SaveCheckpointResponseSchema } from "@openintents/proto";
import { claimCall } from "../../agent/claim-call.ts";
import { type AgentContext, refusalError } from "../../agent/context.ts";
import { checkpointProblem } from "../../domain/checkpoint.ts";

export function saveCheckpoint(agent: AgentContext) {
  return claimCall<SaveCheckpointRequest, typeof SaveCheckpointResponseSchema>(
    agent,
    { output: SaveCheckpointResponseSchema, numbered: true },
    async ({ record }, request) => {
      const problem = checkpointProblem(request.checkpoint);
      if (problem) throw refusalError(problem);
      record.checkpoint = request.checkpoint ?? null;
      return { change: null, reply: () => ({}) };
    },
  );
}
