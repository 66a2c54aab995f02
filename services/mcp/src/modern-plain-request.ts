import type { IncomingHttpHeaders } from "node:http";
import { isRecord, type JsonRecord, type RequestId } from "./json-rpc.ts";
import { MODERN_REVISION } from "./revisions.ts";

/** A request that meets every rule of its revision and asks for nothing beyond itself. */
export type PlainRequest =
  | { method: "tools/call"; id: RequestId; name: string; args: JsonRecord | undefined; params: JsonRecord }
  | { method: "tools/list"; id: RequestId };

const META = "io.modelcontextprotocol/";
/** Members of `params` that each plain request may have. */
const PARAMS = { "tools/call": new Set(["name", "arguments", "_meta"]), "tools/list": new Set(["_meta"]) };
/** Members of `_meta`, without their prefix or in full, that change nothing about a plain request. */
const META_KEYS = new Set([
  `${META}protocolVersion`,
  `${META}clientCapabilities`,
  `${META}clientInfo`,
  "progressToken",
  "traceparent",
  "tracestate",
  "baggage",
]);

/**
 * Recognises a plain request by the rules that the SDK would check: envelope, version,
 * method and name headers that agree with the body. Anything it is not sure of is
 * undefined and left to the SDK, which has the right error for it.
 */
export function readPlainRequest(body: unknown, headers: IncomingHttpHeaders): PlainRequest | undefined {
  if (!isRecord(body) || body.jsonrpc !== "2.0") return undefined;
  const { id, method, params } = body;
  if (method !== "tools/call" && method !== "tools/list") return undefined;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) return undefined;
  if (!isRecord(params) || !hasOnly(params, PARAMS[method]) || !isPlainEnvelope(params._meta)) return undefined;
  if (headers["mcp-protocol-version"] !== MODERN_REVISION || headers["mcp-method"] !== method) return undefined;
  if (method === "tools/list") return { method, id: id as RequestId };
  const { name, arguments: args } = params;
  if (typeof name !== "string" || headers["mcp-name"] !== name) return undefined;
  if (args !== undefined && !isRecord(args)) return undefined;
  return { method, id: id as RequestId, name, args, params };
}

function isPlainEnvelope(meta: unknown): boolean {
  if (!isRecord(meta) || !hasOnly(meta, META_KEYS)) return false;
  if (meta[`${META}protocolVersion`] !== MODERN_REVISION || !isRecord(meta[`${META}clientCapabilities`])) return false;
  const info = meta[`${META}clientInfo`];
  return info === undefined || (isRecord(info) && typeof info.name === "string" && typeof info.version === "string");
}

function hasOnly(record: JsonRecord, keys: Set<string>): boolean {
  for (const key in record) if (!keys.has(key)) return false;
  return true;
}
