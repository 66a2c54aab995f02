// The recogniser behind the tools: core's RecognitionService. Executors, keys and the records of host mode
// are there; the edge passes on what it was sent, and prints what comes back.
import { fromBinary } from "@bufbuild/protobuf";
import { ServiceError } from "@openintents/process";
import {
  type CancelReason,
  CancelReasonSchema,
  CancelStatusSchema,
  enumName,
  enumValue,
  IntentErrorSchema,
  type RecognitionService,
  toRecognitionJson,
} from "@openintents/proto";
import {
  type BackendCall,
  type BackendReply,
  type ErrorCode,
  type ErrorStage,
  IntentError,
  type RecogniserBackend,
  type SerializedIntentError,
} from "@openintents/recognition/edge";
import type { CallOptions, Client, Metadata } from "@openintents/rpc";
import type { EdgeCall } from "./edge-call.ts";

/** One tool call: the request behind it, and what the house refused it with, which is no recognition's error. */
export type RecognitionCaller = { call: EdgeCall; session: string; refusal: unknown };

/** A language source may think for a while; its instance has a time limit of its own. */
const DEADLINE_MS = 120_000;

export function createRecognitionBackend(
  recognition: Client<typeof RecognitionService>,
): RecogniserBackend<RecognitionCaller> {
  const bytes = (instance: string, input: object) => Buffer.from(JSON.stringify({ instance, ...input }));
  return {
    parse: (instance, input, o) =>
      asked(o, async (options) => {
        const { resultJson } = await recognition.parse({ argumentsJson: bytes(instance, input) }, options);
        return textOf(resultJson);
      }),
    prepare: (instance, input, o) =>
      asked(o, async (options) => {
        const { session } = o.caller;
        const { taskJson } = await recognition.prepare({ argumentsJson: bytes(instance, input), session }, options);
        return textOf(taskJson);
      }),
    accept: (submission, o) =>
      asked(o, async (options) => {
        const { session } = o.caller;
        return textOf((await recognition.accept({ ...submission, session }, options)).resultJson);
      }),
    cancel: ({ requestId, reason }, o) =>
      asked(o, async (options) => {
        const { session } = o.caller;
        const number = enumValue(CancelReasonSchema, reason) as CancelReason;
        const reply = await recognition.cancel({ requestId, reason: number, session }, options);
        const status = enumName(CancelStatusSchema, reply.status);
        return { text: JSON.stringify({ requestId: reply.requestId, status }) };
      }),
  };
}

async function asked(
  { caller, signal }: BackendCall<RecognitionCaller>,
  run: (options: CallOptions) => Promise<BackendReply>,
): Promise<BackendReply> {
  const { call } = caller;
  call.asked = true;
  const onTrailers = (trailers: Metadata): void => {
    call.trailers = trailers;
  };
  try {
    return await run({ metadata: call.metadata, deadlineMs: DEADLINE_MS, signal, onTrailers });
  } catch (error) {
    const failure = intentErrorOf(error);
    if (failure === undefined) caller.refusal = error;
    throw failure ?? error;
  }
}

function textOf(bytes: Uint8Array): BackendReply {
  return { text: new TextDecoder().decode(bytes) };
}

/** Recognition's own error inside a refused call; undefined for a refusal of the house. */
function intentErrorOf(error: unknown): IntentError | undefined {
  const attachment = error instanceof ServiceError ? error.attachment : null;
  if (attachment?.typeName !== IntentErrorSchema.typeName) return undefined;
  const message = fromBinary(IntentErrorSchema, attachment.value);
  const json = toRecognitionJson(IntentErrorSchema, message) as unknown as SerializedIntentError;
  return new IntentError(message.code as ErrorCode, message.stage as ErrorStage, message.message, {
    issues: json.issues,
    retryable: message.retryable,
    ...(json.requestId === undefined ? {} : { requestId: json.requestId }),
    ...(json.correction === undefined ? {} : { correction: json.correction }),
  });
}
