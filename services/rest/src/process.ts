import {
  createMetrics,
  type Logger,
  Readiness,
  readConfig,
  type Service,
  startHealthListener,
  systemClock,
} from "@openintents/process";
import { AuthService, IntentService, RecognitionService, TimelineService, WebhookService } from "@openintents/proto";
import { createClient, grpcTransport } from "@openintents/rpc";
import { restSettings } from "./config.ts";
import { listen } from "./listener.ts";
import { createRest } from "./service.ts";

/** The REST service as a process of its own: settings from `env`, gRPC to the others, a health listener. */
export function restProcess(logger: Logger, env: Record<string, string | undefined> = process.env): Service {
  const config = readConfig(restSettings, env);
  logger.level = config.logLevel;
  const metrics = createMetrics({ service: "rest", collectDefault: true });
  const readiness = new Readiness();
  readiness.set("rest", false, "starting");
  const core = grpcTransport({ address: config.coreAddress });
  const timeline = grpcTransport({ address: config.timelineAddress });
  const webhooks = grpcTransport({ address: config.webhooksAddress });
  const clients = {
    intents: createClient(IntentService, core),
    auth: createClient(AuthService, core),
    recognition: createClient(RecognitionService, core),
    timeline: createClient(TimelineService, timeline),
    webhooks: createClient(WebhookService, webhooks),
  };
  const rest = createRest(config, { logger, metrics, readiness, clock: systemClock, clients });
  const listener = listen(rest, config);
  let health: { close(): Promise<void> } | undefined;
  return {
    name: "rest",
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
      await Promise.all([core, timeline, webhooks].map((transport) => transport.close()));
      await health?.close();
    },
  };
}
