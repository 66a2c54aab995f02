import type { FastifyReply, FastifyRequest } from "fastify";
import { answerAccepted, answerJson, answerRefusal, type Payload } from "./answers.ts";
import { authorizeOnce } from "./edge-call.ts";
import type { EdgeDeps } from "./edge-deps.ts";
import { errorText, RPC_CODES, readMessage } from "./json-rpc.ts";
import { answerRequest } from "./legacy-requests.ts";
import { featuresOf, type LegacyRevision } from "./revisions.ts";

/** Most messages in one array. */
const LONGEST_BATCH = 20;

/**
 * An array of messages, which 2025-03-26 and before know. The whole array is refused when
 * one of its messages is malformed or opens a connection; each of its requests is charged.
 */
export async function serveBatch(
  deps: EdgeDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown[],
  revision: LegacyRevision,
): Promise<Payload> {
  const { mcp: call } = request;
  const messages = body.map(readMessage);
  const refusal = !featuresOf(revision).batches
    ? "This protocol revision has no batches: send one message a request."
    : messages.length === 0 || messages.length > LONGEST_BATCH
      ? `A batch has 1 to ${LONGEST_BATCH} messages.`
      : messages.some((message) => message.kind === "invalid")
        ? "A message of the batch is not a JSON-RPC 2.0 message."
        : messages.some((message) => message.kind === "request" && message.method === "initialize")
          ? "initialize may not be part of a batch."
          : undefined;
  if (refusal !== undefined) {
    await authorizeOnce(deps.auth, call);
    return answerJson(request, reply, 400, errorText(null, RPC_CODES.invalidRequest, refusal));
  }

  const requests = messages.filter((message) => message.kind === "request");
  if (requests.length === 0) {
    await authorizeOnce(deps.auth, call);
    return answerAccepted(request, reply);
  }
  // Each request on a call of its own: the first that is refused refuses the array.
  const calls = requests.map(() => ({ ...call }));
  const answers = await Promise.all(
    requests.map((message, i) =>
      answerRequest(deps, calls[i] ?? call, message, revision).catch((refused: unknown) => ({ refused })),
    ),
  );
  call.trailers = calls.findLast((each) => each.trailers !== undefined)?.trailers;
  const refused = answers.find((answer) => "refused" in answer);
  if (refused !== undefined) return answerRefusal(request, reply, deps.publicOrigin, refused.refused);
  return answerJson(
    request,
    reply,
    200,
    `[${answers.map((answer) => ("text" in answer ? answer.text.toString() : "")).join(",")}]`,
  );
}
