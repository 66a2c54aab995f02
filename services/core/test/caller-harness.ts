// Core's caller side on a real database and a real gRPC socket, without runners.
import { fileURLToPath } from "node:url";

import type { MessageInitShape } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import { type Database, outboxMigrations } from "@openintents/postgres";
import { createLogger, createMetrics, systemClock } from "@openintents/process";
import {
  AnswerChannel,
  AuthService,
  InputAbout,
  InputKind,
  InputRequestSchema,
  IntentService,
  type IntentSpecSchema,
} from "@openintents/proto";
import { type Client, createClient, createRpcServer, grpcTransport } from "@openintents/rpc";
import { testDatabase } from "@openintents/testing";
import { createAdmin } from "../src/admin.ts";
import { createCallers } from "../src/caller.ts";
import { changeIntent, joined } from "../src/change.ts";
import { createCursors } from "../src/cursor.ts";
import type { CoreDeps } from "../src/deps.ts";
import { pausedForInput, started } from "../src/domain/transition.ts";
import { timestampOf } from "../src/domain/values.ts";
import { createFeed } from "../src/feed.ts";
import { answerIntent } from "../src/handlers/answer-intent.ts";
import { authorize } from "../src/handlers/authorize.ts";
import { cancelIntent } from "../src/handlers/cancel-intent.ts";
import { createIntent } from "../src/handlers/create-intent.ts";
import { getIntent } from "../src/handlers/get-intent.ts";
import { listIntents } from "../src/handlers/list-intents.ts";

import { createIntentWriter } from "../src/intent-writer.ts";
import { createRateLimiter } from "../src/rate-limiter.ts";

const migrations = fileURLToPath(new URL("../migrations", import.meta.url));

export type CallerHarness = {
  database: Database;
  deps: CoreDeps;
  admin: ReturnType<typeof createAdmin>;
  intents: Client<typeof IntentService>;
  auth: Client<typeof AuthService>;
  /** Pauses a queued intent with a question, as a runner would. */
  ask(id: string, question: MessageInitShape<typeof InputRequestSchema>): Promise<string>;
  close(): Promise<void>;
};

export async function callerHarness(o: { perMinute?: number; burst?: number } = {}): Promise<CallerHarness> {
  const made = await testDatabase({ schema: "core", migrations: [outboxMigrations, migrations] });
  const { database } = made;
  const logger = createLogger({ service: "core-test", level: "fatal" });
  const metrics = createMetrics({ service: "core-test" });
  const clock = systemClock;
  const feed = createFeed({ database, clock, logger, self: "test", wakeRelay: () => {} });
  const callers = createCallers({
    database,
    clock,
    logger,
    limiter: createRateLimiter(database),
    defaultLimit: { perMinute: o.perMinute ?? 60_000, burst: o.burst ?? 10_000 },
  });
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
    liveMode: false,
    httpWebhooks: false,
    writer: createIntentWriter(database, clock),
    // Intents stay as they were made: nobody understands them here.
    understanding: { wake: () => {} },
  };
  await feed.start();
  const server = createRpcServer({ logger, metrics });
  server.addService(IntentService, {
    createIntent: createIntent(deps),
    getIntent: getIntent(deps),
    listIntents: listIntents(deps),
    answerIntent: answerIntent(deps),
    cancelIntent: cancelIntent(deps),
  });
  server.addService(AuthService, { authorize: authorize(deps) });
  const port = await server.listen("127.0.0.1:0");
  const transport = grpcTransport({ address: `127.0.0.1:${port}` });
  return {
    database,
    deps,
    admin: createAdmin({ database, clock }),
    intents: createClient(IntentService, transport),
    auth: createClient(AuthService, transport),
    async ask(id, init) {
      const now = clock.now();
      const question = create(InputRequestSchema, {
        id: `inp_${id.slice(4)}`,
        kind: InputKind.CHOICE,
        name: "size",
        about: InputAbout.ORDER,
        prompt: "Which size?",
        required: true,
        answerableBy: [AnswerChannel.API, AnswerChannel.HOSTED],
        attempt: 1,
        elicitable: true,
        expiresAt: timestampOf(now + 3600_000),
        createdAt: timestampOf(now),
        ...init,
      });
      await changeIntent(deps, id, async (record, tx) => {
        const change = joined(started(record, now), pausedForInput(record, question, now));
        await tx.query(
          `INSERT INTO input_requests (id, intent_id, kind, name, attempt, opened_at, expires_at)
           VALUES ($1, $2, $3, $4, 1, $5, $6)`,
          [question.id, id, question.kind, question.name, new Date(now), new Date(now + 3600_000)],
        );
        return { change, result: undefined };
      });
      return question.id ?? "";
    },
    async close() {
      await transport.close();
      await server.close(1000);
      await feed.stop();
      await made.close();
    },
  };
}

export function bearer(key: string, more: Record<string, string> = {}) {
  return { metadata: { authorization: `Bearer ${key}`, ...more } };
}

export function mug(more: MessageInitShape<typeof IntentSpecSchema> = {}) {
  return { spec: { intent: "a mug from ok.shop.test", maxAmount: 2500, ...more } };
}
