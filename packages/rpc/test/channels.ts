import { createLogger, createMetrics, type Metrics } from "@openintents/process";
import { createRpcServer, grpcTransport, type RpcServer, type RpcServerOptions, type Transport } from "../src/index.ts";

export type LogLine = Record<string, unknown> & { level: string; msg: string };

export type Served = {
  server: RpcServer;
  metrics: Metrics;
  /** Lines that the server logged, parsed. */
  lines: LogLine[];
  transport: Transport;
  close(): Promise<void>;
};

export type Channel = {
  name: string;
  /** Serves what `add` adds and gives a transport to it. */
  serve(add: (server: RpcServer) => void, options?: Partial<RpcServerOptions>): Promise<Served>;
};

function quietServer(options: Partial<RpcServerOptions>): Omit<Served, "transport" | "close"> {
  const lines: LogLine[] = [];
  const destination = { write: (text: string) => lines.push(JSON.parse(text) as LogLine) };
  const logger = createLogger({ service: "test", level: "debug", destination });
  const metrics = createMetrics({ service: "test" });
  return { server: createRpcServer({ logger, metrics, ...options }), metrics, lines };
}

/** Both ways to a server; what holds for one must hold for the other. */
export const channels: Channel[] = [
  {
    name: "in-process channel",
    async serve(add, options = {}) {
      const served = quietServer(options);
      add(served.server);
      return { ...served, transport: served.server.inProcess(), close: () => served.server.close(0) };
    },
  },
  {
    name: "grpc socket",
    async serve(add, options = {}) {
      const served = quietServer(options);
      add(served.server);
      const port = await served.server.listen("127.0.0.1:0");
      const limit = options.maxMessageBytes === undefined ? {} : { maxMessageBytes: options.maxMessageBytes };
      const transport = grpcTransport({ address: `127.0.0.1:${port}`, ...limit });
      const close = async (): Promise<void> => {
        await transport.close();
        await served.server.close(0);
      };
      return { ...served, transport, close };
    },
  },
];
