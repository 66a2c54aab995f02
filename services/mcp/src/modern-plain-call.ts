import type { IncomingHttpHeaders } from "node:http";
import { isRecord, type JsonRecord, type RequestId } from "./json-rpc.ts";
import { MODERN_REVISION } from "./revisions.ts";

/** A tool call that meets every rule of its revision and asks for nothing beyond the call. */
export type PlainCall = { id: RequestId; name: string; args: JsonRecord | undefined; params: JsonRecord };

const META = "io.modelcontextprotocol/";
/** Members of `params` that a plain call may have. */
const PARAMS = new Set(["name", "arguments", "_meta"]);
/** Members of `_meta`, without their prefix or in full, that change nothing about a plain call. */
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
 * Recognises a plain call by the rules that the SDK would check: envelope, version,
 * method and name headers that agree with the body. Anything it is not sure of is
 * undefined and left to the SDK, which has the right error for it.
 */
export function readPlainCall(body: unknown, headers: IncomingHttpHeaders): PlainCall | undefined {
  if (!isRecord(body) || body.jsonrpc !== "2.0" || body.method !== "tools/call") return undefined;
  const { id, params } = body;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) return undefined;
  if (!isRecord(params)) return undefined;
  const { name, arguments: args, _meta: meta } = params;
  if (typeof name !== "string" || !isRecord(meta) || (args !== undefined && !isRecord(args))) return undefined;
  if (!hasOnly(params, PARAMS) || !hasOnly(meta, META_KEYS)) return undefined;
  if (meta[`${META}protocolVersion`] !== MODERN_REVISION || !isRecord(meta[`${META}clientCapabilities`]))
    return undefined;
  const info = meta[`${META}clientInfo`];
  if (info !== undefined && !(isRecord(info) && typeof info.name === "string" && typeof info.version === "string")) {
    return undefined;
  }
  const agrees =
    headers["mcp-protocol-version"] === MODERN_REVISION &&
    headers["mcp-method"] === "tools/call" &&
    headers["mcp-name"] === name;
  return agrees ? { id: id as RequestId, name, args, params } : undefined;
}

function hasOnly(record: JsonRecord, keys: Set<string>): boolean {
  for (const key in record) if (!keys.has(key)) return false;
  return true;
}
