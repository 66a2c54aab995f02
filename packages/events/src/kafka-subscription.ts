import type { Clock, Logger } from "@openintents/process";
import { createBackoff } from "./backoff.ts";
import { deliver } from "./deliver.ts";
import type { Handle, ReceivedMessage, Subscription, Topic } from "./event-log.ts";
import {
  type EachBatchPayload,
  HEARTBEAT_MS,
  ID_HEADER,
  type KafkaClient,
  type KafkaConsumer,
  type KafkaMessage,
} from "./kafka-client.ts";

const MAX_BATCH = 500;

function received(topic: Topic, name: string, partition: number, message: KafkaMessage): ReceivedMessage {
  const position = `${partition}:${message.offset}`;
  const id = message.headers?.[ID_HEADER];
  return {
    topic,
    key: message.key?.toString() ?? "",
    // A stranger's message has no id header; its place names it as well.
    id: id === undefined ? `${name}:${position}` : id.toString(),
    value: message.value ?? Buffer.alloc(0),
    position,
  };
}

/** Follows one topic for one group; Kafka shares the partitions, and with them the keys, among the group. */
export function subscribeToKafka(o: {
  client: KafkaClient;
  /** Resolves when the topics exist. */
  ready: () => Promise<unknown>;
  topic: Topic;
  group: string;
  maxBatch?: number;
  handle: Handle;
  clock: Clock;
  logger: Logger;
}): Subscription {
  const { client, topic, group, clock } = o;
  const maxBatch = o.maxBatch ?? MAX_BATCH;
  const logger = o.logger.child({ topic, group });
  const stopped = new AbortController();

  // A consumer that is leaving drops what it is told to commit, so leaving waits for these.
  const inHand = new Set<Promise<void>>();

  async function eachBatch(consumer: KafkaConsumer, payload: EachBatchPayload): Promise<void> {
    if (stopped.signal.aborted) return;
    const work = handleFetched(consumer, payload);
    inHand.add(work);
    try {
      await work;
    } finally {
      inHand.delete(work);
    }
  }

  /** Handles what one fetch brought of one partition, in runs, committing after each. */
  async function handleFetched(consumer: KafkaConsumer, payload: EachBatchPayload): Promise<void> {
    const { batch, heartbeat, resolveOffset, isRunning, isStale } = payload;
    // Long handling must not look like death. When the group changes meanwhile, the
    // heartbeat says so, and a batch that still fails is left to whom it belongs then.
    const left = new AbortController();
    let failure: unknown;
    const beat = setInterval(() => {
      heartbeat().catch((error: unknown) => {
        failure ??= error;
        left.abort();
      });
    }, HEARTBEAT_MS);
    const signal = AbortSignal.any([stopped.signal, left.signal]);
    try {
      for (let start = 0; start < batch.messages.length; start += maxBatch) {
        if (!isRunning() || isStale() || signal.aborted) break;
        const run = batch.messages.slice(start, start + maxBatch);
        const last = run.at(-1);
        if (last === undefined) break;
        const messages = run.map((message) => received(topic, batch.topic, batch.partition, message));
        if (!(await deliver({ handle: o.handle, batch: messages, signal, clock, logger }))) break;
        resolveOffset(last.offset);
        const offset = String(BigInt(last.offset) + 1n);
        await consumer.commitOffsets([{ topic: batch.topic, partition: batch.partition, offset }]);
        await heartbeat();
      }
    } finally {
      clearInterval(beat);
    }
    if (failure !== undefined) throw failure;
  }

  async function connect(): Promise<KafkaConsumer> {
    await o.ready();
    const consumer = client.consumer(group);
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [client.nameOf(topic)], fromBeginning: true });
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        eachBatch: (payload) => eachBatch(consumer, payload),
      });
      return consumer;
    } catch (error) {
      await consumer.disconnect();
      throw error;
    }
  }

  async function connectUntilDone(): Promise<KafkaConsumer | undefined> {
    const backoff = createBackoff();
    while (!stopped.signal.aborted) {
      try {
        return await connect();
      } catch (error) {
        const pause = backoff.next();
        logger.warn({ err: error, retry_ms: Math.round(pause) }, "cannot join the event log, will retry");
        await clock.sleep(pause, stopped.signal);
      }
    }
    return undefined;
  }

  const connected = connectUntilDone();
  let stopping: Promise<void> | undefined;
  return {
    stop() {
      stopped.abort();
      stopping ??= connected.then(async (consumer) => {
        await Promise.allSettled(inHand);
        await consumer?.disconnect();
      });
      return stopping;
    },
    async lag() {
      await o.ready();
      return client.lag(client.nameOf(topic), group);
    },
  };
}
