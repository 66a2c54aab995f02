import type { FastifyReply, FastifyRequest } from "fastify";
import { answerEvent, answerRefusal, eventFrame, type Payload, rateLimitEntries } from "./answers.ts";
import type { PreparedCall } from "./call-tool.ts";
import type { EdgeDeps } from "./edge-deps.ts";
import { errorBody } from "./error-body.ts";
import type { RequestId } from "./json-rpc.ts";
import type { ToolReply } from "./legacy-requests.ts";
import type { Progress } from "./progress.ts";
import { answerTool, type ToolAnswer } from "./tool-answer.ts";

export type StreamedCall = {
  prepared: PreparedCall;
  progressToken: RequestId | undefined;
  /** The client's revision knows the text of a progress. */
  progressText: boolean;
  print(answer: ToolAnswer): ToolReply;
};

/** A comment this often keeps proxies and clients from taking the stream for dead. */
const COMMENT_MS = 15_000;
/**
 * A refused credential or limit comes within milliseconds and is answered by its own HTTP
 * status, so the stream opens with the first progress or after this long.
 */
const OPEN_AFTER_MS = 1_000;

/**
 * A held call answered as a stream: comments while it is silent, progress where the client
 * gave a token, and its result at the end. The client's leaving ends the hold.
 */
export async function streamTool(
  deps: EdgeDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  streamed: StreamedCall,
): Promise<Payload> {
  const { mcp: call } = request;
  let progressed = (): void => {};
  const firstProgress = new Promise<void>((resolve) => {
    progressed = resolve;
  });
  const waiting: string[] = [];
  let write = (frame: string): void => void waiting.push(frame);
  const report = (progress: Progress): void => {
    if (streamed.progressToken === undefined) return;
    write(eventFrame(progressText(streamed.progressToken, progress, streamed.progressText)));
    progressed();
  };

  const early = new AbortController();
  const answering = answerTool(
    deps,
    call,
    streamed.prepared,
    streamed.progressToken === undefined ? undefined : report,
  );
  const first = await Promise.race([answering, firstProgress, deps.clock.sleep(OPEN_AFTER_MS, early.signal)]);
  early.abort();
  if (first !== undefined) {
    const answered = streamed.print(first);
    if ("refused" in answered) return answerRefusal(request, reply, deps.publicOrigin, answered.refused);
    return answerEvent(request, reply, answered.text);
  }

  const { raw } = reply.hijack();
  raw.writeHead(200, {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-cache, no-transform",
    "X-Accel-Buffering": "no",
    "Request-Id": call.requestId,
    ...Object.fromEntries(rateLimitEntries(call.trailers)),
  });
  raw.flushHeaders();
  write = (frame) => void (raw.destroyed || raw.write(frame));
  for (const frame of waiting) write(frame);
  const stopComments = comments(deps, write);
  const answered = streamed.print(await answering);
  stopComments();
  // Past the opening only the result can say that the credential was refused meanwhile.
  const text = "text" in answered ? answered.text : resultOfRefusal(deps, call.requestId, streamed, answered.refused);
  write(eventFrame(text));
  raw.end();
  return undefined;
}

function resultOfRefusal(deps: EdgeDeps, requestId: string, streamed: StreamedCall, error: unknown): string {
  const { body } = errorBody(error, { publicOrigin: deps.publicOrigin, requestId });
  const printed = streamed.print({ kind: "error", text: body });
  return "text" in printed ? printed.text : "";
}

function progressText(progressToken: RequestId, progress: Progress, withMessage: boolean): string {
  const params = {
    progressToken,
    progress: progress.sequence,
    ...(withMessage ? { message: progress.message } : {}),
  };
  return JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params });
}

function comments(deps: EdgeDeps, write: (frame: string) => void): () => void {
  let cancel = (): void => {};
  const arm = (): void => {
    cancel = deps.clock.timer(COMMENT_MS, () => {
      write(": keep-alive\n\n");
      arm();
    });
  };
  arm();
  return () => cancel();
}
