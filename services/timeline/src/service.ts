import { createConsumer, type EventLog } from "@openintents/events";
import type { Database } from "@openintents/postgres";
import type { Clock, Logger, Metrics, Readiness, Service } from "@openintents/process";
import { type AuthService, TimelineService } from "@openintents/proto";
import type { Client, RpcServer } from "@openintents/rpc";
import type { TimelineConfig } from "./config.ts";
import { EventReader } from "./event-reader.ts";
import { listIntentEvents } from "./handlers/list-intent-events.ts";
import { watchIntentEvents } from "./handlers/watch-intent-events.ts";
import { IntentNotifier } from "./intent-notifier.ts";
import { createProjection, TIMELINE_CHANNEL } from "./projection.ts";
import { createRetention } from "./retention.ts";
import { readCursorKey } from "./store.ts";

export type TimelineDeps = {
  /** Acts as the role that owns the schema `timeline`, migrated. */
  database: Database;
  eventLog: EventLog;
  server: RpcServer;
  auth: Client<typeof AuthService>;
  logger: Logger;
  metrics: Metrics;
  readiness: Readiness;
  clock: Clock;
};

export type Timeline = Service & {
  /** Deletes what is past its retention now; the service does so every hour by itself. */
  sweep(): Promise<number>;
};

/**
 * The timeline service: follows the topic `timeline` into its own table and answers
 * TimelineService on `server`. Its methods are added at once, answered from `start` on.
 */
export function createTimeline(config: TimelineConfig, deps: TimelineDeps): Timeline {
  const { database, clock, logger, readiness } = deps;
  const notifier = new IntentNotifier(clock);
  const reader = new EventReader(database);
  const retention = createRetention({ database, clock, logger, retentionDays: config.retentionDays });
  const consumer = createConsumer({
    log: deps.eventLog,
    topic: "timeline",
    group: config.consumerGroup,
    database,
    handle: createProjection(logger),
    logger,
    metrics: deps.metrics,
    clock,
  });

  let cursorKey: Promise<Uint8Array> | undefined;
  const readKey = () => {
    cursorKey ??= readCursorKey(database).catch((error: unknown) => {
      cursorKey = undefined;
      throw error;
    });
    return cursorKey;
  };

  const handlerDeps = { auth: deps.auth, reader, notifier, cursorKey: readKey, clock };
  deps.server.addService(TimelineService, {
    listIntentEvents: (request, ctx) => listIntentEvents(handlerDeps, request, ctx),
    watchIntentEvents: (request, ctx) => watchIntentEvents(handlerDeps, request, ctx),
  });
  readiness.set("timeline", false, "starting");

  function receive(payload: string): void {
    if (payload === "") {
      // The connection was away: any intent may have news.
      reader.forgetAll();
      notifier.wakeAll();
      return;
    }
    for (const intent of payload.split(" ")) {
      reader.forget(intent);
      notifier.wake(intent);
    }
  }

  let unlisten: (() => Promise<void>) | undefined;
  let stopping: Promise<void> | undefined;

  async function stop(): Promise<void> {
    deps.server.setServing(TimelineService.typeName, false);
    readiness.set("timeline", false, "stopping");
    notifier.close();
    await retention.stop();
    await consumer.stop();
    await unlisten?.();
  }

  return {
    name: "timeline",
    async start() {
      unlisten = await database.listen(TIMELINE_CHANNEL, receive);
      await readKey();
      await consumer.start();
      retention.start();
      deps.server.setServing(TimelineService.typeName, true);
      readiness.set("timeline", true);
    },
    stop() {
      stopping ??= stop();
      return stopping;
    },
    sweep: () => retention.sweep(),
  };
}
