// One create as our core writes it, taken from the database: what the baselines write again.
import { fromBinary } from "@bufbuild/protobuf";
import { openSchema } from "@openintents/all";
import { createCore } from "@openintents/core";
import type { EventLog } from "@openintents/events";
import { createLogger, createMetrics, Readiness, systemClock } from "@openintents/process";
import { CreateIntentRequestSchema, CreateIntentResponseSchema, IntentService, toWire } from "@openintents/proto";
import { createClient, createRpcServer } from "@openintents/rpc";
import type { Account } from "./account.ts";
import { orderBytes } from "./order.ts";
import type { Room } from "./postgres.ts";

const logger = createLogger({ service: "bench", level: "warn" });

/** JSON can carry it to a process; bytes are base64. */
export type Pattern = {
  /** The intent as REST answers it. */
  answer: Record<string, unknown>;
  account: string;
  metadata: string;
  intent: string;
  request: string;
  outbox: { topic: string; value: string }[];
};

/** Core writes one intent while its relay has not started; the rows are read and removed. */
export async function takePattern(room: Room, account: Account): Promise<Pattern> {
  const database = openSchema(room.url, "core", { logger });
  const metrics = createMetrics({ service: "bench" });
  const server = createRpcServer({ logger, metrics });
  const eventLog: EventLog = {
    async start() {},
    publish: () => Promise.reject(new Error("nothing is published here")),
    subscribe: () => Promise.reject(new Error("nothing is published here")),
    async close() {},
  };
  createCore(
    {
      secretKey: account.coreKey,
      requestsPerMinute: 600,
      requestBurst: 100,
      liveMode: false,
      httpWebhooks: false,
      recognition: { mode: null, config: null, env: {} },
    },
    { database, eventLog, server, logger, metrics, readiness: new Readiness(), clock: systemClock },
  );
  try {
    const client = createClient(IntentService, server.inProcess());
    const reply = await client.createIntent(fromBinary(CreateIntentRequestSchema, orderBytes()), {
      metadata: { authorization: `Bearer ${account.apiKey}` },
    });
    return { answer: toWire(CreateIntentResponseSchema, reply) as Record<string, unknown>, ...(await rows(room)) };
  } finally {
    await server.close(1_000);
    await database.close();
  }
}

async function rows({ admin }: Room): Promise<Omit<Pattern, "answer">> {
  type IntentRow = { account_id: string; metadata: unknown; intent: Buffer; request: Buffer };
  const made = await admin.query<IntentRow>("delete from core.intents returning account_id, metadata, intent, request");
  const sent = await admin.query<{ topic: string; value: Buffer }>(
    "with sent as (delete from core.outbox returning *) select topic, value from sent order by id",
  );
  const [row] = made.rows;
  if (made.rows.length !== 1 || !row || sent.rows.length === 0) throw new Error("core did not write one intent");
  return {
    account: row.account_id,
    metadata: JSON.stringify(row.metadata),
    intent: row.intent.toString("base64"),
    request: row.request.toString("base64"),
    outbox: sent.rows.map(({ topic, value }) => ({ topic, value: value.toString("base64") })),
  };
}
