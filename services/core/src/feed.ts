// One change feed per process: whoever waits for an intent, for work or for a signal hears
// at once of this process's commits and, by batched notifications, of the others'. A slow
// look at the database covers a notification that a crash swallowed.
import type { Database } from "@openintents/postgres";
import type { Clock, Logger } from "@openintents/process";
import type { ChangeFeed } from "./change.ts";

const CHANNEL = "core_feed";
/** Postgres refuses payloads of 8000 bytes. */
const PAYLOAD_BYTES = 7_500;
const BATCH_MS = 5;
const NET_MS = 1_000;

export type Feed = ChangeFeed & {
  /** Calls `fn` with the version after each change of the intent. Returns how to stop. */
  onIntent(id: string, fn: (version: number) => void): () => void;
  onWork(fn: () => void): () => void;
  onSignal(runnerId: string, fn: () => void): () => void;
  signalled(runnerId: string): void;
  start(): Promise<void>;
  stop(): Promise<void>;
};

type Listeners<T> = Map<string, Set<(value: T) => void>>;

export function createFeed(deps: {
  database: Database;
  clock: Clock;
  logger: Logger;
  self: string;
  wakeRelay: () => void;
}): Feed {
  const { database, clock, logger, self } = deps;
  const intents: Listeners<number> = new Map();
  const signals: Listeners<void> = new Map();
  const work = new Set<() => void>();
  let pending: string[] = [];
  let unlisten: (() => Promise<void>) | null = null;
  let cancelBatch: (() => void) | null = null;
  let cancelNet: (() => void) | null = null;
  let running = false;

  const emitWork = () => {
    for (const fn of work) fn();
  };

  function enqueue(entry: string): void {
    if (!running) return;
    pending.push(entry);
    cancelBatch ??= clock.timer(BATCH_MS, flush);
  }

  function flush(): void {
    cancelBatch = null;
    for (const payload of payloads(self, pending)) {
      database.notify(CHANNEL, payload).catch((cause) => logger.debug({ err: cause }, "a notification was not sent"));
    }
    pending = [];
  }

  function receive(payload: string): void {
    if (payload === "") {
      // The connection was away: anything may have been missed.
      emitWork();
      for (const id of signals.keys()) emit(signals, id, undefined);
      lookAtIntents();
      return;
    }
    const [sender, ...entries] = payload.split("\n");
    if (sender === self) return;
    let wanted = false;
    for (const entry of entries) {
      const [kind, id = "", version = "0"] = entry.split(":");
      if (kind === "i") emit(intents, id, Number(version));
      else if (kind === "s") emit(signals, id, undefined);
      else if (kind === "w") wanted = true;
    }
    if (wanted) emitWork();
  }

  /** Once a second while calls are held; work and signals have their own clocks behind them. */
  function lookAtIntents(): void {
    const ids = [...intents.keys()];
    if (ids.length === 0) return;
    database
      .query<{ id: string; version: number }>("SELECT id, version FROM intents WHERE id = ANY($1)", [ids], {
        name: "feed_versions",
      })
      .then(({ rows }) => {
        for (const row of rows) emit(intents, row.id, row.version);
      })
      .catch((cause) => logger.debug({ err: cause }, "the waiting intents could not be looked at"));
  }

  function net(): void {
    if (!running) return;
    if (intents.size > 0) lookAtIntents();
    cancelNet = clock.timer(NET_MS, net);
  }

  return {
    changed(id, version, workWanted) {
      deps.wakeRelay();
      emit(intents, id, version);
      enqueue(`i:${id}:${version}`);
      if (workWanted) {
        emitWork();
        enqueue("w");
      }
    },
    signalled(runnerId) {
      emit(signals, runnerId, undefined);
      enqueue(`s:${runnerId}`);
    },
    onIntent: (id, fn) => listen(intents, id, fn),
    onSignal: (id, fn) => listen(signals, id, fn),
    onWork(fn) {
      work.add(fn);
      return () => work.delete(fn);
    },
    async start() {
      running = true;
      unlisten = await database.listen(CHANNEL, receive);
      cancelNet = clock.timer(NET_MS, net);
    },
    async stop() {
      running = false;
      cancelNet?.();
      cancelBatch?.();
      await unlisten?.();
    },
  };
}

function payloads(self: string, entries: string[]): string[] {
  const made: string[] = [];
  let current = self;
  for (const entry of new Set(entries)) {
    if (current.length + entry.length + 1 > PAYLOAD_BYTES) {
      made.push(current);
      current = self;
    }
    current += `\n${entry}`;
  }
  if (current !== self) made.push(current);
  return made;
}

function listen<T>(listeners: Listeners<T>, id: string, fn: (value: T) => void): () => void {
  const set = listeners.get(id) ?? new Set();
  listeners.set(id, set.add(fn));
  return () => {
    set.delete(fn);
    if (set.size === 0 && listeners.get(id) === set) listeners.delete(id);
  };
}

function emit<T>(listeners: Listeners<T>, id: string, value: T): void {
  for (const fn of listeners.get(id) ?? []) fn(value);
}
