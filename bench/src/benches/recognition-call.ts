// R1: MCP tools/call of intent_parse, the edge and core as processes.
import { benchAccount } from "../ground/account.ts";
import { closeAll } from "../ground/close-all.ts";
import { mainOf, startCoreProcess } from "../ground/core-process.ts";
import { startPostgres } from "../ground/postgres.ts";
import type { Bench } from "../harness/bench.ts";
import { freePort, startEntry, startService } from "../harness/child.ts";
import { loadedSide, startHttpLoad } from "../load/loaded-side.ts";
import { toolCallLoad } from "../load/tool-call.ts";

const CONNECTIONS = 32;
const INPUT = "Look up order 000123. Do not cancel the order.";

export const recognitionCall: Bench = {
  id: "r1",
  title: "MCP tools/call of intent_parse against the SDK's high-level server with the same tool and the same gRPC call",
  unit: "calls/s",
  // A goal of our own: what P5 asks of tools that do less.
  must: 1.2,
  aim: 1.6,
  async prepare(options) {
    const { closing, close } = closeAll();
    try {
      const postgres = await startPostgres(options);
      closing.push(() => postgres.close());
      const room = await postgres.room("ours", ["core", "event_log"]);
      const account = await benchAccount(room);
      const core = await startCoreProcess(room, account, { cpuProfile: options.cpuProfile });
      closing.push(() => core.stop());

      const port = await freePort();
      const edge = await startService(mainOf("mcp"), {
        core: "server",
        metricsPort: await freePort(),
        env: { PORT: String(port), CORE_ADDRESS: core.address, TIMELINE_ADDRESS: core.address },
        cpuProfile: options.cpuProfile,
      });
      closing.push(() => edge.stop());
      const bare = await startEntry<{ port: number }>(new URL("../sides/sdk-recognition-entry.ts", import.meta.url), {
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
            tool: "intent_parse",
            arguments: { input: INPUT },
            answer: `{"schemaVersion":"2.0-draft.6","input":${JSON.stringify(INPUT)},"status":"complete"`,
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
          "Both edges call RecognitionService.Parse of one core process, which works by rules; it runs on the server core too, so its cost is in both rates.",
          `intent_parse of ${Buffer.byteLength(INPUT)} bytes without a Schema, revision ${options.revision}, ${CONNECTIONS} keep-alive connections in a closed loop.`,
        ],
        close,
      };
    } catch (cause) {
      await close();
      throw cause;
    }
  },
};
