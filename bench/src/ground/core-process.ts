import { fileURLToPath } from "node:url";
import { freePort, startService } from "../harness/child.ts";
import type { BenchOptions } from "../harness/options.ts";
import type { Account } from "./account.ts";
import type { Room } from "./postgres.ts";

/** The file that runs a service as a process of its own. */
export function mainOf(service: string): string {
  return fileURLToPath(import.meta.resolve(`@openintents/${service}`).replace(/index\.ts$/, "main.ts"));
}

/** Core as the cluster runs it, on the server's core; its gRPC address. */
export async function startCoreProcess(
  room: Room,
  account: Account,
  options: Pick<BenchOptions, "cpuProfile">,
): Promise<{ pid: number; address: string; stop(): Promise<void> }> {
  const port = await freePort();
  const core = await startService(mainOf("core"), {
    core: "server",
    metricsPort: await freePort(),
    env: {
      GRPC_PORT: String(port),
      DATABASE_URL: room.url,
      DATABASE_ROLE: "oi_core",
      EVENT_LOG_URL: room.url,
      EVENT_LOG_ROLE: "oi_event_log",
      CORE_SECRET_KEY: account.coreKey,
    },
    cpuProfile: options.cpuProfile,
  });
  return { ...core, address: `127.0.0.1:${port}` };
}
