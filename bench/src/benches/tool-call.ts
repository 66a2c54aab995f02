// P5: MCP tools/call of get_intent, the edge and core as processes.
import { fromBinary } from "@bufbuild/protobuf";
import { CreateIntentRequestSchema, IntentService } from "@openintents/proto";
import { createClient, grpcTransport } from "@openintents/rpc";
import { orderBytes } from "../ground/order.ts";
import { CONNECTIONS, prepareTwoEdges } from "../ground/two-edges.ts";
import type { Bench } from "../harness/bench.ts";

export const toolCall: Bench = {
  id: "p5",
  title: "MCP tools/call against the SDK's high-level server with the same tools and the same gRPC call",
  unit: "calls/s",
  must: 1.2,
  aim: 1.6,
  prepare: (options) =>
    prepareTwoEdges(options, {
      bare: new URL("../sides/sdk-edge-entry.ts", import.meta.url),
      async call(core, apiKey) {
        const intent = await createOne(core, apiKey);
        return { tool: "get_intent", arguments: { id: intent }, answer: `{"id":"${intent}"` };
      },
      facts: [
        "Both edges call one core process over a gRPC socket; it runs on the server core too, so its cost is in both rates.",
        `get_intent of one queued intent, revision ${options.revision}, ${CONNECTIONS} keep-alive connections in a closed loop.`,
      ],
    }),
};

async function createOne(address: string, apiKey: string): Promise<string> {
  const transport = grpcTransport({ address });
  try {
    const { intent } = await createClient(IntentService, transport).createIntent(
      fromBinary(CreateIntentRequestSchema, orderBytes()),
      { metadata: { authorization: `Bearer ${apiKey}` } },
    );
    return intent?.id ?? "";
  } finally {
    await transport.close();
  }
}
