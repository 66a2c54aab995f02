import {
  createMetrics,
  type Logger,
  Readiness,
  readConfig,
  type Service,
  startHealthListener,
  systemClock,
} from "@openintents/process";
import { AuthService, IntentService, RecognitionService, TimelineService } from "@openintents/proto";
import { createClient, grpcTransport } from "@openintents/rpc";
import { mcpSettings } from "./config.ts";
import { listen } from "./listener.ts";
import { createMcp } from "./service.ts";

/** The MCP edge as a process of its own: settings from `env`, gRPC to the others, a health listener. */
export function mcpProcess(logger: Logger, env: Record<string, string | undefined> = process.env): Service {
  const config = readConfig(mcpSettings, env);
  logger.level = config.logLevel;
  const metrics = createMetrics({ service: "mcp", collectDefault: true });
  const readiness = new Readiness();
  readiness.set("mcp", false, "starting");
  const core = grpcTransport({ address: config.coreAddress });
  const timeline = grpcTransport({ address: config.timelineAddress });
  const clients = {
    intents: createClient(IntentService, core),
    auth: createClient(AuthService, core),
    recognition: createClient(RecognitionService, core),
    timeline: createClient(TimelineService, timeline),
  };
  const mcp = createMcp(config, { logger, metrics, readiness, clock: systemClock, clients });
  const listener = listen(mcp, config);
  let health: { close(): Promise<void> } | undefined;
  return {
    name: "mcp",
    async start() {
      health = await startHealthListener({
        host: config.metricsHost,
        port: config.metricsPort,
        readiness,
        metrics,
        logger,
      });
      await listener.start();
      logger.info({ host: config.host, port: listener.port() }, "listening");
    },
    async stop() {
      await listener.stop();
      await Promise.all([core, timeline].map((transport) => transport.close()));
      await health?.close();
    },
  };
}
