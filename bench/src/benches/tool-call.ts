// P5: MCP tools/call of get_intent, the edge and core as processes.
import { fromBinary } from "@bufbuild/protobuf";
import { CreateIntentRequestSchema, IntentService } from "@openintents/proto";
import { createClient, grpcTransport } from "@openintents/rpc";
import { benchAccount } from "../ground/account.ts";
import { closeAll } from "../ground/close-all.ts";
import { mainOf, startCoreProcess } from "../ground/core-process.ts";
import { orderBytes } from "../ground/order.ts";
import { startPostgres } from "../ground/postgres.ts";
import type { Bench } from "../harness/bench.ts";
import { freePort, startEntry, startService } from "../harness/child.ts";
import { loadedSide, startHttpLoad } from "../load/loaded-side.ts";
import { toolCallLoad } from "../load/tool-call.ts";

const CONNECTIONS = 32;

export const toolCall: Bench = {
  id: "p5",
  title: "MCP tools/call against the SDK's high-level server with the same tools and the same gRPC call",
  unit: "calls/s",
  must: 1.2,
  aim: 1.6,
  async prepare(options) {
    const { closing, close } = closeAll();
    try {
      const postgres = await startPostgres(options);
      closing.push(() => postgres.close());
      const room = await postgres.room("ours", ["core", "event_log"]);
      const account = await benchAccount(room);
      const core = await startCoreProcess(room, account, { cpuProfile: null });
      closing.push(() => core.stop());
      const intent = await createOne(core.address, account.apiKey);

      const port = await freePort();
      const edge = await startService(mainOf("mcp"), {
        core: "server",
        metricsPort: await freePort(),
        env: { PORT: String(port), CORE_ADDRESS: core.address, TIMELINE_ADDRESS: core.address },
        cpuProfile: options.cpuProfile,
      });
      closing.push(() => edge.stop());
      const bare = await startEntry<{ port: number }>(new URL("../sides/sdk-edge-entry.ts", import.meta.url), {
        core: "server",
        input: { coreAddress: core.address },
      });
      closing.push(() => bare.stop());

      const load = async (to: number) => {
        const { revision } = options;
        const child = await startHttpLoad({
          ...toolCallLoad({
            port: to,
            revision,
            apiKey: account.apiKey,
            tool: "get_intent",
            arguments: { id: intent },
            answer: `{"id":"${intent}"`,
          }),
          connections: CONNECTIONS,
        });
        closing.push(() => child.stop());
        return child;
      };
      const shared = { core: [core.pid], postgres: [postgres.pid] };
      return {
        ours: loadedSide({
          name: "the mcp service",
          load: await load(port),
          parts: { server: [edge.pid], ...shared },
          own: [edge.pid],
        }),
        baseline: loadedSide({
          name: "McpServer behind createMcpHandler and node:http, a fresh server a request",
          load: await load(bare.ready.port),
          parts: { server: [bare.pid], ...shared },
          own: [bare.pid],
        }),
        facts: [
          postgres.fact,
          "Both edges call one core process over a gRPC socket; it runs on the server core too, so its cost is in both rates.",
          `get_intent of one queued intent, revision ${options.revision}, ${CONNECTIONS} keep-alive connections in a closed loop.`,
        ],
        close,
      };
    } catch (cause) {
      await close();
      throw cause;
    }
  },
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
