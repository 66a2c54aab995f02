import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  enumValue,
  type ListInstancesRequest,
  type ListInstancesResponseSchema,
  type RecognitionMode,
  RecognitionModeSchema,
} from "@openintents/proto";
import type { CallContext } from "@openintents/rpc";
import type { RecognitionDeps } from "./recognition-call.ts";

/**
 * For any valid credential, free of charge: an edge asks on behalf of its callers to know its own
 * tools, and what it hears is the same for all of them.
 */
export function listInstances(deps: Pick<RecognitionDeps, "callers" | "recognisers">) {
  return async (
    _request: ListInstancesRequest,
    ctx: CallContext,
  ): Promise<MessageInitShape<typeof ListInstancesResponseSchema>> => {
    await deps.callers.admit(ctx, "", 0);
    const { mode, toolPrefix, instances } = deps.recognisers();
    return {
      mode: enumValue(RecognitionModeSchema, mode) as RecognitionMode,
      toolPrefix,
      instances:
        mode === "off"
          ? []
          : [...instances.values()].map(({ name, description, online }) => ({
              name,
              description: description ?? "",
              online,
            })),
    };
  };
}
