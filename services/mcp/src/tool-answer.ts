import { ServiceError } from "@openintents/process";
import { reasonInfo } from "@openintents/proto";
import { bodyText, invokeTool, type PreparedCall, prepareCall, refusedByHttp } from "./call-tool.ts";
import { authorizeOnce, type EdgeCall } from "./edge-call.ts";
import type { EdgeDeps } from "./edge-deps.ts";
import { errorBody } from "./error-body.ts";
import { callWithProgress } from "./held-call.ts";
import type { Progress } from "./progress.ts";
import type { Revision } from "./revisions.ts";
import type { ToolPlan } from "./tool-set.ts";

/**
 * What became of a tool call: the REST body, what recognition says, an error's text, or a refusal that
 * HTTP answers.
 */
export type ToolAnswer =
  | { kind: "body"; text: string }
  | { kind: "recognised"; text: string }
  | { kind: "error"; text: string }
  | { kind: "refused"; error: unknown };

/** Reads the arguments, or answers why they cannot be read. */
export async function readArguments(
  deps: EdgeDeps,
  call: EdgeCall,
  plan: ToolPlan,
  args: unknown,
): Promise<PreparedCall | ToolAnswer> {
  try {
    return prepareCall(plan, args);
  } catch (error) {
    return refusedArguments(deps, call, plan, error);
  }
}

/** Calls a recognition tool; undefined when there is none of this name. Throws core's refusal of the credential. */
export async function answerRecognition(
  deps: EdgeDeps,
  call: EdgeCall,
  o: { name: string; args: unknown; revision: Revision },
): Promise<ToolAnswer | undefined> {
  const directory = await deps.recognition.current(call);
  const plan = { name: o.name };
  if (!directory.has(o.name)) return undefined;
  const recognised = await directory.call(o.name, o.args, { call, revision: o.revision });
  if (recognised.kind === "refused") return failed(deps, call, plan, recognised.error);
  try {
    // Arguments that are wrong were refused here; that tells a stranger nothing either.
    await authorizeOnce(deps.auth, call);
  } catch (refusal) {
    return failed(deps, call, plan, refusal);
  }
  deps.countCall(o.name, recognised.isError ? "error" : "ok");
  return { kind: recognised.isError ? "error" : "recognised", text: recognised.text };
}

/** Executes a prepared call; `report` gets its progress where it is held. */
export async function answerTool(
  deps: EdgeDeps,
  call: EdgeCall,
  prepared: PreparedCall,
  report?: (progress: Progress) => void,
): Promise<ToolAnswer> {
  try {
    const text =
      report === undefined || prepared.holdSeconds === 0
        ? bodyText(prepared.plan, await invokeTool(prepared, call, deps.draining))
        : await callWithProgress(deps, prepared, call, report);
    deps.countCall(prepared.plan.name, "ok");
    return { kind: "body", text };
  } catch (error) {
    // The rules of a message are checked before the credential, so that is not known here yet.
    if (isInvalid(error) && call.trailers?.get("ratelimit") === undefined) {
      call.asked = false;
      return refusedArguments(deps, call, prepared.plan, error);
    }
    return failed(deps, call, prepared.plan, error);
  }
}

function isInvalid(error: unknown): boolean {
  return error instanceof ServiceError && reasonInfo(error.reason)?.httpStatus === 400;
}

/** Arguments that are wrong tell a stranger nothing: the credential is checked and charged first. */
async function refusedArguments(deps: EdgeDeps, call: EdgeCall, plan: ToolPlan, error: unknown): Promise<ToolAnswer> {
  try {
    await authorizeOnce(deps.auth, call);
  } catch (refusal) {
    return failed(deps, call, plan, refusal);
  }
  return failed(deps, call, plan, error);
}

function failed(deps: EdgeDeps, call: EdgeCall, plan: Pick<ToolPlan, "name">, error: unknown): ToolAnswer {
  if (refusedByHttp(error)) {
    deps.countCall(plan.name, "refused");
    return { kind: "refused", error };
  }
  deps.countCall(plan.name, "error");
  const { body, status } = errorBody(error, { publicOrigin: deps.publicOrigin, requestId: call.requestId });
  if (status >= 500 && !call.gone()) {
    deps.logger.error({ err: error, request_id: call.requestId, tool: plan.name }, "tool call failed");
  }
  return { kind: "error", text: body };
}
