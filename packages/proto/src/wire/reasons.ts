import { getOption } from "@bufbuild/protobuf";
import { ReasonSchema } from "../gen/openintents/error/v1/error_pb.ts";
import { value as valueOption } from "../gen/openintents/wire/v1/wire_pb.ts";
import { enumName } from "./enum-names.ts";

/** What an error of a reason looks like outside: HTTP status, `error.type`, gRPC status name. */
export type ReasonInfo = { httpStatus: number; type: string; grpc: string; retryable: boolean };

const reasons = new Map<string, ReasonInfo>();
for (const item of ReasonSchema.values) {
  const { reason } = getOption(item, valueOption);
  if (reason === undefined) continue;
  const { httpStatus, type, grpc, retryable } = reason;
  const name = enumName(ReasonSchema, item.number);
  if (name !== null) reasons.set(name, { httpStatus, type, grpc, retryable });
}

/** The outside of a reason ("parameter_invalid"); undefined for text that is none. */
export function reasonInfo(reason: string): ReasonInfo | undefined {
  return reasons.get(reason);
}
