// The only file that knows kafkajs: other files get what they need of it from here.
import type { Logger } from "@openintents/process";
import type { Admin, Consumer, Producer, SASLOptions } from "kafkajs";
import kafkajs from "kafkajs";
import type { LogMessage, Topic } from "./event-log.ts";
import { silenceNegativeTimeoutWarning } from "./kafka-warnings.ts";

export type { Consumer as KafkaConsumer, EachBatchPayload, KafkaMessage } from "kafkajs";

export type KafkaSasl = {
  mechanism: "plain" | "scram-sha-256" | "scram-sha-512";
  username: string;
  password: string;
};

export type KafkaOptions = {
  /** host:port of some brokers; they name the others. */
  brokers: string[];
  clientId: string;
  tls?: boolean;
  sasl?: KafkaSasl;
  /** Of topics that do not exist yet; default 12. */
  partitions?: number;
  /** Of topics that do not exist yet; default the broker's. */
  replicationFactor?: number;
  /** Put before the topics' names, for clusters that are shared. */
  topicPrefix?: string;
  compression?: "none" | "gzip";
  logger: Logger;
};

// Its exports cannot be imported by name from an ES module.
const { CompressionTypes, ConfigResourceTypes, Kafka, logLevel, Partitioners } = kafkajs;

export const HEARTBEAT_MS = 3_000;
/** After this a consumer that was killed is missed, and its partitions go to others. */
const SESSION_MS = 10_000;

/** The header that carries the event's id. */
export const ID_HEADER = "id";

/** A topic to make: its name in the cluster and its settings. */
export type TopicSpec = { name: string; settings: Record<string, string> };

export type KafkaClient = {
  nameOf(topic: Topic): string;
  /** Connects what publishing and administration need. May be called again. */
  connect(): Promise<void>;
  topics(): Promise<string[]>;
  createTopics(specs: TopicSpec[]): Promise<void>;
  /** One numeric setting of each topic, by name; those that are not a number are left out. */
  settings(names: string[], setting: string): Promise<Map<string, number>>;
  /** Messages of the topic that lie after what the group committed. */
  lag(topic: string, group: string): Promise<number>;
  send(topic: string, messages: LogMessage[]): Promise<void>;
  consumer(group: string): Consumer;
  disconnect(): Promise<void>;
};

export function createKafkaClient(o: KafkaOptions): KafkaClient {
  silenceNegativeTimeoutWarning();
  const { logger } = o;
  const retry = { initialRetryTime: 100, maxRetryTime: 2_000, retries: 6 };
  const kafka = new Kafka({
    clientId: o.clientId,
    brokers: o.brokers,
    ssl: o.tls === true,
    // A copy: kafkajs keeps the authenticator it made from the password in this object.
    ...(o.sasl === undefined ? {} : { sasl: { ...o.sasl } as SASLOptions }),
    connectionTimeout: 5_000,
    requestTimeout: 30_000,
    retry,
    logLevel: logLevel.WARN,
    // What kafkajs calls an error it mostly mends itself; what it cannot mend reaches the caller.
    logCreator:
      () =>
      ({ log }) =>
        logger.debug({ kafka: { message: log.message, error: log.error, broker: log.broker } }, "kafka client"),
  });
  const producer: Producer = kafka.producer({
    // The partition of a key as every other client of Kafka computes it.
    createPartitioner: Partitioners.DefaultPartitioner,
    allowAutoTopicCreation: false,
    // One request at a time keeps the order when one has to be repeated.
    maxInFlightRequests: 1,
  });
  const admin: Admin = kafka.admin();
  const compression = o.compression === "gzip" ? CompressionTypes.GZIP : CompressionTypes.None;

  return {
    nameOf: (topic) => `${o.topicPrefix ?? ""}${topic}`,
    async connect() {
      await admin.connect();
      await producer.connect();
    },
    topics: () => admin.listTopics(),
    async createTopics(specs) {
      // Answers false, and is content, when somebody else was faster.
      await admin.createTopics({
        waitForLeaders: true,
        topics: specs.map(({ name, settings }) => ({
          topic: name,
          numPartitions: o.partitions ?? 12,
          ...(o.replicationFactor === undefined ? {} : { replicationFactor: o.replicationFactor }),
          configEntries: Object.entries(settings).map(([key, value]) => ({ name: key, value })),
        })),
      });
    },
    async settings(names, setting) {
      const { resources } = await admin.describeConfigs({
        includeSynonyms: false,
        resources: names.map((name) => ({ type: ConfigResourceTypes.TOPIC, name, configNames: [setting] })),
      });
      const found = resources.map((one) => [one.resourceName, Number(one.configEntries[0]?.configValue)] as const);
      return new Map(found.filter(([, value]) => Number.isFinite(value)));
    },
    async lag(topic, group) {
      const ends = await admin.fetchTopicOffsets(topic);
      const [committed] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
      const at = new Map(committed?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
      let total = 0n;
      for (const { partition, low, high } of ends) {
        const position = at.get(partition) ?? -1n;
        // Where the group has not begun, or what it left has aged out, it starts at what is there.
        total += BigInt(high) - (position < BigInt(low) ? BigInt(low) : position);
      }
      return Number(total);
    },
    async send(topic, messages) {
      await producer.send({
        topic,
        acks: -1,
        compression,
        messages: messages.map(({ key, id, value }) => ({
          key,
          value: Buffer.from(value.buffer, value.byteOffset, value.byteLength),
          headers: { [ID_HEADER]: id },
        })),
      });
    },
    consumer(group) {
      const consumer = kafka.consumer({
        groupId: group,
        sessionTimeout: SESSION_MS,
        heartbeatInterval: HEARTBEAT_MS,
        // Bounds how long leaving takes, since a fetch that waits is not broken off.
        maxWaitTimeInMs: 500,
        allowAutoTopicCreation: false,
        retry: { ...retry, restartOnFailure: async () => true },
      });
      consumer.on(consumer.events.CRASH, ({ payload }) =>
        logger.warn({ err: payload.error, group }, "the consumer failed and starts again"),
      );
      return consumer;
    },
    async disconnect() {
      await Promise.all([producer.disconnect(), admin.disconnect()]);
    },
  };
}
