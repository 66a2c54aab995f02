// The ground of benches that compare edges: one core process, our edge and a bare one before it, the same calls to both.
import type { Prepared } from "../harness/bench.ts";
import { freePort, startEntry, startService } from "../harness/child.ts";
import type { BenchOptions } from "../harness/options.ts";
import { loadedSide, startHttpLoad } from "../load/loaded-side.ts";
import { type ToolCall, toolCallLoad } from "../load/tool-call.ts";
import { benchAccount } from "./account.ts";
import { closeAll } from "./close-all.ts";
import { mainOf, startCoreProcess } from "./core-process.ts";
import { startPostgres } from "./postgres.ts";

export const CONNECTIONS = 32;

type TwoEdges = {
  /** The entry of the bare edge. */
  bare: URL;
  /** The call that the load makes, once core is there. */
  call(core: string, apiKey: string): Promise<ToolCall> | ToolCall;
  facts: string[];
};

export async function prepareTwoEdges(options: BenchOptions, o: TwoEdges): Promise<Prepared> {
  const { closing, close } = closeAll();
  try {
    const postgres = await startPostgres(options);
    closing.push(() => postgres.close());
    const room = await postgres.room("ours", ["core", "event_log"]);
    const account = await benchAccount(room);
    const core = await startCoreProcess(room, account, { cpuProfile: options.cpuProfile });
    closing.push(() => core.stop());
    const call = await o.call(core.address, account.apiKey);

    const port = await freePort();
    const edge = await startService(mainOf("mcp"), {
      core: "server",
      metricsPort: await freePort(),
      env: { PORT: String(port), CORE_ADDRESS: core.address, TIMELINE_ADDRESS: core.address },
      cpuProfile: options.cpuProfile,
    });
    closing.push(() => edge.stop());
    const bare = await startEntry<{ port: number }>(o.bare, {
      core: "server",
      input: { coreAddress: core.address },
    });
    closing.push(() => bare.stop());

    const load = async (to: number) => {
      const { revision } = options;
      const child = await startHttpLoad({
        ...toolCallLoad({ port: to, revision, apiKey: account.apiKey, ...call }),
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
      facts: [postgres.fact, ...o.facts],
      close,
    };
  } catch (cause) {
    await close();
    throw cause;
  }
}
