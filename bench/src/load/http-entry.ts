// A closed loop of HTTP/1.1 requests: every connection sends the same request again as soon
// as it has read the whole answer. Made of sockets and little else, so that the load needs
// less of its core than any server does of its own.
import { connect, type Socket } from "node:net";
import { entryInput, serveEntry } from "../harness/entry.ts";
import { percentile } from "../harness/statistics.ts";
import { responseEnd } from "./http-response.ts";

export type HttpLoad = {
  port: number;
  path: string;
  headers: Record<string, string>;
  body: string;
  connections: number;
  /** What a good answer is: its status, and a text that the body contains. */
  status: number;
  contains: string;
};

const load = entryInput<HttpLoad>();
const request = Buffer.from(
  [
    `POST ${load.path} HTTP/1.1`,
    `Host: 127.0.0.1:${load.port}`,
    ...Object.entries(load.headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(load.body)}`,
    "",
    load.body,
  ].join("\r\n"),
);
const good = Buffer.from(`HTTP/1.1 ${load.status} `);

let until = 0;
let latencies: number[] = [];
let working = 0;
let done = () => {};
let failed = (_cause: Error) => {};

class Connection {
  private readonly socket: Socket;
  private pending: Buffer | null = null;
  private sent = 0;
  private checked = false;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk) => this.receive(chunk));
    socket.on("close", () => failed(new Error("the server closed a connection")));
    socket.on("error", (cause) => failed(cause));
  }

  send(): void {
    this.checked = false;
    this.next();
  }

  private next(): void {
    this.sent = performance.now();
    this.socket.write(request);
  }

  private receive(chunk: Buffer): void {
    const answer = this.pending === null ? chunk : Buffer.concat([this.pending, chunk]);
    if (!responseEnd(answer)) {
      this.pending = answer;
      return;
    }
    this.pending = null;
    const now = performance.now();
    // Every status is looked at; the body once a connection and leg.
    if (
      answer.compare(good, 0, good.length, 0, good.length) !== 0 ||
      !(this.checked || answer.includes(load.contains))
    ) {
      failed(new Error(`unexpected answer: ${answer.toString("utf8").slice(0, 2_000)}`));
      return;
    }
    this.checked = true;
    latencies.push(now - this.sent);
    if (now < until) {
      this.next();
      return;
    }
    working -= 1;
    if (working === 0) done();
  }
}

const connections = await Promise.all(
  Array.from(
    { length: load.connections },
    () =>
      new Promise<Connection>((resolve, reject) => {
        const socket = connect({ host: "127.0.0.1", port: load.port });
        socket.once("error", reject);
        socket.once("connect", () => resolve(new Connection(socket)));
      }),
  ),
);

async function run({ seconds }: { seconds: number }) {
  latencies = [];
  working = connections.length;
  const began = performance.now();
  until = began + seconds * 1000;
  await new Promise<void>((resolve, reject) => {
    done = resolve;
    failed = reject;
    for (const connection of connections) connection.send();
  });
  const took = (performance.now() - began) / 1000;
  const sorted = Float64Array.from(latencies).sort();
  return {
    operations: sorted.length,
    seconds: took,
    latency: { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) },
  };
}

serveEntry(null, { run }, async () => {});
