// The recognition side of core: RecognitionService, the desk of host mode over the shared records, and
// the worker that understands new intents.
import { type Database, sqlState } from "@openintents/postgres";
import { type Clock, ConfigError, type Logger, type Metrics } from "@openintents/process";
import type { RecognitionService } from "@openintents/proto";
import { IntentError } from "@openintents/recognition";
import { createHostDesk, hostRecogniser } from "@openintents/recognition/host";
import type { Handlers } from "@openintents/rpc";
import type { Callers } from "./caller.ts";
import type { ChangeFeed } from "./change.ts";
import { retryable } from "./database-away.ts";
import { accept } from "./handlers/recognition/accept.ts";
import { cancel } from "./handlers/recognition/cancel.ts";
import { listInstances } from "./handlers/recognition/list-instances.ts";
import { parse } from "./handlers/recognition/parse.ts";
import { prepare } from "./handlers/recognition/prepare.ts";
import type { RecognitionDeps } from "./handlers/recognition/recognition-call.ts";
import { loadRecognisers, type Recognisers, type RecognitionConfig } from "./recognition/recognisers.ts";
import { createHostRecordStore } from "./store/host-records.ts";
import { createTextReader, type TextReader } from "./understanding/understand-text.ts";
import { createUnderstanding, type Understanding } from "./understanding/understanding.ts";

const SWEEP_MS = 60_000;
/** A host request that nobody came back to. */
const IDLE_MS = 24 * 3_600_000;

export type Recognition = {
  handlers: Handlers<typeof RecognitionService>;
  understanding: Understanding;
  /** Reads the configuration; rejects with a sentence that says what is wrong with it. */
  load(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

export type RecognitionSideDeps = {
  database: Database;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  callers: Callers;
  feed: ChangeFeed;
  writer: { readonly busy: boolean };
};

export function createRecognition(config: RecognitionConfig, deps: RecognitionSideDeps): Recognition {
  const { database, clock, logger, callers } = deps;
  const store = createHostRecordStore(database);
  let loaded: { recognisers: Recognisers; reader: TextReader } | null = null;
  let cancelSweep = () => {};
  const ready = () => {
    if (!loaded) throw new Error("recognition is not loaded yet");
    return loaded;
  };
  const desk = createHostDesk({
    store,
    clock,
    recogniser(name) {
      const instance = ready().recognisers.instances.get(name);
      return instance && hostRecogniser(instance.intent);
    },
  });
  const calls: RecognitionDeps = { callers, desk, recognisers: () => ready().recognisers };
  const understanding = createUnderstanding({ ...deps, reader: () => ready().reader });

  function sweep(): void {
    const now = clock.now();
    store.sweep({ now, idleBefore: now - IDLE_MS }).catch((cause: unknown) => {
      logger.debug({ err: cause, state: sqlState(cause) }, "the records of host mode could not be swept");
    });
    cancelSweep = clock.timer(SWEEP_MS, sweep);
  }

  return {
    handlers: {
      listInstances: retryable(listInstances(calls)),
      parse: retryable(parse(calls)),
      prepare: retryable(prepare(calls)),
      accept: retryable(accept(calls)),
      cancel: retryable(cancel(calls)),
    },
    understanding,
    async load() {
      if (loaded) return;
      const recognisers = await loadRecognisers(config).catch((cause: unknown) => {
        // What is wrong stands in the configuration, so that the sentence is enough.
        throw cause instanceof IntentError ? new ConfigError(`RECOGNITION_CONFIG: ${cause.message}`) : cause;
      });
      loaded = { recognisers, reader: createTextReader(recognisers) };
    },
    start() {
      understanding.start();
      cancelSweep = clock.timer(SWEEP_MS, sweep);
    },
    async stop() {
      cancelSweep();
      await understanding.stop();
      await desk.close();
      await loaded?.recognisers.close();
    },
  };
}
