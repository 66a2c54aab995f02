// A recognition as it arrives over gRPC: typed fields, or the arguments of the tool as JSON. What the
// material says is checked by the recogniser, so that every entrance refuses alike.
import {
  ContextRoleSchema,
  EvidenceFormSchema,
  enumName,
  type ParseRequest,
  type PrepareRequest,
} from "@openintents/proto";
import { type ErrorCode, IntentError } from "@openintents/recognition";

export type ReadRequest = { instance: string; input: unknown };

export function readRequest(request: ParseRequest | PrepareRequest): ReadRequest {
  if (request.argumentsJson.length > 0) return readArguments(request);
  const { fields, context, output } = request;
  return {
    instance: request.instance,
    input: {
      input: request.input,
      ...(fields && { fields: fields.names }),
      ...(context.length > 0 && {
        context: context.map(({ role, content, id, time }) => ({
          role: enumName(ContextRoleSchema, role),
          content,
          ...(id !== undefined && { id }),
          ...(time !== undefined && { time }),
        })),
      }),
      ...(request.baselineJson.length > 0 && {
        baseline: parsed(request.baselineJson, "BASELINE_INVALID", "/baseline"),
      }),
      ...(request.referenceTime !== "" && { referenceTime: request.referenceTime }),
      ...(output && {
        output: {
          ...(output.language !== undefined && { language: output.language }),
          ...(output.evidence !== undefined && { evidence: enumName(EvidenceFormSchema, output.evidence) }),
        },
      }),
    },
  };
}

function readArguments(request: ParseRequest | PrepareRequest): ReadRequest {
  const given = parsed(request.argumentsJson, "INPUT_INVALID", "");
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw invalid("INPUT_INVALID", "", "must be an object");
  }
  const { instance = request.instance, ...input } = given as Record<string, unknown>;
  if (typeof instance !== "string") throw invalid("INPUT_INVALID", "/instance", "must be a string");
  return { instance, input };
}

function parsed(bytes: Uint8Array, code: ErrorCode, path: string): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw invalid(code, path, "must be JSON in UTF-8");
  }
}

export function invalid(code: ErrorCode, path: string, message: string): IntentError {
  return new IntentError(code, "input", `${path === "" ? "The request" : path.slice(1)} ${message}.`, {
    issues: [{ code, path, message }],
  });
}
