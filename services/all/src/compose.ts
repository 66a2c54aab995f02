// Everything in one process: one RPC server hosts every gRPC service, the edges share one
// HTTP listener and reach the services through the in-process channel, which encodes as a
// socket does. Only the test shop is a process of its own.
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { createAuthService, readAuthServiceConfig } from "@openintents/auth-service";
import { createConsole, readConsoleConfig } from "@openintents/console";
import { createCore } from "@openintents/core";
import { createMcp, mcpSettings } from "@openintents/mcp";
import {
  createMetrics,
  type Logger,
  Readiness,
  readConfig,
  type Service,
  type SettingValue,
  systemClock,
} from "@openintents/process";
import {
  AgentService,
  AuthService,
  IntentService,
  RecognitionService,
  TimelineService,
  WebhookService,
} from "@openintents/proto";
import { createRest, restSettings } from "@openintents/rest";
import { createClient, createRpcServer } from "@openintents/rpc";
import { createRunner, runnerSettings } from "@openintents/runner";
import { createTimeline, timelineSettings } from "@openintents/timeline";
import { createWebhooks, webhooksSettings } from "@openintents/webhooks";
import type { allSettings } from "./config.ts";
import { type Credentials, ensureCredentials, readServiceKeys } from "./credentials.ts";
import { openSchema, prepareSchemas } from "./databases.ts";
import { startEventLog } from "./event-log.ts";
import { openInstance } from "./instance.ts";
import { freePort, healthListener, httpListener } from "./listeners.ts";
import { checkPorts } from "./ports.ts";
import { createShopProcess } from "./shop-process.ts";

export type AllConfig = Readonly<{ [K in keyof typeof allSettings]: SettingValue<(typeof allSettings)[K]> }>;

export type Composition = Service & { credentials: Credentials; origin(): string; shopUrl: string };

type Env = Record<string, string | undefined>;

/** Prepares the data folder and the database and builds every part; `start` brings them up in order. */
export async function compose(config: AllConfig, env: Env, logger: Logger): Promise<Composition> {
  const dataDir = resolve(config.dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const stopped: (() => Promise<void>)[] = [];
  const instance = await openInstance({ dataDir, databaseUrl: config.databaseUrl, fast: config.embeddedFast, logger });
  stopped.push(() => instance.close());
  try {
    return await build(config, env, logger, { dataDir, databaseUrl: instance.databaseUrl, stopped });
  } catch (cause) {
    for (const stop of stopped.reverse()) await stop();
    throw cause;
  }
}

type Ground = { dataDir: string; databaseUrl: string; stopped: (() => Promise<void>)[] };

async function build(config: AllConfig, env: Env, logger: Logger, ground: Ground): Promise<Composition> {
  const { dataDir, databaseUrl, stopped } = ground;
  await checkPorts(config.host, [
    { port: config.port, env: "PORT", what: "HTTP" },
    { port: config.grpcPort, env: "GRPC_PORT", what: "gRPC" },
  ]);
  await checkPorts("127.0.0.1", [
    { port: config.metricsPort, env: "METRICS_PORT", what: "the listener of health and metrics" },
    { port: config.shopPort, env: "SHOP_PORT", what: "the test shop" },
  ]);
  const clock = systemClock;
  const metrics = createMetrics({ service: "all", collectDefault: true });
  const readiness = new Readiness();
  const deps = { logger, metrics, readiness, clock };
  const keys = await readServiceKeys(dataDir);

  await prepareSchemas(databaseUrl, ["core", "timeline", "webhooks"], logger);
  const databases = (["core", "timeline", "webhooks"] as const).map((name) =>
    openSchema(databaseUrl, name, { logger }),
  );
  const [coreDb, timelineDb, webhooksDb] = databases;
  if (!coreDb || !timelineDb || !webhooksDb) throw new Error("a schema was not opened");
  stopped.push(async () => {
    await Promise.all(databases.map((database) => database.close()));
  });
  const eventLog = await startEventLog(config, databaseUrl, logger);
  stopped.push(() => eventLog.close());

  const server = createRpcServer({ logger, metrics });
  for (const edge of ["rest", "mcp"]) readiness.set(edge, false, "starting");
  readiness.onChange((report) => server.setServing("", report.ready));
  const transport = server.inProcess();
  const auth = createClient(AuthService, transport);
  const intents = createClient(IntentService, transport);
  const timelineClient = createClient(TimelineService, transport);
  const webhooksClient = createClient(WebhookService, transport);
  const recognition = createClient(RecognitionService, transport);

  const webhookNetworks = config.webhookNetworks ?? loopbackNetworks(config);
  const core = createCore(
    {
      secretKey: keys.core,
      requestsPerMinute: config.requestsPerMinute,
      requestBurst: config.requestBurst,
      liveMode: config.liveMode,
      httpWebhooks: webhookNetworks.length > 0,
      recognition: { mode: config.recognitionMode, config: config.recognitionConfig, env },
    },
    { ...deps, database: coreDb, eventLog, server },
  );
  const timeline = createTimeline(readConfig(timelineSettings, env), {
    ...deps,
    database: timelineDb,
    eventLog,
    server,
    auth,
  });
  const webhooks = createWebhooks(
    { ...readConfig(webhooksSettings, { ...env, WEBHOOKS_SECRET_KEY: keys.webhooks }), allowNetworks: webhookNetworks },
    { ...deps, database: webhooksDb, eventLog, server, auth },
  );
  const credentials = await ensureCredentials(dataDir, { core: core.admin, webhooks: webhooks.admin });

  const shop = createShopProcess({
    port: config.shopPort || (await freePort()),
    dataDir,
    logLevel: config.logLevel,
    clock,
  });
  const runner = createRunner(
    readConfig(runnerSettings, {
      ...env,
      RUNNER_KEY: credentials.runner_key,
      RUNNER_PRIVATE_KEY: credentials.runner_key_pair,
      SHOP_URL: shop.url,
      SIMULATOR_PACE: config.simulatorPace,
      RUNNER_CRASH: "forget",
    }),
    {
      ...deps,
      agent: createClient(AgentService, transport, {
        metadata: () => ({ authorization: `Bearer ${credentials.runner_key}` }),
      }),
    },
  );

  const edge = {
    ...env,
    PORT: String(config.port),
    ...(config.publicOrigin ? { PUBLIC_ORIGIN: config.publicOrigin } : {}),
  };
  const rest = createRest(readConfig(restSettings, edge), {
    ...deps,
    clients: { intents, timeline: timelineClient, webhooks: webhooksClient, auth, recognition },
  });
  const mcp = createMcp(readConfig(mcpSettings, edge), {
    ...deps,
    clients: { intents, timeline: timelineClient, auth, recognition },
  });
  const rooms = [createAuthService(readAuthServiceConfig(env), deps), createConsole(readConsoleConfig(env), deps)];
  const http = httpListener(config, edge, [mcp.plugin, rest.plugin], readiness);

  const health = healthListener(config, { readiness, metrics, logger });
  const rpc: Service = {
    name: "gRPC",
    async start() {
      await server.listen(`${config.host}:${config.grpcPort}`);
    },
    stop: () => server.close(2_000),
  };
  // In the order of starting; stopping goes the other way, so that whoever is asked outlives whoever
  // asks, and the edges end their holds before the listener waits for its requests.
  const parts: Service[] = [health, core, timeline, webhooks, rpc, shop, runner, ...rooms, http, rest, mcp];

  let stopping: Promise<void> | undefined;
  return {
    name: "openintents",
    credentials,
    shopUrl: shop.url,
    origin() {
      return config.publicOrigin ?? `http://localhost:${http.port()}`;
    },
    async start() {
      for (const part of parts) await part.start();
    },
    stop() {
      core.drain();
      stopping ??= stopAll(parts, stopped, logger);
      return stopping;
    },
  };
}

/** Stops every part even when one fails, then closes what they stood on. */
async function stopAll(parts: Service[], stopped: (() => Promise<void>)[], logger: Logger): Promise<void> {
  const failures: unknown[] = [];
  const attempt = async (stop: () => Promise<void>) => {
    try {
      await stop();
    } catch (cause) {
      failures.push(cause);
    }
  };
  for (const part of [...parts].reverse()) {
    await attempt(() => part.stop());
    logger.info({ part: part.name }, "part stopped");
  }
  for (const stop of [...stopped].reverse()) await attempt(stop);
  if (failures.length > 0) throw new AggregateError(failures, "some parts did not stop cleanly");
}

/** On the default origin a developer's own receiver on this machine may be a webhook target. */
function loopbackNetworks(config: AllConfig): string[] {
  return config.publicOrigin === null ? ["127.0.0.0/8", "::1/128"] : [];
}
