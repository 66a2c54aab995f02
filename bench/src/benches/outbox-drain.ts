// P8: the outbox emptied into a real Kafka broker, against kafkajs sending the same records.
import { benchAccount } from "../ground/account.ts";
import { closeAll } from "../ground/close-all.ts";
import { fillOutbox } from "../ground/full-outbox.ts";
import { takePattern } from "../ground/pattern.ts";
import { startPostgres } from "../ground/postgres.ts";
import type { Bench, Sample, Side } from "../harness/bench.ts";
import { type Child, startEntry } from "../harness/child.ts";
import { withCpuTimes } from "../harness/cpu-time.ts";

/** What the relay publishes at once by default. */
const BATCH = 2_000;
/** The warm-up is as long as 3 s of either side. */
const INTENTS = { full: 33_334, warmup: 66_667, smoke: 1_000 };

export const outboxDrain: Bench = {
  id: "p8",
  title: "outbox to Kafka against kafkajs sending the same records in the same batch size",
  unit: "events/s",
  must: 0.5,
  aim: 0.7,
  async prepare(options) {
    const { closing, close } = closeAll();
    try {
      const broker = await startEntry<{ brokers: string[] }>(new URL("../ground/broker-entry.ts", import.meta.url), {
        core: "load",
        input: null,
      });
      closing.push(() => broker.stop());
      const postgres = await startPostgres(options);
      closing.push(() => postgres.close());
      const room = await postgres.room("ours", ["core"]);
      const pattern = await takePattern(room, await benchAccount(room));
      const { brokers } = broker.ready;

      const relay = await startEntry<null>(new URL("../sides/relay-entry.ts", import.meta.url), {
        core: "server",
        input: { databaseUrl: room.url, brokers },
        cpuProfile: options.cpuProfile,
      });
      closing.push(() => relay.stop());
      const bare = await startEntry<null>(new URL("../sides/kafkajs-entry.ts", import.meta.url), {
        core: "server",
        input: { brokers, batch: BATCH, records: pattern.outbox },
      });
      closing.push(() => bare.stop());

      // The first measure of a leg is its warm-up.
      const sizes = {
        warmup: options.smoke ? INTENTS.smoke : INTENTS.warmup,
        leg: options.smoke ? INTENTS.smoke : INTENTS.full,
      };
      return {
        ours: drainingSide({
          name: "the relay over PostgreSQL and the Kafka event log",
          child: relay,
          parts: { server: [relay.pid], postgres: [postgres.pid] },
          sizes,
          rowsOf: pattern.outbox.length,
          fill: async (intents) => {
            await fillOutbox(room, pattern, intents);
            await postgres.checkpoint();
          },
        }),
        baseline: drainingSide({
          name: "a kafkajs producer with the records in memory",
          child: bare,
          parts: { server: [bare.pid], postgres: [postgres.pid] },
          sizes,
          rowsOf: pattern.outbox.length,
          fill: async () => {},
        }),
        facts: [
          postgres.fact,
          `A Kafka broker of one node on the load core, 12 partitions a topic, acks from all; ${sizes.leg * pattern.outbox.length} events a leg in batches of ${BATCH}, of ${bytesOf(pattern.outbox)} bytes on average, over the two topics.`,
          "Ours is timed from the relay's start to the last row deleted. Legs have a fixed number of events, not a fixed time.",
        ],
        statements: () => postgres.statements(room),
        close,
      };
    } catch (cause) {
      await close();
      throw cause;
    }
  },
};

function bytesOf(records: { value: string }[]): number {
  const total = records.reduce((sum, { value }) => sum + Buffer.byteLength(value, "base64"), 0);
  return Math.round(total / records.length);
}

function drainingSide(o: {
  name: string;
  child: Child<null>;
  parts: Record<string, number[]>;
  sizes: { warmup: number; leg: number };
  rowsOf: number;
  fill: (intents: number) => Promise<void>;
}): Side {
  let warm = false;
  return {
    name: o.name,
    pids: [o.child.pid],
    async begin() {
      warm = false;
    },
    async settle() {},
    async measure(): Promise<Sample> {
      const intents = warm ? o.sizes.leg : o.sizes.warmup;
      warm = true;
      await o.fill(intents);
      const operations = intents * o.rowsOf;
      const { result, cpu } = await withCpuTimes(o.parts, () =>
        o.child.ask<{ seconds: number }>("drain", { rows: operations }),
      );
      return {
        operations,
        seconds: result.seconds,
        rate: operations / result.seconds,
        latency: null,
        cpu: Object.fromEntries(Object.entries(cpu).map(([part, ms]) => [part, (ms * 1000) / operations])),
        counts: {},
      };
    },
  };
}
