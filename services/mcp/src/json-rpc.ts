/** Codes of JSON-RPC and of the protocol that this edge answers with. */
export const RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** The transport's own refusals: media type, size, origin, version. */
  refused: -32000,
} as const;

export type RequestId = string | number;
export type JsonRecord = { [key: string]: unknown };

/** One message of JSON-RPC by its kind; `invalid` is none. */
export type RpcMessage =
  | { kind: "request"; id: RequestId; method: string; params: JsonRecord | undefined }
  | { kind: "notification"; method: string }
  | { kind: "response" }
  | { kind: "invalid"; id: RequestId | null };

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads a parsed body as one message. A request without `params`, or with an object, is well formed. */
export function readMessage(value: unknown): RpcMessage {
  if (!isRecord(value)) return { kind: "invalid", id: null };
  const { jsonrpc, id, method, params } = value;
  const known = typeof id === "string" || (typeof id === "number" && Number.isFinite(id)) ? id : null;
  if (jsonrpc !== "2.0") return { kind: "invalid", id: known };
  if (typeof method !== "string") {
    const answers = "result" in value || isRecord(value.error);
    return answers ? { kind: "response" } : { kind: "invalid", id: known };
  }
  if (params !== undefined && !isRecord(params)) return { kind: "invalid", id: known };
  if (id === undefined) return { kind: "notification", method };
  if (known === null) return { kind: "invalid", id: null };
  return { kind: "request", id: known, method, params };
}

/** A success as JSON text around a result that is JSON text already. */
export function resultText(id: RequestId, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}

/** The same around a large result that is kept as bytes. */
export function resultBytes(id: RequestId, result: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`), result, CLOSING_BRACE]);
}

const CLOSING_BRACE = Buffer.from("}");

/** An error as JSON text; without an id where no request's id could be read. */
export function errorText(id: RequestId | null | undefined, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", ...(id === undefined ? {} : { id }), error: { code, message } });
}

/** The token as the client wrote it, since it compares by type; 0 is one. */
export function progressTokenOf(params: JsonRecord | undefined): RequestId | undefined {
  const token = isRecord(params?._meta) ? params._meta.progressToken : undefined;
  return typeof token === "string" || typeof token === "number" ? token : undefined;
}
