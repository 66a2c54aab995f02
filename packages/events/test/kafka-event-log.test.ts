import { randomBytes } from "node:crypto";
import { type Broker, kafkaAvailable, startBroker, testLogger } from "@openintents/testing";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createKafkaEventLog, type KafkaOptions, type LogMessage } from "../src/index.ts";
import { eventLogContract, message } from "./event-log-contract.ts";

if (!kafkaAvailable() && process.env.CI === "true") throw new Error("there is no Kafka broker to test against");

const prefix = () => `t${randomBytes(4).toString("hex")}.`;

describe.skipIf(!kafkaAvailable())("with a real broker", () => {
  let broker: Broker;
  const warnings: Error[] = [];
  const hear = (warning: Error) => void warnings.push(warning);
  beforeAll(async () => {
    process.on("warning", hear);
    broker = await startBroker({
      sasl: { username: "alice", password: "wonder land" },
    });
  }, 120_000);
  afterAll(async () => {
    process.off("warning", hear);
    await broker?.stop();
  });

  const open = (o: Partial<KafkaOptions> = {}) =>
    createKafkaEventLog({ brokers: broker.brokers, clientId: "test", partitions: 4, logger: testLogger, ...o });

  eventLogContract("the Kafka event log", async () => ({
    async rig() {
      const topicPrefix = prefix();
      return {
        open: async () => open({ topicPrefix }),
        async interrupt() {
          await broker.kill();
          await broker.restart();
        },
        close: async () => {},
      };
    },
    close: async () => {},
  }));

  async function received(log: ReturnType<typeof open>, count: number, group = "g"): Promise<LogMessage[]> {
    const all: LogMessage[] = [];
    await log.subscribe({ topic: "events", group, handle: async (batch) => void all.push(...batch) });
    await vi.waitFor(() => expect(all.length).toBe(count), { timeout: 60_000, interval: 20 });
    return all;
  }

  const large = (number: number, bytes: number): LogMessage => ({
    ...message("big", number, "events"),
    value: randomBytes(bytes),
  });

  test("publishes more at once than the broker takes in one batch, in order", async () => {
    const log = open({ topicPrefix: prefix(), partitions: 1 });
    await log.publish(Array.from({ length: 30 }, (_, at) => large(at, 1_000_000)));
    const all = await received(log, 30);
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, at) => `big/${at}`));
    await log.close();
  });

  test("names the event that is larger than the topic accepts", async () => {
    const log = open({ topicPrefix: prefix(), partitions: 1 });
    await expect(log.publish([large(7, 9_000_000)])).rejects.toThrow(/big\/7 takes 9000\d+ bytes/);
    await log.close();
  });

  test("carries compressed batches", async () => {
    const log = open({ topicPrefix: prefix(), compression: "gzip" });
    await log.publish([message("z", 0, "events"), message("z", 1, "events")]);
    expect((await received(log, 2)).map(({ id }) => id)).toEqual(["z/0", "z/1"]);
    await log.close();
  });

  test("several processes may create the topics at once", async () => {
    const topicPrefix = prefix();
    const logs = Array.from({ length: 4 }, () => open({ topicPrefix }));
    await Promise.all(logs.map((log, at) => log.publish([message(`k${at}`, 0, "events")])));
    const [first] = logs;
    if (first !== undefined) expect(await received(first, 4)).toHaveLength(4);
    await Promise.all(logs.map((log) => log.close()));
  });

  test.each(["plain", "scram-sha-256", "scram-sha-512"] as const)("signs in with %s", async (mechanism) => {
    const topicPrefix = prefix();
    const sasl = { mechanism, username: "alice", password: "wonder land" };
    const log = open({ brokers: broker.saslBrokers, topicPrefix, sasl });
    await log.publish([message("a", 0, "events")]);
    expect(await received(log, 1)).toHaveLength(1);
    await log.close();
    const wrong = open({ brokers: broker.saslBrokers, topicPrefix, sasl: { ...sasl, password: "wrong" } });
    await expect(wrong.publish([message("a", 1, "events")])).rejects.toThrow(/[Aa]uthentication/);
    await wrong.close();
  });

  test("starts without a broker and publishes once there is one", async () => {
    const topicPrefix = prefix();
    await broker.kill();
    const log = open({ topicPrefix });
    await log.start();
    await expect(log.publish([message("a", 0, "events")])).rejects.toThrow();
    await broker.restart();
    await vi.waitFor(() => log.publish([message("a", 1, "events")]), { timeout: 60_000 });
    expect((await received(log, 1)).map(({ id }) => id)).toEqual(["a/1"]);
    await log.close();
  });

  test("leaves no warning about negative timeouts", async () => {
    const log = open({ topicPrefix: prefix() });
    await log.publish([message("a", 0)]);
    await log.close();
    expect(warnings).toEqual([]);
    // All other warnings still come through.
    process.emitWarning("something else", "OtherWarning");
    await vi.waitFor(() => expect(warnings.map(({ name }) => name)).toEqual(["OtherWarning"]));
  });
});
