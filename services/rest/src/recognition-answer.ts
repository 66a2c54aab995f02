import { fromBinary } from "@bufbuild/protobuf";
import { ServiceError } from "@openintents/process";
import { IntentErrorSchema, toRecognitionJson } from "@openintents/proto";
import { type ErrorCode, type ErrorStage, errorStatus, IntentError } from "@openintents/recognition/edge";

/** A failure as recognition prints it: `{error: SerializedIntentError}` under its own table's status. */
export type RecognitionFailure = { status: number; body: string; retryable: boolean };

/** The failure of a recognition inside a refused call; undefined for a refusal of the house itself. */
export function recognitionFailure(error: unknown): RecognitionFailure | undefined {
  if (error instanceof IntentError) return printed(error.code, error.stage, error.retryable, error.toJSON());
  if (!(error instanceof ServiceError)) return undefined;
  const { attachment } = error;
  if (attachment?.typeName !== IntentErrorSchema.typeName) return undefined;
  const message = fromBinary(IntentErrorSchema, attachment.value);
  const members = toRecognitionJson(IntentErrorSchema, message) as object;
  const { code, stage, retryable } = message;
  return printed(code as ErrorCode, stage as ErrorStage, retryable, { name: "IntentError", ...members });
}

function printed(code: ErrorCode, stage: ErrorStage, retryable: boolean, error: object): RecognitionFailure {
  return { status: errorStatus(code, stage).http, body: JSON.stringify({ error }), retryable };
}
