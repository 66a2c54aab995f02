// Core's two sides on a real database and a real gRPC socket, with a clock that tests move.
import { fileURLToPath } from "node:url";
import { fromBinary, type MessageInitShape } from "@bufbuild/protobuf";
import { type Database, outboxMigrations } from "@openintents/postgres";
import { createLogger, createMetrics, type Logger, type ManualClock, manualClock } from "@openintents/process";
import {
  AgentService,
  EnvelopeSchema,
  EventTypeSchema,
  enumName,
  IntentEventTypeSchema,
  IntentService,
  type IntentSpecSchema,
} from "@openintents/proto";
import { type Client, createClient, createRpcServer, grpcTransport } from "@openintents/rpc";
import { testDatabase } from "@openintents/testing";
import { createAdmin } from "../src/admin.ts";
import { runnerPools } from "../src/agent/runner-pools.ts";
import type { AgentTuning } from "../src/agent/settings.ts";
import { type Agent, createAgent } from "../src/agent.ts";
import { createCallers } from "../src/caller.ts";
import { createCursors } from "../src/cursor.ts";
import type { CoreDeps } from "../src/deps.ts";
import type { PurchaseAttempt } from "../src/domain/attempt.ts";
import type { IntentRecord } from "../src/domain/record.ts";
import { createFeed } from "../src/feed.ts";
import { answerIntent } from "../src/handlers/answer-intent.ts";
import { cancelIntent } from "../src/handlers/cancel-intent.ts";
import { createIntent } from "../src/handlers/create-intent.ts";
import { createIntentWriter } from "../src/intent-writer.ts";
import { createRateLimiter } from "../src/rate-limiter.ts";
import { findAttempts } from "../src/store/attempts.ts";
import { INTENT_COLUMNS, toRecord } from "../src/store/intents.ts";
import type { PoolInit } from "../src/store/pools.ts";
import type { TextReader } from "../src/understanding/understand-text.ts";
import { createUnderstanding, type Understanding } from "../src/understanding/understanding.ts";
import { plainReader } from "./plain-result.ts";

const migrations = fileURLToPath(new URL("../migrations", import.meta.url));

export type Caller = { account: string; intents: Client<typeof IntentService> };

export type AgentHarness = {
  clock: ManualClock;
  database: Database;
  agent: Agent;
  admin: ReturnType<typeof createAdmin>;
  /** Lines that were logged with an `alert`. */
  alerts: Record<string, unknown>[];
  caller: Caller;
  newCaller(mode?: "test" | "live"): Promise<Caller>;
  /** A key of the pool, made if need be. */
  runnerKey(pool?: string): Promise<{ id: string; secret: string }>;
  agentClient(key: string): Client<typeof AgentService>;
  /** Makes an intent and has its text understood. */
  create(spec?: MessageInitShape<typeof IntentSpecSchema>, caller?: Caller): Promise<string>;
  understanding: Understanding;
  /** Who reads the texts from now on; each is one plain wish to the first reader. */
  readBy(reader: TextReader): void;
  record(id: string): Promise<IntentRecord>;
  attempts(id: string): Promise<PurchaseAttempt[]>;
  /** Types of the timeline lines and webhook events, in order. */
  timeline(id: string): Promise<string[]>;
  events(id: string): Promise<string[]>;
  /** Sentences of the timeline. */
  messages(id: string): Promise<string[]>;
  /** Moves the clock and runs core's clocks once there. */
  pass(ms: number): Promise<void>;
  /** Forgets every intent, and every pool that a test made. */
  reset(): Promise<void>;
  close(): Promise<void>;
};

export const simulator: PoolInit = {
  name: "simulator",
  mode: "test",
  drivers: ["simulator"],
  leaseMs: 5_000,
  heartbeatMs: 1_000,
  lookupGapMs: 1_000,
};

export async function agentHarness(
  o: { pools?: PoolInit[]; tuning?: Partial<AgentTuning>; connections?: number } = {},
): Promise<AgentHarness> {
  const made = await testDatabase({
    schema: "core",
    migrations: [outboxMigrations, migrations],
    ...(o.connections === undefined ? {} : { max: o.connections }),
  });
  const { database } = made;
  const alerts: Record<string, unknown>[] = [];
  const logger = alertLogger(alerts);
  const metrics = createMetrics({ service: "core-test" });
  const clock = manualClock(Date.now());
  const admin = createAdmin({ database, clock });
  const feed = createFeed({ database, clock, logger, self: "test", wakeRelay: () => {} });
  const callers = createCallers({
    database,
    clock,
    logger,
    limiter: createRateLimiter(database),
    defaultLimit: { perMinute: 1_000_000, burst: 1_000_000 },
  });
  const writer = createIntentWriter(database, clock);
  let reader = plainReader;
  const understanding = createUnderstanding({ database, clock, logger, metrics, feed, writer, reader: () => reader });
  const deps: CoreDeps = {
    database,
    clock,
    logger,
    metrics,
    callers,
    feed,
    cursors: createCursors(Buffer.alloc(32, 1)),
    answerKey: Buffer.alloc(32, 2),
    draining: new AbortController().signal,
    liveMode: true,
    httpWebhooks: false,
    writer,
    // The loop of the worker stays off, as that of the clocks does.
    understanding: { wake: () => {} },
  };
  const agent = createAgent({
    database,
    clock,
    feed,
    logger,
    metrics,
    settings: { tokenKey: Buffer.alloc(32, 3), awayMs: 1e15, reportsPerSecond: 1_000, ...o.tuning },
    runners: runnerPools({ database, clock, identify: (ctx) => callers.runner(ctx) }),
  });
  const pools = o.pools ?? [simulator];
  for (const pool of pools) await admin.createPool(pool);
  await feed.start();
  const server = createRpcServer({ logger, metrics });
  server.addService(AgentService, agent.handlers);
  server.addService(IntentService, {
    createIntent: createIntent(deps),
    answerIntent: answerIntent(deps),
    cancelIntent: cancelIntent(deps),
  });
  const transport = grpcTransport({ address: `127.0.0.1:${await server.listen("127.0.0.1:0")}` });
  // The loop of the clocks stays off: tests run each tick themselves.
  const stopWork = feed.onWork(() => agent.wake());

  async function newCaller(mode: "test" | "live" = "test"): Promise<Caller> {
    const { id, testKey, liveKey } = await admin.createAccount({ name: "Test" });
    const { secret } = mode === "test" ? testKey : liveKey;
    const metadata = () => ({ authorization: `Bearer ${secret}` });
    return { account: id, intents: createClient(IntentService, transport, { metadata }) };
  }
  const caller = await newCaller();

  async function decoded(id: string, topic: string) {
    const { rows } = await database.query<{ value: Buffer }>(
      "SELECT value FROM outbox WHERE key = $1 AND topic = $2 ORDER BY id",
      [id, topic],
    );
    return rows.map((row) => fromBinary(EnvelopeSchema, row.value).payload);
  }

  return {
    clock,
    database,
    agent,
    admin,
    alerts,
    caller,
    newCaller,
    understanding,
    readBy(next) {
      reader = next;
    },
    runnerKey: (pool = "simulator") => admin.createRunnerKey({ pool }),
    agentClient: (key) =>
      createClient(AgentService, transport, { metadata: () => ({ authorization: `Bearer ${key}` }) }),
    async create(spec = {}, by = caller) {
      const { intent } = await by.intents.createIntent({
        spec: { intent: "a mug from ok.shop.test", maxAmount: 2500, ...spec },
      });
      await understanding.tick();
      return intent?.id ?? "";
    },
    async record(id) {
      const { rows } = await database.query(`SELECT ${INTENT_COLUMNS} FROM intents WHERE id = $1`, [id]);
      if (!rows[0]) throw new Error(`no intent ${id}`);
      return toRecord(rows[0]);
    },
    attempts: (id) => findAttempts(database, [id]),
    async timeline(id) {
      const payloads = await decoded(id, "timeline");
      return payloads.flatMap((p) =>
        p.case === "intentEvent" ? [enumName(IntentEventTypeSchema, p.value.type ?? 0) ?? "?"] : [],
      );
    },
    async events(id) {
      const payloads = await decoded(id, "events");
      return payloads.flatMap((p) => (p.case === "event" ? [enumName(EventTypeSchema, p.value.type ?? 0) ?? "?"] : []));
    },
    async messages(id) {
      const payloads = await decoded(id, "timeline");
      return payloads.flatMap((p) => (p.case === "intentEvent" ? [p.value.message ?? ""] : []));
    },
    async pass(ms) {
      await clock.advance(ms);
      await agent.tick();
    },
    async reset() {
      await database.query(
        "TRUNCATE intents, understandings, claims, attempts, signals, input_requests, idempotency_keys, runners, clock_beats, outbox",
      );
      await database.query("DELETE FROM pool_keys");
      await database.query("DELETE FROM pools");
      for (const pool of pools) await admin.createPool(pool);
      alerts.length = 0;
      // What this process remembers of the pools is older than this.
      await clock.advance(5_000);
    },
    async close() {
      stopWork();
      await agent.stop();
      await transport.close();
      await server.close(1000);
      await feed.stop();
      await made.close();
    },
  };
}

function alertLogger(alerts: Record<string, unknown>[]): Logger {
  const destination = {
    write(line: string) {
      const entry = JSON.parse(line);
      if (entry.alert !== undefined) alerts.push(entry);
      else if (process.env.TEST_LOG_LEVEL) process.stderr.write(line);
    },
  };
  return createLogger({ service: "core-test", level: "warn", destination });
}
