// What core's handlers work with; made once in service.ts.
import type { Database } from "@openintents/postgres";
import type { Clock, Logger, Metrics } from "@openintents/process";
import type { Callers } from "./caller.ts";
import type { Cursors } from "./cursor.ts";
import type { Feed } from "./feed.ts";
import type { IntentWriter } from "./intent-writer.ts";

export type CoreDeps = {
  database: Database;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  callers: Callers;
  feed: Feed;
  writer: IntentWriter;
  /** Is told of every new intent: its text is to be understood. */
  understanding: { wake(): void };
  cursors: Cursors;
  /** Keys the hashes of answers. */
  answerKey: Buffer;
  /** Aborts when the process is told to stop: holds return what is known. */
  draining: AbortSignal;
  liveMode: boolean;
  /** http webhook targets are allowed somewhere in this installation. */
  httpWebhooks: boolean;
};
