import { create, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { createPostgresEventLog, type EventLog, eventLogMigrations } from "@openintents/events";
import { createDatabase, type Database } from "@openintents/postgres";
import { type Clock, createMetrics, newId, Readiness, systemClock } from "@openintents/process";
import { AuthService, EnvelopeSchema, IntentEventType, TimelineService } from "@openintents/proto";
import { type Client, createClient, createRpcServer, grpcTransport } from "@openintents/rpc";
import { testDatabase, testLogger } from "@openintents/testing";
import { vi } from "vitest";
import { createTimeline, migrations, type Timeline } from "../src/index.ts";
import { type FakeAuth, startFakeAuth } from "./fake-auth.ts";

export const ACCOUNT = "acct_a";
export const KEY = "Bearer a-test";
export const as = (authorization: string) => ({ metadata: { authorization } });

export type Running = {
  timeline: Timeline;
  client: Client<typeof TimelineService>;
  readiness: Readiness;
  stop(): Promise<void>;
};

export type Fixture = {
  auth: FakeAuth;
  database: Database;
  eventLog: EventLog;
  /** Starts one replica, on sockets. */
  run(o?: { clock?: Clock; group?: string; retentionDays?: number; database?: Database }): Promise<Running>;
  /** Makes core know an intent whose last event has this number. */
  know(intent: string, o: { last: number; final?: boolean; account?: string; test?: boolean }): void;
  publish(intent: string, ...events: PublishedEvent[]): Promise<void>;
  close(): Promise<void>;
};

export type PublishedEvent = {
  sequence: number;
  type?: IntentEventType;
  at?: number;
  account?: string;
  test?: boolean;
  message?: string;
};

/** A database, a Postgres event log, core's check of credentials, and timelines that run on them. */
export async function timelineFixture(): Promise<Fixture> {
  const auth = await startFakeAuth();
  const own = await testDatabase({
    schema: "timeline",
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
  const scopes = ["intents:read"];
  auth.credentials.set(KEY, { account: ACCOUNT, test: true, scopes });
  auth.credentials.set("Bearer a-live", { account: ACCOUNT, test: false, scopes });
  auth.credentials.set("Bearer b-test", { account: "acct_b", test: true, scopes });
  auth.credentials.set("Bearer a-narrow", { account: ACCOUNT, test: true, scopes: ["webhooks:read"] });
  auth.credentials.set("Bearer a-limited", { account: ACCOUNT, test: true, scopes });
  const running = new Set<Running>();

  return {
    auth,
    database: own.database,
    eventLog,
    async run(o = {}) {
      const metrics = createMetrics({ service: "timeline" });
      const readiness = new Readiness();
      const server = createRpcServer({ logger: testLogger, metrics });
      const toAuth = grpcTransport({ address: `127.0.0.1:${auth.port}` });
      const timeline = createTimeline(
        { consumerGroup: o.group ?? "timeline", retentionDays: o.retentionDays ?? 396 },
        {
          database: o.database ?? own.database,
          eventLog,
          server,
          auth: createClient(AuthService, toAuth),
          logger: testLogger,
          metrics,
          readiness,
          clock: o.clock ?? systemClock,
        },
      );
      const port = await server.listen("127.0.0.1:0");
      await timeline.start();
      const toTimeline = grpcTransport({ address: `127.0.0.1:${port}` });
      const one: Running = {
        timeline,
        client: createClient(TimelineService, toTimeline),
        readiness,
        async stop() {
          running.delete(one);
          await timeline.stop();
          await server.close(200);
          await toTimeline.close();
          await toAuth.close();
        },
      };
      running.add(one);
      return one;
    },
    know(intent, o) {
      auth.intents.set(intent, {
        account: o.account ?? ACCOUNT,
        test: o.test ?? true,
        last: o.last,
        final: o.final ?? false,
      });
    },
    publish: (intent, ...events) => eventLog.publish(events.map((event) => message(intent, event))),
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
  const id = newId("tev");
  const at = timestampFromMs(event.at ?? Date.now());
  const envelope = create(EnvelopeSchema, {
    id,
    account: event.account ?? ACCOUNT,
    test: event.test ?? true,
    committedAt: at,
    payload: {
      case: "intentEvent",
      value: {
        id,
        object: "intent_event",
        test: event.test ?? true,
        intent,
        sequence: event.sequence,
        type: event.type ?? IntentEventType.NOTE,
        message: event.message ?? `Step ${event.sequence}.`,
        createdAt: at,
      },
    },
  });
  return { topic: "timeline" as const, key: intent, id, value: toBinary(EnvelopeSchema, envelope) };
}

/** Events 1 to `count` of an intent. */
export const steps = (count: number): PublishedEvent[] =>
  Array.from({ length: count }, (_, index) => ({ sequence: index + 1 }));

/** Waits until the condition holds. */
export const until = (condition: () => Promise<boolean>) => vi.waitUntil(condition, { timeout: 20_000, interval: 10 });
