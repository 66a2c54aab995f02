import { createConsumer, type EventLog } from "@openintents/events";
import type { Database } from "@openintents/postgres";
import { type Clock, type Logger, type Metrics, newId, type Readiness, type Service } from "@openintents/process";
import { type AuthService, WebhookService } from "@openintents/proto";
import type { Client, RpcServer } from "@openintents/rpc";
import { createAddressPolicy } from "./address-policy.ts";
import { createWebhooksAdmin, type WebhooksAdmin } from "./admin.ts";
import { createCheckedConnector } from "./checked-connector.ts";
import { readSecretKey, type WebhooksConfig } from "./config.ts";
import { createDeliver } from "./deliver.ts";
import { createWebhookEndpoint } from "./handlers/create-webhook-endpoint.ts";
import { deleteWebhookEndpoint } from "./handlers/delete-webhook-endpoint.ts";
import { getWebhookEndpoint } from "./handlers/get-webhook-endpoint.ts";
import type { HandlerDeps } from "./handlers/handler-deps.ts";
import { listWebhookEndpoints } from "./handlers/list-webhook-endpoints.ts";
import { createIntake, DELIVERIES_CHANNEL } from "./intake.ts";
import { watchPending } from "./pending-gauge.ts";
import { createPoster } from "./post.ts";
import { createRetention } from "./retention.ts";
import { createSecretBox } from "./secret-box.ts";
import { createSender } from "./sender.ts";
import { type Resolve, systemResolve } from "./target-addresses.ts";

export type WebhooksDeps = {
  /** Acts as the role that owns the schema `webhooks`, migrated. */
  database: Database;
  eventLog: EventLog;
  server: RpcServer;
  auth: Client<typeof AuthService>;
  logger: Logger;
  metrics: Metrics;
  readiness: Readiness;
  clock: Clock;
  /** How names become addresses; the system's resolver when absent. */
  resolve?: Resolve;
  /** From 0 to 1, spreads retries; Math.random when absent. */
  random?: () => number;
};

export type Webhooks = Service & {
  admin: WebhooksAdmin;
  /** Deletes what is past its retention now; the service does so every hour by itself. */
  sweep(): Promise<void>;
};

/**
 * The webhook service: follows the topic `events`, keeps events and deliveries, sends what
 * is due, and answers WebhookService on `server`. Its methods are added at once, answered
 * from `start` on.
 */
export function createWebhooks(config: WebhooksConfig, deps: WebhooksDeps): Webhooks {
  const { database, clock, logger, metrics, readiness } = deps;
  const secrets = createSecretBox(readSecretKey(config.secretKey));
  const policy = createAddressPolicy(config.allowNetworks);
  const resolve = deps.resolve ?? systemResolve;

  const admin = createWebhooksAdmin({ database, secretKey: config.secretKey, clock });

  const poster = createPoster({ clock, connect: createCheckedConnector({ policy, resolve }) });
  const sender = createSender({
    database,
    deliver: createDeliver({ poster, secrets, accountSecret: admin.createAccountSecret, clock }),
    owner: newId("sender"),
    limits: { total: config.concurrency, perLane: config.endpointConcurrency },
    leaseMs: config.leaseSeconds * 1000,
    random: deps.random ?? Math.random,
    clock,
    logger,
    metrics,
  });
  const retention = createRetention({ database, clock, logger });
  const pending = watchPending({ database, clock, logger, metrics });
  const consumer = createConsumer({
    log: deps.eventLog,
    topic: "events",
    group: "webhooks",
    database,
    handle: createIntake({ clock, logger }),
    logger,
    metrics,
    clock,
  });

  const handlerDeps: HandlerDeps = { auth: deps.auth, database, secrets, policy, resolve, clock };
  deps.server.addService(WebhookService, {
    createWebhookEndpoint: (request, ctx) => createWebhookEndpoint(handlerDeps, request, ctx),
    getWebhookEndpoint: (request, ctx) => getWebhookEndpoint(handlerDeps, request, ctx),
    listWebhookEndpoints: (request, ctx) => listWebhookEndpoints(handlerDeps, request, ctx),
    deleteWebhookEndpoint: (request, ctx) => deleteWebhookEndpoint(handlerDeps, request, ctx),
  });
  readiness.set("webhooks", false, "starting");

  let unlisten: (() => Promise<void>) | undefined;
  let stopping: Promise<void> | undefined;

  async function stop(): Promise<void> {
    deps.server.setServing(WebhookService.typeName, false);
    readiness.set("webhooks", false, "stopping");
    pending.stop();
    await consumer.stop();
    await Promise.all([sender.stop(config.drainSeconds * 1000), retention.stop()]);
    await unlisten?.();
    await poster.close();
  }

  return {
    name: "webhooks",
    admin,
    async start() {
      unlisten = await database.listen(DELIVERIES_CHANNEL, () => sender.wake());
      await consumer.start();
      sender.start();
      retention.start();
      pending.start();
      deps.server.setServing(WebhookService.typeName, true);
      readiness.set("webhooks", true);
    },
    stop() {
      stopping ??= stop();
      return stopping;
    },
    sweep: () => retention.sweep(),
  };
}
