import { timestampMs } from "@bufbuild/protobuf/wkt";
import { type Clock, type Logger, serviceError } from "@openintents/process";
import type { AgentService, RunnerSettings } from "@openintents/proto";
import type { Client } from "@openintents/rpc";
import { Backoff } from "./backoff.ts";
import type { Driver } from "./drivers/driver.ts";

const CONTRACT = 1;
export const SOFTWARE_VERSION = "0.1.0";

/** A driver as register and claim calls name it. */
export type DriverOfferInit = { name: string; version: string; features: string[] };

export function offersOf(drivers: readonly Driver[]): DriverOfferInit[] {
  return drivers.map(({ name, version, features }) => ({ name, version, features: [...features] }));
}

export type Registered = {
  runnerId: string;
  settings: RunnerSettings;
  /** To be added to this process's wall clock to get core's, in ms. */
  serverOffsetMs: number;
};

/** Registers until core answers. Resolves undefined when stopped. A refused key is tried again too: it may be made yet. */
export async function register(o: {
  agent: Client<typeof AgentService>;
  clock: Clock;
  logger: Logger;
  instance: string;
  drivers: readonly Driver[];
  kids: string[];
  signal: AbortSignal;
}): Promise<Registered | undefined> {
  const backoff = new Backoff();
  while (!o.signal.aborted) {
    try {
      const reply = await o.agent.register(
        {
          instance: o.instance,
          softwareVersion: SOFTWARE_VERSION,
          contractMin: CONTRACT,
          contractMax: CONTRACT,
          drivers: offersOf(o.drivers),
          kids: o.kids,
        },
        { signal: o.signal, deadlineMs: 10_000 },
      );
      if (reply.settings === undefined) throw serviceError("internal_error", "core named no settings");
      const serverOffsetMs = reply.serverTime === undefined ? 0 : timestampMs(reply.serverTime) - o.clock.now();
      return { runnerId: reply.runnerId, settings: reply.settings, serverOffsetMs };
    } catch (error) {
      if (o.signal.aborted) break;
      o.logger.warn({ err: error }, "could not register with core");
      await o.clock.sleep(backoff.nextMs(), o.signal);
    }
  }
  return undefined;
}
