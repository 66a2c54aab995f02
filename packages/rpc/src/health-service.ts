import type { DescService } from "@bufbuild/protobuf";
import { serviceError } from "@openintents/process";
import { healthService } from "./built-in-files.ts";
import type { CallContext } from "./call-context.ts";
import type { Handler } from "./method-plan.ts";

const SERVING = 1;
const NOT_SERVING = 2;
const SERVICE_UNKNOWN = 3;

type Health = {
  service: DescService;
  handlers: Record<string, Handler>;
  set(service: string, serving: boolean): void;
  /** Everything is not serving from now on, whatever is set later. */
  stop(): void;
};

/** grpc.health.v1: Check, Watch and List of the server ("") and of each service. */
export function createHealth(closing: AbortSignal): Health {
  const statuses = new Map<string, number>([["", NOT_SERVING]]);
  const watchers = new Set<() => void>();
  let stopped = false;

  function set(service: string, serving: boolean): void {
    statuses.set(service, serving && !stopped ? SERVING : NOT_SERVING);
    for (const wake of [...watchers]) wake();
  }

  /** Resolves at the next change of any service, or when the watch or the server ends. */
  function change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        watchers.delete(wake);
        signal.removeEventListener("abort", wake);
        closing.removeEventListener("abort", wake);
        resolve();
      };
      watchers.add(wake);
      signal.addEventListener("abort", wake);
      closing.addEventListener("abort", wake);
    });
  }

  async function* watch(request: { service: string }, context: CallContext): AsyncGenerator<{ status: number }> {
    let sent: number | undefined;
    while (!context.signal.aborted) {
      const status = statuses.get(request.service) ?? SERVICE_UNKNOWN;
      if (status !== sent) yield { status };
      sent = status;
      if (closing.aborted) return;
      if (status === (statuses.get(request.service) ?? SERVICE_UNKNOWN)) await change(context.signal);
    }
  }

  const handlers: Record<string, (request: never, context: CallContext) => unknown> = {
    check(request: { service: string }) {
      const status = statuses.get(request.service);
      if (status === undefined) throw serviceError("resource_not_found", "no service of this name is served");
      return { status };
    },
    watch,
    list: () => ({ statuses: Object.fromEntries([...statuses].map(([name, status]) => [name, { status }])) }),
  };

  return {
    service: healthService,
    handlers: handlers as Record<string, Handler>,
    set,
    stop() {
      stopped = true;
      for (const service of statuses.keys()) set(service, false);
    },
  };
}
