import { create } from "@bufbuild/protobuf";
import { type CreateIntentResponse, GetIntentRequestSchema, type Intent, IntentStatus } from "@openintents/proto";
import { bodyText, invokeTool, type PreparedCall, withWait } from "./call-tool.ts";
import type { EdgeCall } from "./edge-call.ts";
import { followProgress, type Progress, type ProgressDeps } from "./progress.ts";
import type { ToolSet } from "./tool-set.ts";

export type HeldDeps = ProgressDeps & { tools: ToolSet; draining: AbortSignal };

/**
 * A held call that reports progress. A call about an intent is held and followed side by
 * side. A creation has no intent to follow yet, so it is made first and then waited for;
 * once made, it is always answered, whatever becomes of the wait.
 */
export async function callWithProgress(
  deps: HeldDeps,
  prepared: PreparedCall,
  call: EdgeCall,
  report: (progress: Progress) => void,
): Promise<string> {
  const { plan, request } = prepared;
  if (plan.aboutIntent) return followed(deps, prepared, call, request.id ?? "", report);

  const created = await invokeTool(withWait(prepared, 0), call, deps.draining);
  const intent = (created as CreateIntentResponse).intent;
  const wait = deps.tools.get("wait_for_intent");
  if (intent?.id === undefined || wait === undefined || settled(intent)) return bodyText(plan, created);
  try {
    const { holdSeconds } = prepared;
    const waiting: PreparedCall = {
      plan: wait,
      request: create(GetIntentRequestSchema, { id: intent.id, waitSeconds: holdSeconds }),
      idempotencyKey: undefined,
      holdSeconds,
    };
    return await followed(deps, waiting, call, intent.id, report);
  } catch (error) {
    deps.logger.debug({ err: error, request_id: call.requestId }, "created, but could not wait");
    return bodyText(plan, created);
  }
}

async function followed(
  deps: HeldDeps,
  prepared: PreparedCall,
  call: EdgeCall,
  intent: string,
  report: (progress: Progress) => void,
): Promise<string> {
  const following = followProgress(deps, call, intent, report);
  try {
    return bodyText(prepared.plan, await invokeTool(prepared, call, deps.draining));
  } finally {
    // Nothing may follow the result.
    following.stop();
  }
}

function settled(intent: Intent): boolean {
  return intent.status !== IntentStatus.QUEUED && intent.status !== IntentStatus.RUNNING;
}
