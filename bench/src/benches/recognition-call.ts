// R1: MCP tools/call of intent_parse, the edge and core as processes.
import { CONNECTIONS, prepareTwoEdges } from "../ground/two-edges.ts";
import type { Bench } from "../harness/bench.ts";

const INPUT = "Look up order 000123. Do not cancel the order.";

export const recognitionCall: Bench = {
  id: "r1",
  title: "MCP tools/call of intent_parse against the SDK's high-level server with the same tool and the same gRPC call",
  unit: "calls/s",
  // A goal of our own: what P5 asks of tools that do less.
  must: 1.2,
  aim: 1.6,
  prepare: (options) =>
    prepareTwoEdges(options, {
      bare: new URL("../sides/sdk-recognition-entry.ts", import.meta.url),
      call: () => ({
        tool: "intent_parse",
        arguments: { input: INPUT },
        answer: `{"schemaVersion":"2.0-draft.6","input":${JSON.stringify(INPUT)},"status":"complete"`,
      }),
      facts: [
        "Both edges call RecognitionService.Parse of one core process, which works by rules; it runs on the server core too, so its cost is in both rates.",
        `intent_parse of ${Buffer.byteLength(INPUT)} bytes without a Schema, revision ${options.revision}, ${CONNECTIONS} keep-alive connections in a closed loop.`,
      ],
    }),
};
