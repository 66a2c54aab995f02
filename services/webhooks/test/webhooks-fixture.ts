import { createHmac, randomBytes } from "node:crypto";
import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { createPostgresEventLog, type EventLog, eventLogMigrations } from "@openintents/events";
import { createDatabase, type Database } from "@openintents/postgres";
import { type Clock, createMetrics, type Metrics, newId, Readiness, systemClock } from "@openintents/process";
import {
  AuthService,
  EnvelopeSchema,
  type EventSchema,
  EventType,
  IntentStatus,
  WebhookService,
} from "@openintents/proto";
import { type Client, createClient, createRpcServer, grpcTransport } from "@openintents/rpc";
import { type Delivery, testDatabase, testLogger } from "@openintents/testing";
import { Webhook } from "standardwebhooks";
import { vi } from "vitest";
import { createWebhooks, migrations, type Webhooks, type WebhooksConfig, type WebhooksDeps } from "../src/index.ts";
import { type FakeAuth, startFakeAuth } from "./fake-auth.ts";

export const ACCOUNT = "acct_a";
export const KEY = "Bearer a-test";
export const LIVE = "Bearer a-live";
export const OTHER = "Bearer b-test";
export const as = (authorization: string, idempotencyKey?: string) => ({
  metadata: { authorization, "idempotency-key": idempotencyKey },
});

export type RunOptions = Partial<WebhooksConfig> &
  Pick<Partial<WebhooksDeps>, "resolve" | "random"> & { clock?: Clock; database?: Database };

export type Running = {
  webhooks: Webhooks;
  client: Client<typeof WebhookService>;
  metrics: Metrics;
  readiness: Readiness;
  stop(): Promise<void>;
};

export type PublishedEvent = {
  id?: string;
  type?: EventType;
  sequence?: number;
  account?: string;
  test?: boolean;
  webhookUrl?: string;
};

export type Fixture = {
  auth: FakeAuth;
  database: Database;
  url: string;
  eventLog: EventLog;
  secretKey: string;
  run(o?: RunOptions): Promise<Running>;
  /** Publishes events of one intent in their order; answers their IDs. */
  publish(intent: string, ...events: PublishedEvent[]): Promise<string[]>;
  /** The deliveries of an event with their attempts' count. */
  deliveries(event: string): Promise<DeliveryView[]>;
  close(): Promise<void>;
};

export type DeliveryView = {
  id: string;
  lane: string;
  endpoint: string | null;
  status: number;
  attempts: number;
  nextAttemptAt: Date | null;
};

/** A database, a Postgres event log, core's check of credentials, and webhook services that run on them. */
export async function webhooksFixture(): Promise<Fixture> {
  const auth = await startFakeAuth();
  const own = await testDatabase({
    schema: "webhooks",
    migrations: [migrations],
    others: [{ schema: "event_log", migrations: [eventLogMigrations] }],
  });
  const logDatabase = createDatabase({
    url: own.url,
    schema: "event_log",
    role: "oi_event_log",
    applicationName: "test",
    logger: testLogger,
  });
  const eventLog = createPostgresEventLog({ database: logDatabase, logger: testLogger });
  await eventLog.start();
  const secretKey = randomBytes(32).toString("base64");
  const scopes = ["webhooks:read", "webhooks:write"];
  auth.credentials.set(KEY, { account: ACCOUNT, test: true, scopes });
  auth.credentials.set(LIVE, { account: ACCOUNT, test: false, scopes });
  auth.credentials.set(OTHER, { account: "acct_b", test: true, scopes });
  auth.credentials.set("Bearer a-reader", { account: ACCOUNT, test: true, scopes: ["webhooks:read"] });
  const running = new Set<Running>();

  return {
    auth,
    database: own.database,
    url: own.url,
    eventLog,
    secretKey,
    async run(o = {}) {
      const { clock = systemClock, database = own.database, resolve, random, ...config } = o;
      const metrics = createMetrics({ service: "webhooks" });
      const readiness = new Readiness();
      const server = createRpcServer({ logger: testLogger, metrics });
      const toAuth = grpcTransport({ address: `127.0.0.1:${auth.port}` });
      const webhooks = createWebhooks(
        {
          secretKey,
          allowNetworks: ["127.0.0.0/8"],
          concurrency: 64,
          endpointConcurrency: 8,
          leaseSeconds: 10,
          drainSeconds: 5,
          ...config,
        },
        {
          database,
          eventLog,
          server,
          auth: createClient(AuthService, toAuth),
          logger: testLogger,
          metrics,
          readiness,
          clock,
          ...(resolve && { resolve }),
          ...(random && { random }),
        },
      );
      const port = await server.listen("127.0.0.1:0");
      await webhooks.start();
      const toWebhooks = grpcTransport({ address: `127.0.0.1:${port}` });
      const one: Running = {
        webhooks,
        client: createClient(WebhookService, toWebhooks),
        metrics,
        readiness,
        async stop() {
          running.delete(one);
          await webhooks.stop();
          await server.close(200);
          await toWebhooks.close();
          await toAuth.close();
        },
      };
      running.add(one);
      return one;
    },
    async publish(intent, ...events) {
      const messages = events.map((event) => message(intent, event));
      await eventLog.publish(messages);
      return messages.map(({ id }) => id);
    },
    async deliveries(event) {
      const { rows } = await own.database.query<DeliveryView>(
        `select id, lane, endpoint, status, attempts, next_attempt_at as "nextAttemptAt"
         from deliveries where event = $1 order by lane`,
        [event],
      );
      return rows;
    },
    async close() {
      for (const one of [...running]) await one.stop();
      await eventLog.close();
      await logDatabase.close();
      await own.close();
      await auth.close();
    },
  };
}

function message(intent: string, event: PublishedEvent) {
  const { id = newId("evt"), type = EventType.INTENT_RUNNING, sequence = 1, account = ACCOUNT, test = true } = event;
  const at = timestampFromMs(Date.now());
  const snapshot: MessageInitShape<typeof EventSchema> = {
    id,
    object: "event",
    type,
    createdAt: at,
    timestamp: at,
    test,
    apiVersion: "2026-11-30",
    account,
    sequence,
    data: {
      case: "intent",
      value: {
        id: intent,
        object: "intent",
        test,
        createdAt: at,
        status: IntentStatus.RUNNING,
        sequence,
        spec: { intent: "a mug", ...(event.webhookUrl && { webhookUrl: event.webhookUrl }) },
      },
    },
  };
  const envelope = create(EnvelopeSchema, {
    id,
    account,
    test,
    committedAt: at,
    payload: { case: "event", value: snapshot },
  });
  return { topic: "events" as const, key: intent, id, value: toBinary(EnvelopeSchema, envelope) };
}

/** Verifies both signatures of a delivery as a receiver would; answers the parsed body. Throws when one is wrong. */
export function verified(delivery: Delivery, secret: string): Record<string, unknown> {
  const headers = Object.fromEntries(
    Object.entries(delivery.headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  const body = new Webhook(secret).verify(delivery.body, headers) as Record<string, unknown>;
  const [, t = "", v1 = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers["openintents-signature"] ?? "") ?? [];
  const expected = createHmac("sha256", secret).update(`${t}.${delivery.body}`).digest("hex");
  if (v1 !== expected || t !== headers["webhook-timestamp"]) throw new Error("OpenIntents-Signature does not verify");
  return body;
}

/** Waits until the condition holds and answers what it answered. */
export const until = <T>(condition: () => Promise<T>) => vi.waitUntil(condition, { timeout: 20_000, interval: 10 });
