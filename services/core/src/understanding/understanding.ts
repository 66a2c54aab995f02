// The worker that understands new intents before any runner is offered them. It works over rows: a
// try takes a row for a while, and what a crash leaves is taken again by whoever is alive.
import type { Database } from "@openintents/postgres";
import { type Clock, type Logger, type Metrics, newId } from "@openintents/process";
import {
  FailureCode,
  fromRecognitionJson,
  type IntentResult,
  IntentResultSchema,
  ResultStatus,
} from "@openintents/proto";
import { API_VERSION, type ChangeFeed } from "../change.ts";
import { planSummary } from "../domain/plan/summary.ts";
import { publications } from "../domain/publication.ts";
import { failed, understood } from "../domain/transition.ts";
import { msOf } from "../domain/values.ts";
import { type PendingText, postponeText, saveUnderstood, takeTexts, type Understood } from "../store/understandings.ts";
import type { Text, TextReader } from "./understand-text.ts";

/** Technical failures of an instance; after the last of them the rules read the text. */
const TRIES = 3;
/** A text that was taken this often and never came back may be what brings processes down. */
const MOST_TRIES = 8;
const RETRY_MS = 1_000;
/** A try that has not ended by then is made again: the process that began it is gone. */
const RULES_LEASE_MS = 5_000;
const ONLINE_LEASE_MS = 30_000;
const ONLINE_TIMEOUT_MS = 20_000;
const BATCH = 16;
const ONLINE_BATCH = 4;
/** While creates are under way a text at a time is understood, and then this many times as long is left to them. */
const DEFERENCE = 25;
const LONGEST_PAUSE_MS = 250;
const IDLE_MS = 1_000;
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

export type Understanding = {
  /** There may be a new text. */
  wake(): void;
  start(): void;
  stop(): Promise<void>;
  /** Understands what is due now; answers how many texts that were. */
  tick(): Promise<number>;
};

export type UnderstandingDeps = {
  database: Database;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  feed: ChangeFeed;
  /** Creates that are under way go first. */
  writer: { readonly busy: boolean };
  /** Known once core has started. */
  reader(): TextReader;
};

type Reading = { result: IntentResult | null; source: string };

/** Nothing of the text is known then, so a person sees all of it before anything is bought. */
const UNREADABLE: Reading = { result: null, source: "none" };

export function createUnderstanding(deps: UnderstandingDeps): Understanding {
  const { database, clock, logger, feed, writer } = deps;
  const seconds = deps.metrics.histogram(
    "understanding_seconds",
    "From an intent's creation to its plan, by what read the text",
    ["source"],
    SECONDS,
  );
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let woken = new AbortController();
  let wanted = false;

  function wake(): void {
    wanted = true;
    woken.abort();
  }

  async function round(most: number): Promise<number> {
    const reader = deps.reader();
    const now = clock.now();
    const again = now + (reader.online ? ONLINE_LEASE_MS : RULES_LEASE_MS);
    const limit = Math.min(most, reader.online ? ONLINE_BATCH : BATCH);
    const texts = await takeTexts(database, { now, again, limit });
    if (texts.length === 0) return 0;
    const readings = await Promise.all(texts.map((text) => readOne(reader, text)));
    const done = texts.flatMap((text, index) => {
      const reading = readings[index];
      return reading ? [settle(text, reading, clock.now())] : [];
    });
    if (done.length > 0) {
      const saved = await saveUnderstood(database, done, clock.now());
      for (const { record, source } of done) {
        const id = record.intent.id ?? "";
        if (!saved.has(id)) continue;
        feed.changed(id, record.intent.sequence ?? 0, record.work !== null);
        seconds.observe({ source }, Math.max(0, clock.now() - (msOf(record.intent.createdAt) ?? 0)) / 1000);
      }
    }
    return texts.length;
  }

  /** Null: tried again later. */
  async function readOne(reader: TextReader, { record, tries }: PendingText): Promise<Reading | null> {
    const { intent } = record;
    const text: Text = { text: intent.spec?.intent ?? "", createdAt: msOf(intent.createdAt) ?? clock.now() };
    if (reader.online && tries <= TRIES) {
      try {
        const o = { signal: stopping.signal, timeoutMs: ONLINE_TIMEOUT_MS };
        return { result: typed(await reader.read(text, o)), source: reader.instance };
      } catch (cause) {
        if (stopping.signal.aborted) return null;
        logger.warn({ err: cause, intent: intent.id, tries }, "a text could not be recognised");
        if (tries < TRIES) {
          await postponeText(database, intent.id ?? "", clock.now() + RETRY_MS * tries);
          return null;
        }
      }
    }
    if (tries > MOST_TRIES) return UNREADABLE;
    try {
      return { result: typed(await reader.readByRules(text, stopping.signal)), source: "rules" };
    } catch (cause) {
      logger.error({ err: cause, intent: intent.id }, "the rules could not read a text");
      return UNREADABLE;
    }
  }

  async function run(): Promise<void> {
    let failing = false;
    while (!stopping.signal.aborted) {
      woken = new AbortController();
      wanted = false;
      const began = clock.monotonic();
      let took = 0;
      try {
        took = await round(writer.busy ? 1 : BATCH);
        failing = false;
      } catch (cause) {
        logger[failing ? "debug" : "warn"]({ err: cause }, "new texts could not be understood");
        failing = true;
      }
      if (took === 0) {
        const idle = AbortSignal.any([woken.signal, stopping.signal]);
        if (!wanted || failing) await clock.sleep(IDLE_MS, failing ? stopping.signal : idle);
      } else if (writer.busy) {
        const pause = Math.min(LONGEST_PAUSE_MS, (clock.monotonic() - began) * DEFERENCE);
        await clock.sleep(pause, stopping.signal);
      }
    }
  }

  return {
    wake,
    start() {
      running ??= run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
    async tick() {
      let all = 0;
      for (let took = await round(BATCH); took > 0; took = await round(BATCH)) all += took;
      return all;
    },
  };
}

function typed(result: unknown): IntentResult {
  return fromRecognitionJson(IntentResultSchema, result);
}

/** The next version of the intent: with its plan, or failed where the text asks for nothing. */
function settle({ record }: PendingText, { result, source }: Reading, now: number): Understood {
  const currency = record.intent.spec?.currency ?? "";
  const change =
    result?.status === ResultStatus.NONE
      ? failed(record, { now, failure: { code: FailureCode.REQUEST_UNCLEAR } })
      : understood(record, { now, summary: planSummary(result, currency) });
  record.intent.sequence = (record.intent.sequence ?? 0) + 1;
  const messages = publications(record, change, { now, newId, apiVersion: API_VERSION });
  return { record, result, source, messages };
}
