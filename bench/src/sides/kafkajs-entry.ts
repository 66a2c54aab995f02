// P8's baseline: a kafkajs producer that sends the same records from memory, batch by batch.
import { newId } from "@openintents/process";
import kafkajs from "kafkajs";
import { entryInput, serveEntry } from "../harness/entry.ts";

type Input = { brokers: string[]; batch: number; records: { topic: string; value: string }[] };
const input = entryInput<Input>();
const kafka = new kafkajs.Kafka({ clientId: "bench-bare", brokers: input.brokers });
const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner });
await producer.connect();
const records = input.records.map(({ topic, value }) => ({ topic, value: Buffer.from(value, "base64") }));

async function drain({ rows }: { rows: number }): Promise<{ seconds: number }> {
  const began = performance.now();
  for (let sent = 0; sent < rows; ) {
    const topics = new Map<string, kafkajs.Message[]>();
    for (let at = 0; at < input.batch && sent < rows; sent += records.length) {
      const key = newId("int");
      for (const { topic, value } of records) {
        const messages = topics.get(topic) ?? [];
        topics.set(topic, messages);
        messages.push({ key, value, headers: { id: newId("evt") } });
        at += 1;
      }
    }
    await producer.sendBatch({
      acks: -1,
      topicMessages: [...topics].map(([topic, messages]) => ({ topic, messages })),
    });
  }
  return { seconds: (performance.now() - began) / 1000 };
}

serveEntry(null, { drain }, () => producer.disconnect());
