import { type PreparedCall, recognisedText, toolErrorText, toolResultText } from "./call-tool.ts";
import { authorizeOnce, type EdgeCall } from "./edge-call.ts";
import type { EdgeDeps } from "./edge-deps.ts";
import { CAPABILITIES, SERVER_INFO } from "./identity.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { errorText, type JsonRecord, type RequestId, RPC_CODES, resultBytes, resultText } from "./json-rpc.ts";
import { featuresOf, type LegacyRevision, negotiate } from "./revisions.ts";
import { answerRecognition, answerTool, readArguments, type ToolAnswer } from "./tool-answer.ts";

export type LegacyRequest = { id: RequestId; method: string; params: JsonRecord | undefined };

/** One JSON-RPC answer as JSON, or a refusal that HTTP gives instead of any. */
export type Reply = { text: string | Buffer } | { refused: unknown };

/** Answers any request in JSON. Throws core's refusal of the credential. */
export async function answerRequest(
  deps: EdgeDeps,
  call: EdgeCall,
  request: LegacyRequest,
  revision: LegacyRevision,
): Promise<Reply> {
  const { id, method, params } = request;
  if (method === "tools/call") {
    const opened = await openTool(deps, call, request, revision);
    if (!("prepared" in opened)) return opened;
    return toolReply(id, revision, await answerTool(deps, call, opened.prepared));
  }
  await authorizeOnce(deps.auth, call);
  switch (method) {
    case "initialize":
      return { text: resultText(id, initializeResult(negotiate(params?.protocolVersion))) };
    case "ping":
      return { text: resultText(id, "{}") };
    case "tools/list":
      return { text: resultBytes(id, await deps.lists.bytes(call, revision)) };
    default:
      return { text: errorText(id, RPC_CODES.methodNotFound, "Method not found") };
  }
}

function resultOf(answer: Exclude<ToolAnswer, { kind: "refused" }>, structured: boolean): string {
  if (answer.kind === "error") return toolErrorText(answer.text);
  return answer.kind === "body" ? toolResultText(answer.text, structured) : recognisedText(answer.text, structured);
}

/** A tool call's answer, which is never large enough to be kept as bytes. */
export type ToolReply = { text: string } | { refused: unknown };

/** Finds the tool and reads its arguments, or answers what is wrong with them. */
export async function openTool(
  deps: EdgeDeps,
  call: EdgeCall,
  { id, params }: LegacyRequest,
  revision: LegacyRevision,
): Promise<{ prepared: PreparedCall } | ToolReply> {
  const name = params?.name;
  const plan = typeof name === "string" ? deps.tools.get(name) : undefined;
  if (plan === undefined) {
    const args = params?.arguments;
    const recognised = typeof name === "string" && (await answerRecognition(deps, call, { name, args, revision }));
    if (recognised) return toolReply(id, revision, recognised);
    await authorizeOnce(deps.auth, call);
    const what = typeof name === "string" ? "Unknown tool" : "params.name must name a tool";
    return { text: errorText(id, RPC_CODES.invalidParams, what) };
  }
  const prepared = await readArguments(deps, call, plan, params?.arguments);
  return "kind" in prepared ? toolReply(id, revision, prepared) : { prepared };
}

export function toolReply(
  id: RequestId,
  revision: LegacyRevision,
  answer: ToolAnswer,
): { text: string } | { refused: unknown } {
  if (answer.kind === "refused") return { refused: answer.error };
  return { text: resultText(id, resultOf(answer, featuresOf(revision).structured)) };
}

const initializeResults = new Map<LegacyRevision, string>();

function initializeResult(protocolVersion: LegacyRevision): string {
  let text = initializeResults.get(protocolVersion);
  if (text === undefined) {
    const { title, ...info } = SERVER_INFO;
    const serverInfo = featuresOf(protocolVersion).structured ? SERVER_INFO : info;
    text = JSON.stringify({ protocolVersion, capabilities: CAPABILITIES, serverInfo, instructions: INSTRUCTIONS });
    initializeResults.set(protocolVersion, text);
  }
  return text;
}
