import { clone, type Message } from "@bufbuild/protobuf";
import { ServiceError } from "@openintents/process";
import { fromArguments, reasonInfo, toWire } from "@openintents/proto";
import type { Metadata } from "@openintents/rpc";
import type { EdgeCall } from "./edge-call.ts";
import type { ToolPlan } from "./tool-set.ts";

/** Arguments read as the RPC's request, with what the edge itself has to know of them. */
export type PreparedCall = {
  plan: ToolPlan;
  request: Message & { id?: string; waitSeconds?: number };
  idempotencyKey: string | undefined;
  /** Seconds the call may be held. */
  holdSeconds: number;
};

/** Time that a call may take beyond its hold, in milliseconds. */
const MARGIN_MS = 10_000;

/** Reads a tool's arguments. Throws WireError naming the argument at fault. */
export function prepareCall(plan: ToolPlan, args: unknown): PreparedCall {
  const { request, idempotencyKey } = fromArguments(plan.method, plan.tool, args);
  const wait = (request as Message & { waitSeconds?: number }).waitSeconds ?? 0;
  return { plan, request, idempotencyKey, holdSeconds: plan.holds && wait > 0 ? Math.min(wait, 50) : 0 };
}

/**
 * One call of the tool's RPC, which authenticates, charges and executes in one hop. A
 * client that goes away ends the hold; when the process stops, a hold that may be
 * repeated ends early and the object is read as it stands.
 */
export async function invokeTool(prepared: PreparedCall, call: EdgeCall, draining: AbortSignal): Promise<Message> {
  const { plan, request, idempotencyKey, holdSeconds } = prepared;
  call.asked = true;
  const metadata =
    idempotencyKey === undefined ? call.metadata : { ...call.metadata, "idempotency-key": idempotencyKey };
  const onTrailers = (trailers: Metadata): void => {
    call.trailers = trailers;
  };
  const deadlineMs = holdSeconds * 1000 + MARGIN_MS;
  if (holdSeconds === 0) return plan.invoke(request, { metadata, deadlineMs, onTrailers });

  const closed = call.closed();
  const repeatable = plan.safe || idempotencyKey !== undefined;
  const signal = repeatable ? AbortSignal.any([closed, draining]) : closed;
  try {
    return await plan.invoke(request, { metadata, deadlineMs, onTrailers, signal });
  } catch (error) {
    const ended = repeatable && draining.aborted && !closed.aborted;
    if (!ended || !(error instanceof ServiceError) || error.reason !== "cancelled") throw error;
    return await plan.invoke(withWait(prepared, 0).request, { metadata, deadlineMs: MARGIN_MS, onTrailers });
  }
}

/** The same call with another hold. */
export function withWait(prepared: PreparedCall, seconds: number): PreparedCall {
  const request: PreparedCall["request"] = clone(prepared.plan.method.input, prepared.request);
  request.waitSeconds = seconds;
  return { ...prepared, request, holdSeconds: seconds };
}

/** The REST body of an RPC's answer, as JSON text. */
export function bodyText(plan: ToolPlan, output: Message): string {
  return JSON.stringify(toWire(plan.output, output));
}

/**
 * Whether a failure is answered by HTTP itself, in front of the protocol: a credential
 * that is not valid, and a limit that is used up.
 */
export function refusedByHttp(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const status = reasonInfo(error.reason)?.httpStatus;
  return status === 401 || status === 429;
}

/** A tool's result as JSON text; `structured` where the client's revision knows the member. */
export function toolResultText(text: string, structured: boolean, rest = ""): string {
  const content = `"content":[{"type":"text","text":${JSON.stringify(text)}}]`;
  return structured ? `{${content},"structuredContent":${text}${rest}}` : `{${content}${rest}}`;
}

/** What recognition says as JSON text; it states that it is no error. */
export function recognisedText(text: string, structured: boolean, rest = ""): string {
  return toolResultText(text, structured, `,"isError":false${rest}`);
}

/** A failed tool's result as JSON text: the REST error body, no structured content. */
export function toolErrorText(body: string, rest = ""): string {
  return `{"content":[{"type":"text","text":${JSON.stringify(body)}}],"isError":true${rest}}`;
}
