import type { JsonObject } from "@openintents/proto";
import type { EdgeCall } from "./edge-call.ts";
import type { RecognitionTools, ToolDirectory } from "./recognition-tools.ts";
import type { Revision } from "./revisions.ts";
import type { ToolSet } from "./tool-set.ts";

/** Every tool that a client may call, in the same order and bytes on every call. */
export type ToolLists = {
  tools(call: EdgeCall, revision: Revision): Promise<JsonObject[]>;
  /** The result of tools/list as JSON in UTF-8, with `rest` behind the tools; made once for each directory. */
  bytes(call: EdgeCall, revision: Revision, rest?: object): Promise<Buffer>;
};

/** A tool of intents comes before one of recognition, also where a prefix gave both one name. */
export function createToolLists(tools: ToolSet, recognition: RecognitionTools): ToolLists {
  const printed = new WeakMap<ToolDirectory, Map<Revision, Buffer>>();
  const listed = (directory: ToolDirectory, revision: Revision): JsonObject[] => [
    ...tools.list(revision),
    ...directory.list(revision).filter((tool) => tools.get(String(tool.name)) === undefined),
  ];
  return {
    async tools(call, revision) {
      return listed(await recognition.current(call), revision);
    },
    async bytes(call, revision, rest = {}) {
      const directory = await recognition.current(call);
      const known = printed.get(directory) ?? new Map<Revision, Buffer>();
      printed.set(directory, known);
      let bytes = known.get(revision);
      if (bytes === undefined) {
        bytes = Buffer.from(JSON.stringify({ tools: listed(directory, revision), ...rest }));
        known.set(revision, bytes);
      }
      return bytes;
    },
  };
}
