// Wires core: its services on the RPC server, its relay, its feed and its clocks.
import { hkdfSync } from "node:crypto";
import type { EventLog } from "@openintents/events";
import { createRelay, type Database } from "@openintents/postgres";
import { type Clock, type Logger, type Metrics, newId, type Readiness, type Service } from "@openintents/process";
import {
  AccountService,
  AgentService,
  ApiKeyService,
  AuthService,
  IntentService,
  RecognitionService,
} from "@openintents/proto";
import type { RpcServer } from "@openintents/rpc";
import { type CoreAdmin, createAdmin } from "./admin.ts";
import { runnerPools } from "./agent/runner-pools.ts";
import { createAgent } from "./agent.ts";
import { createCallers } from "./caller.ts";
import { createCursors } from "./cursor.ts";
import { retryable } from "./database-away.ts";
import type { CoreDeps } from "./deps.ts";
import { createFeed } from "./feed.ts";
import { answerIntent } from "./handlers/answer-intent.ts";
import { authorize } from "./handlers/authorize.ts";
import { cancelIntent } from "./handlers/cancel-intent.ts";
import { createIntent } from "./handlers/create-intent.ts";
import { getIntent } from "./handlers/get-intent.ts";
import { listIntents } from "./handlers/list-intents.ts";
import { createIntentWriter } from "./intent-writer.ts";
import { createRateLimiter } from "./rate-limiter.ts";
import type { RecognitionConfig } from "./recognition/recognisers.ts";
import { createRecognition } from "./recognition.ts";

export type CoreConfig = {
  secretKey: string;
  requestsPerMinute: number;
  requestBurst: number;
  liveMode: boolean;
  /** http webhook targets are allowed somewhere in this installation. */
  httpWebhooks: boolean;
  recognition: RecognitionConfig;
};

export type CoreServiceDeps = {
  database: Database;
  eventLog: EventLog;
  server: RpcServer;
  logger: Logger;
  metrics: Metrics;
  readiness: Readiness;
  clock: Clock;
};

export type Core = Service & {
  admin: CoreAdmin;
  /** Ends every hold now, so that whoever waits is answered before anything stops. */
  drain(): void;
};

const SERVICES = [IntentService, AgentService, AuthService, AccountService, ApiKeyService, RecognitionService];

export function createCore(config: CoreConfig, deps: CoreServiceDeps): Core {
  const { database, eventLog, server, logger, metrics, readiness, clock } = deps;
  readiness.set("core", false, "starting");
  const key = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", Buffer.from(config.secretKey, "base64"), "", purpose, 32));
  const relay = createRelay({
    database,
    publish: (messages) => eventLog.publish(messages as Parameters<EventLog["publish"]>[0]),
    logger,
    metrics,
    clock,
  });
  const feed = createFeed({ database, clock, logger, self: newId("prc"), wakeRelay: () => relay.wake() });
  const callers = createCallers({
    database,
    clock,
    logger,
    limiter: createRateLimiter(database),
    defaultLimit: { perMinute: config.requestsPerMinute, burst: config.requestBurst },
  });
  const writer = createIntentWriter(database, clock);
  const recognition = createRecognition(config.recognition, {
    database,
    clock,
    logger,
    metrics,
    callers,
    feed,
    writer,
  });
  const draining = new AbortController();
  const core: CoreDeps = {
    database,
    clock,
    logger,
    metrics,
    callers,
    feed,
    cursors: createCursors(key("cursors")),
    answerKey: key("answers"),
    draining: draining.signal,
    liveMode: config.liveMode,
    httpWebhooks: config.httpWebhooks,
    writer,
    understanding: { wake: () => recognition.understanding.wake() },
  };
  const agent = createAgent({
    database,
    clock,
    feed,
    logger,
    metrics,
    settings: { tokenKey: key("claim tokens") },
    runners: runnerPools({ database, clock, identify: (ctx) => callers.runner(ctx) }),
  });

  server.addService(IntentService, {
    createIntent: retryable(createIntent(core)),
    getIntent: retryable(getIntent(core)),
    listIntents: retryable(listIntents(core)),
    answerIntent: retryable(answerIntent(core)),
    cancelIntent: retryable(cancelIntent(core)),
  });
  server.addService(AuthService, { authorize: retryable(authorize(core)) });
  server.addService(AgentService, agent.handlers);
  server.addService(RecognitionService, recognition.handlers);
  for (const later of [AccountService, ApiKeyService]) server.addService(later, {});

  return {
    name: "core",
    admin: createAdmin({ database, clock }),
    drain: () => draining.abort(),
    async start() {
      await database.ping();
      await recognition.load();
      await feed.start();
      await relay.start();
      await agent.start();
      recognition.start();
      for (const service of SERVICES) server.setServing(service.typeName, true);
      readiness.set("core", true);
    },
    async stop() {
      readiness.set("core", false, "stopping");
      draining.abort();
      for (const service of SERVICES) server.setServing(service.typeName, false);
      await recognition.stop();
      await agent.stop();
      await relay.stop();
      await feed.stop();
    },
  };
}
