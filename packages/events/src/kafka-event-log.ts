import { systemClock } from "@openintents/process";
import { type EventLog, type LogMessage, RETENTION_DAYS, type Subscription, TOPICS } from "./event-log.ts";
import { createKafkaClient, type KafkaOptions } from "./kafka-client.ts";
import { subscribeToKafka } from "./kafka-subscription.ts";
import { splitBySize } from "./split-by-size.ts";

const DAY_MS = 86_400_000;
/** How large a batch of records may be in topics of ours, and in those made with Kafka's defaults. */
const OUR_MAX_BYTES = 8 * 1024 * 1024;
const KAFKA_MAX_BYTES = 1_048_588;

/** The event log on a Kafka cluster (3.x or 4.x). */
export function createKafkaEventLog(o: KafkaOptions): EventLog {
  const { logger } = o;
  const client = createKafkaClient(o);
  const subscriptions = new Set<Subscription>();
  const closed = new AbortController();
  let preparing: Promise<Map<string, number>> | undefined;
  let publishing: Promise<unknown> = Promise.resolve();

  /** Makes missing topics and tells how large a batch each accepts. */
  async function prepare(): Promise<Map<string, number>> {
    await client.connect();
    const existing = new Set(await client.topics());
    const missing = TOPICS.filter((topic) => !existing.has(client.nameOf(topic)));
    if (missing.length > 0) {
      await client.createTopics(
        missing.map((topic) => ({
          name: client.nameOf(topic),
          settings: {
            "retention.ms": String(RETENTION_DAYS[topic] * DAY_MS),
            "cleanup.policy": "delete",
            "max.message.bytes": String(OUR_MAX_BYTES),
          },
        })),
      );
      logger.info({ topics: missing }, "topics created");
    }
    try {
      return await client.settings(TOPICS.map(client.nameOf), "max.message.bytes");
    } catch (error) {
      logger.info({ err: error }, "cannot read the topics' settings, so batches stay below Kafka's default size");
      return new Map();
    }
  }

  function ready(): Promise<Map<string, number>> {
    if (closed.signal.aborted) return Promise.reject(new Error("the event log is closed"));
    preparing ??= prepare().catch((error: unknown) => {
      preparing = undefined;
      throw error;
    });
    return preparing;
  }

  async function send(messages: LogMessage[]): Promise<void> {
    const limits = await ready();
    for (const [topic, all] of Map.groupBy(messages, (message) => message.topic)) {
      const name = client.nameOf(topic);
      // A tenth is left for what the batch itself takes.
      const limit = Math.floor((limits.get(name) ?? KAFKA_MAX_BYTES) * 0.9);
      for (const run of splitBySize(all, limit)) await client.send(name, run);
    }
  }

  return {
    async start() {
      try {
        await ready();
      } catch (error) {
        logger.warn({ err: error }, "cannot reach Kafka yet, will retry when it is needed");
      }
    },
    publish(messages) {
      // Two calls at once must not change places on the way.
      const sent = publishing.then(() => send(messages));
      publishing = sent.catch(() => undefined);
      return sent;
    },
    async subscribe(options) {
      if (closed.signal.aborted) throw new Error("the event log is closed");
      const subscription = subscribeToKafka({ ...options, client, ready, clock: systemClock, logger });
      subscriptions.add(subscription);
      return subscription;
    },
    async close() {
      closed.abort();
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      await publishing;
      await client.disconnect();
    },
  };
}
