import {
  create,
  type DescMessage,
  type DescMethod,
  fromBinary,
  type Message,
  type MessageInitShape,
  toBinary,
} from "@bufbuild/protobuf";
import { ServiceError, serviceError } from "@openintents/process";
import { validate } from "@openintents/proto";
import type { CallContext } from "./call-context.ts";
import type { ServerInterceptor } from "./interceptor.ts";
import { rememberBytes } from "./received-bytes.ts";

export type Handler = (request: unknown, context: CallContext) => unknown;

/** All that serving a method takes, worked out once. */
export type MethodPlan = {
  readonly method: DescMethod;
  /** "/package.Service/Method" */
  readonly path: string;
  readonly spanName: string;
  readonly spanAttributes: Record<string, string>;
  /** Undefined: the service has no handler for it. */
  readonly handler: Handler | undefined;
  readonly interceptors: readonly ServerInterceptor[];
  /** Decodes a request; refuses bytes that are too many or no such message. */
  readonly decode: (bytes: Uint8Array) => Message;
  /** Refuses a request that breaks a rule of the contract. */
  readonly check: (request: Message) => void;
  readonly encode: (reply: unknown) => Uint8Array;
};

export function methodPath(method: DescMethod): string {
  return `/${method.parent.typeName}/${method.name}`;
}

/** Bytes of a message or of its initialiser. */
export function encodeMessage(schema: DescMessage, init: unknown): Uint8Array {
  return toBinary(schema, create(schema, init as MessageInitShape<DescMessage>));
}

export function planMethod(
  method: DescMethod,
  handler: Handler | undefined,
  interceptors: readonly ServerInterceptor[],
  maxMessageBytes: number,
): MethodPlan {
  const { input, output } = method;
  return {
    method,
    path: methodPath(method),
    spanName: methodPath(method).slice(1),
    spanAttributes: { "rpc.system": "grpc", "rpc.service": method.parent.typeName, "rpc.method": method.name },
    handler,
    interceptors,
    decode(bytes) {
      if (bytes.length > maxMessageBytes) {
        throw serviceError("body_too_large", `a message may have ${maxMessageBytes} bytes, this has ${bytes.length}`);
      }
      let message: Message;
      try {
        message = fromBinary(input, bytes);
      } catch (cause) {
        throw serviceError("parameter_invalid", `the request is no valid ${input.typeName}`, { cause });
      }
      rememberBytes(message, bytes);
      return message;
    },
    check(request) {
      const [issue] = validate(input, request);
      if (issue !== undefined) throw new ServiceError(issue.reason, issue.message, { param: issue.param });
    },
    encode(reply) {
      const bytes = encodeMessage(output, reply);
      if (bytes.length > maxMessageBytes) {
        throw new Error(`the ${output.typeName} has ${bytes.length} bytes, more than the ${maxMessageBytes} allowed`);
      }
      return bytes;
    },
  };
}
