// A closed loop of unary gRPC calls on one channel: so many in flight, each the same bytes.
import * as grpc from "@grpc/grpc-js";
import { entryInput, serveEntry } from "../harness/entry.ts";
import { percentile } from "../harness/statistics.ts";

export type GrpcLoad = {
  address: string;
  /** "/package.Service/Method" */
  path: string;
  metadata: Record<string, string>;
  /** The request's bytes in base64. */
  request: string;
  inFlight: number;
};

const load = entryInput<GrpcLoad>();
const client = new grpc.Client(load.address, grpc.credentials.createInsecure());
const request = Buffer.from(load.request, "base64");
const metadata = new grpc.Metadata();
for (const [name, value] of Object.entries(load.metadata)) metadata.set(name, value);
const same = (bytes: Buffer): Buffer => bytes;

async function run({ seconds }: { seconds: number }) {
  const latencies: number[] = [];
  const began = performance.now();
  const until = began + seconds * 1000;
  await new Promise<void>((resolve, reject) => {
    let working = load.inFlight;
    const call = (): void => {
      const sent = performance.now();
      client.makeUnaryRequest(load.path, same, same, request, metadata, (error, reply) => {
        const now = performance.now();
        if (error) return reject(error);
        if (!reply || reply.length === 0) return reject(new Error("an empty reply"));
        latencies.push(now - sent);
        if (now < until) return call();
        working -= 1;
        if (working === 0) resolve();
      });
    };
    for (let at = 0; at < load.inFlight; at++) call();
  });
  const took = (performance.now() - began) / 1000;
  const sorted = Float64Array.from(latencies).sort();
  return {
    operations: sorted.length,
    seconds: took,
    latency: { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) },
  };
}

serveEntry(null, { run }, async () => client.close());
