// P1's own side: what `npm start` composes, in one process, without the runner and the test
// shop, which would carry the created intents out while creates are measured.
import { openSchema } from "@openintents/all";
import { createCore } from "@openintents/core";
import { createPostgresEventLog, type EventLog } from "@openintents/events";
import { createMcp, mcpSettings } from "@openintents/mcp";
import { createLogger, createMetrics, Readiness, readConfig, systemClock } from "@openintents/process";
import { AuthService, IntentService, RecognitionService, TimelineService, WebhookService } from "@openintents/proto";
import { createRest, listenerOptions, restSettings } from "@openintents/rest";
import { createClient, createRpcServer } from "@openintents/rpc";
import { createTimeline, timelineSettings } from "@openintents/timeline";
import { createWebhooks, webhooksSettings } from "@openintents/webhooks";
import fastify from "fastify";
import { idleEventLog } from "../ground/idle-event-log.ts";
import { freePort } from "../harness/child.ts";
import { entryInput, serveEntry } from "../harness/entry.ts";

type Input = { databaseUrl: string; coreKey: string; background: boolean };
const { databaseUrl, coreKey, background } = entryInput<Input>();
const logger = createLogger({ service: "bench-all", level: "warn" });
const metrics = createMetrics({ service: "all", collectDefault: true });
const deps = { logger, metrics, readiness: new Readiness(), clock: systemClock };

const core = openSchema(databaseUrl, "core", { logger });
const timeline = openSchema(databaseUrl, "timeline", { logger });
const webhooks = openSchema(databaseUrl, "webhooks", { logger });
const events = openSchema(databaseUrl, "event_log", { logger });
const eventLog: EventLog = background
  ? createPostgresEventLog({ database: events, logger, clock: systemClock })
  : idleEventLog();
await eventLog.start();

const server = createRpcServer({ logger, metrics });
const transport = server.inProcess();
const clients = {
  auth: createClient(AuthService, transport),
  recognition: createClient(RecognitionService, transport),
  intents: createClient(IntentService, transport),
  timeline: createClient(TimelineService, transport),
  webhooks: createClient(WebhookService, transport),
};
const limits = { requestsPerMinute: 600, requestBurst: 100, liveMode: false, httpWebhooks: true };
const recognition = { mode: null, config: null, env: {} };
const parts = [
  createCore({ secretKey: coreKey, ...limits, recognition }, { ...deps, database: core, eventLog, server }),
  createTimeline(readConfig(timelineSettings, {}), {
    ...deps,
    database: timeline,
    eventLog,
    server,
    auth: clients.auth,
  }),
  createWebhooks(readConfig(webhooksSettings, { WEBHOOKS_SECRET_KEY: coreKey }), {
    ...deps,
    database: webhooks,
    eventLog,
    server,
    auth: clients.auth,
  }),
];
const port = await freePort();
const edge = { PORT: String(port) };
const rest = createRest(readConfig(restSettings, edge), { ...deps, clients });
const mcp = createMcp(readConfig(mcpSettings, edge), { ...deps, clients });
const app = fastify(listenerOptions(readConfig(restSettings, edge)));
for (const part of parts) await part.start();
await server.listen("127.0.0.1:0");
for (const { plugin } of [mcp, rest]) await app.register(plugin);
await app.listen({ host: "127.0.0.1", port });
for (const part of [rest, mcp]) await part.start();

serveEntry({ port }, {}, async () => {
  await rest.stop();
  await mcp.stop();
  await app.close();
  await server.close(1_000);
  if (!background) await eventLog.close();
  for (const part of parts.reverse()) await part.stop();
  await eventLog.close();
  for (const database of [core, timeline, webhooks, events]) await database.close();
});
