import type { AddressInfo } from "node:net";
import { newId, type Service, serviceError, systemClock, trackConnections } from "@openintents/process";
import fastify, {
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from "fastify";
import { type McpConfig, publicOriginOf } from "./config.ts";
import { errorBody } from "./error-body.ts";

/** Options of a fastify instance that serves the edge alone. */
export function listenerOptions(): FastifyServerOptions {
  return {
    logger: false,
    // Balancers keep idle connections for 60 s; we must not close first.
    keepAliveTimeout: 65_000,
    requestTimeout: 30_000,
    return503OnClosing: false,
    forceCloseConnections: "idle",
  };
}

/**
 * A process of its own around the plugin: listens on `host` and `port`, answers other
 * paths with the API's error body, lets requests in flight finish on stop.
 */
export function listen(
  mcp: Service & { plugin: FastifyPluginAsync },
  config: McpConfig & { host: string },
): Service & { port(): number } {
  const app = fastify(listenerOptions());
  const drain = trackConnections(app.server, systemClock);
  const publicOrigin = publicOriginOf(config);
  app.setNotFoundHandler((_request: FastifyRequest, reply: FastifyReply) => {
    const requestId = newId("req");
    const error = errorBody(serviceError("route_not_found", "There is nothing at this path."), {
      publicOrigin,
      requestId,
    });
    return reply
      .code(error.status)
      .headers({ "Request-Id": requestId, "Content-Type": "application/json; charset=utf-8" })
      .send(error.body);
  });
  return {
    name: mcp.name,
    port: () => (app.server.address() as AddressInfo).port,
    async start() {
      await app.register(mcp.plugin);
      await app.listen({ host: config.host, port: config.port });
      await mcp.start();
    },
    async stop() {
      await mcp.stop();
      await drain(() => app.close());
    },
  };
}
