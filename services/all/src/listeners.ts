// The listeners of this process: one for HTTP, which the edges share, one for health and metrics.
import { createServer } from "node:net";
import {
  type Logger,
  type Metrics,
  type Readiness,
  readConfig,
  type Service,
  startHealthListener,
  systemClock,
  trackConnections,
} from "@openintents/process";
import { listenerOptions, restSettings } from "@openintents/rest";
import fastify, { type FastifyPluginAsync } from "fastify";

type Env = Record<string, string | undefined>;

export function httpListener(
  config: { host: string; port: number },
  env: Env,
  plugins: FastifyPluginAsync[],
  readiness: Readiness,
): Service & { port(): number } {
  const app = fastify(listenerOptions(readConfig(restSettings, env)));
  const drain = trackConnections(app.server, systemClock);
  const address = () => app.server.address();
  return {
    name: "HTTP",
    port() {
      const bound = address();
      return bound !== null && typeof bound === "object" ? bound.port : config.port;
    },
    async start() {
      app.get("/healthz", async () => ({ status: "ok" }));
      app.get("/readyz", async (_request, reply) => {
        const report = readiness.report();
        return reply.code(report.ready ? 200 : 503).send(report);
      });
      for (const plugin of plugins) await app.register(plugin);
      await app.listen({ host: config.host, port: config.port });
    },
    stop: () => drain(() => app.close()),
  };
}

export function healthListener(
  config: { metricsHost: string; metricsPort: number },
  o: { readiness: Readiness; metrics: Metrics; logger: Logger },
): Service {
  let close = async () => {};
  return {
    name: "health",
    async start() {
      ({ close } = await startHealthListener({ host: config.metricsHost, port: config.metricsPort, ...o }));
    },
    stop: () => close(),
  };
}

/** The shop's process is told its port, so port 0 is resolved here. */
export function freePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen({ host: "127.0.0.1", port: 0 }, () => {
      const bound = probe.address();
      probe.close(() => resolvePort(bound !== null && typeof bound === "object" ? bound.port : 0));
    });
  });
}
