import {
  createLogger,
  createMetrics,
  Readiness,
  runUntilSignal,
  startHealthListener,
  systemClock,
} from "@openintents/process";
import { AgentService } from "@openintents/proto";
import { createClient, grpcTransport } from "@openintents/rpc";
import { createRunner, readRunnerConfig } from "./index.ts";

const logger = createLogger({ service: "runner", level: process.env.LOG_LEVEL ?? "info" });

await runUntilSignal(
  async () => {
    const config = readRunnerConfig();
    const metrics = createMetrics({ service: "runner", collectDefault: true });
    const deps = { logger, metrics, readiness: new Readiness(), clock: systemClock };
    await startHealthListener({ host: config.metricsHost, port: config.metricsPort, ...deps });
    const metadata = () => ({ authorization: `Bearer ${config.runnerKey}` });
    const agent = createClient(AgentService, grpcTransport({ address: config.coreAddress }), { metadata });
    return createRunner(config, { ...deps, agent });
  },
  { logger },
);
