import { createLogger, createMetrics, serviceError } from "@openintents/process";
import { AgentService, type ClaimRef } from "@openintents/proto";
import { type CallContext, createRpcServer, receivedBytes } from "@openintents/rpc";
import { agentHandlers } from "./fake-agent-service.ts";
import { FakeCore } from "./fake-core.ts";

/** One call as it arrived; `bytes` in hex. */
export type ReceivedCall = {
  method: string;
  ref: ClaimRef | undefined;
  request: Record<string, unknown>;
  bytes: string;
};

export type CoreServer = {
  core: FakeCore;
  address: string;
  calls: ReceivedCall[];
  /** Calls of a method, in order of arrival. */
  callsOf(method: string): ReceivedCall[];
  /**
   * Decides what happens to each call: `lose` lets it take effect and loses the reply, `drop` loses the call
   * itself, `hang` never answers.
   */
  fault: (method: string, nth: number) => "lose" | "drop" | "hang" | undefined;
  /** Refuses a call with the error it returns, before it takes effect. */
  refuse: (method: string, nth: number) => Error | undefined;
  /** Ends the server. */
  stop(): Promise<void>;
};

/** A FakeCore behind a gRPC server on a loopback socket. */
export async function startFakeCore(): Promise<CoreServer> {
  const logger = createLogger({ service: "fake-core", level: "silent" });
  const core = await FakeCore.create(logger);
  const counts = new Map<string, number>();
  const result: CoreServer = {
    core,
    address: "",
    calls: [],
    callsOf: (method) => result.calls.filter((call) => call.method === method),
    fault: () => undefined,
    refuse: () => undefined,
    async stop() {
      core.close();
      await server.close(0);
    },
  };

  const intercept = async (ctx: CallContext, request: unknown, next: () => Promise<unknown>): Promise<unknown> => {
    const method = ctx.method.name;
    const message = request as Record<string, unknown> & { ref?: ClaimRef };
    const nth = (counts.get(method) ?? 0) + 1;
    counts.set(method, nth);
    const bytes = Buffer.from(receivedBytes(request as never) ?? []).toString("hex");
    result.calls.push({ method, ref: message.ref, request: message, bytes });
    const fault = result.fault(method, nth);
    core.changed();
    const refusal = result.refuse(method, nth);
    if (refusal !== undefined) throw refusal;
    if (fault === "drop") throw unavailable();
    if (fault === "hang") await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve, { once: true }));
    const reply = await next();
    if (fault === "lose") throw unavailable();
    return reply;
  };
  const server = createRpcServer({
    logger,
    metrics: createMetrics({ service: "fake-core" }),
    interceptors: [intercept],
  });
  server.addService(AgentService, agentHandlers(core));
  result.address = `127.0.0.1:${await server.listen("127.0.0.1:0")}`;
  return result;
}

function unavailable(): Error {
  return serviceError("unavailable", "the connection broke");
}
