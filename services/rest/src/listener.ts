import { STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import { newId, type Service, ServiceError, systemClock, trackConnections } from "@openintents/process";
import fastify, { type FastifyPluginAsync, type FastifyReply, type FastifyServerOptions } from "fastify";
import { publicOriginOf, type RestConfig } from "./config.ts";
import { errorAnswer } from "./error-answer.ts";

/**
 * Options of the fastify instance that the plugin is registered on: what a plugin cannot
 * set for itself, so that even a URL or a header block that never reaches a route is
 * answered with the API's error body.
 */
export function listenerOptions(config: Pick<RestConfig, "port" | "publicOrigin">): FastifyServerOptions {
  const publicOrigin = publicOriginOf(config);
  const answerFor = (error: unknown) => {
    const requestId = newId("req");
    return { requestId, answer: errorAnswer(error, { publicOrigin, requestId }) };
  };
  return {
    logger: false,
    // Balancers keep idle connections for 60 s; we must not close first.
    keepAliveTimeout: 65_000,
    requestTimeout: 30_000,
    return503OnClosing: false,
    forceCloseConnections: "idle",
    frameworkErrors(error, _request, reply) {
      const malformed = new ServiceError("route_not_found", "The path is not a well-formed URL.", { cause: error });
      const { requestId, answer } = answerFor(malformed);
      void (reply as FastifyReply)
        .code(answer.status)
        .headers({ "Request-Id": requestId, "Content-Type": "application/json; charset=utf-8" })
        .send(answer.body);
    },
    clientErrorHandler(error, socket) {
      if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy();
      const refusal =
        error.code === "ERR_HTTP_REQUEST_TIMEOUT"
          ? new ServiceError("timeout", "The request did not arrive in time.")
          : new ServiceError("parameter_invalid", "The HTTP request is malformed.");
      const { requestId, answer } = answerFor(refusal);
      const head = [
        `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ""}`,
        "Content-Type: application/json; charset=utf-8",
        `Content-Length: ${Buffer.byteLength(answer.body)}`,
        `Request-Id: ${requestId}`,
        "Connection: close",
      ];
      socket.end(`${head.join("\r\n")}\r\n\r\n${answer.body}`);
    },
  };
}

/** A process of its own around the plugin: listens on `host` and `port`, lets requests in flight finish on stop. */
export function listen(
  rest: Service & { plugin: FastifyPluginAsync },
  config: RestConfig & { host: string },
): Service & { port(): number } {
  const app = fastify(listenerOptions(config));
  const drain = trackConnections(app.server, systemClock);
  return {
    name: rest.name,
    port: () => (app.server.address() as AddressInfo).port,
    async start() {
      await app.register(rest.plugin);
      await app.listen({ host: config.host, port: config.port });
      await rest.start();
    },
    async stop() {
      await rest.stop();
      await drain(() => app.close());
    },
  };
}
