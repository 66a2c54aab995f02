import type { ServerResponse } from "node:http";

/** Codes of JSON-RPC, and those that the SDK uses for HTTP. */
export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  internal: -32603,
  refused: -32000,
  sessionNotFound: -32001,
} as const;

export interface RpcRefusal {
  status: number;
  code: number;
  message: string;
  data?: unknown;
  id?: string | number | null;
  headers?: Record<string, string>;
}

/** Answers with a JSON-RPC error. A body that was not read yet stays unread. */
export function answerRpcError(response: ServerResponse, refusal: RpcRefusal): void {
  const { status, code, message, data, id = null, headers = {} } = refusal;
  const error = { code, message, ...(data === undefined ? {} : { data }) };
  answerJson(response, status, { jsonrpc: "2.0", error, id }, headers);
}

export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    ...headers,
  });
  response.end(text);
}
