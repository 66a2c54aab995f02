import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type Tool,
} from "@modelcontextprotocol/server";
import type { EdgeDeps } from "./edge-deps.ts";
import type { Exchange } from "./modern-edge.ts";
import type { Progress } from "./progress.ts";
import { MODERN_REVISION } from "./revisions.ts";
import { answerRecognition, answerTool, readArguments, type ToolAnswer } from "./tool-answer.ts";

/** Puts the tools onto one request's server. */
export function registerModernHandlers(deps: EdgeDeps, server: Server, exchange: Exchange): void {
  server.setRequestHandler("tools/list", async () => ({
    tools: (await deps.lists.tools(exchange.call, MODERN_REVISION)) as unknown as Tool[],
  }));
  server.setRequestHandler("tools/call", async (request, context) => {
    const { name, arguments: args, _meta } = request.params;
    const plan = deps.tools.get(name);
    if (plan === undefined) {
      const revision = MODERN_REVISION;
      const recognised = await answerRecognition(deps, exchange.call, { name, args, revision });
      if (recognised) return toResult(recognised, exchange);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown tool");
    }
    const progressToken = _meta?.progressToken;
    const report = (progress: Progress): void => {
      if (progressToken === undefined) return;
      const params = { progressToken, progress: progress.sequence, message: progress.message };
      context.mcpReq.notify({ method: "notifications/progress", params }).catch((error: unknown) => {
        deps.logger.debug({ err: error, request_id: exchange.call.requestId }, "could not report progress");
      });
    };
    const prepared = await readArguments(deps, exchange.call, plan, args);
    const answer =
      "kind" in prepared
        ? prepared
        : await answerTool(deps, exchange.call, prepared, progressToken === undefined ? undefined : report);
    return toResult(answer, exchange);
  });
}

function toResult(answer: ToolAnswer, exchange: Exchange): CallToolResult {
  if (answer.kind === "body") {
    return { content: [{ type: "text", text: answer.text }], structuredContent: JSON.parse(answer.text) };
  }
  if (answer.kind === "recognised") {
    const structuredContent = JSON.parse(answer.text);
    return { content: [{ type: "text", text: answer.text }], structuredContent, isError: false };
  }
  if (answer.kind === "error") return { content: [{ type: "text", text: answer.text }], isError: true };
  // The edge answers this by HTTP; what is returned here is thrown away.
  exchange.refusal = answer.error;
  return { content: [], isError: true };
}
