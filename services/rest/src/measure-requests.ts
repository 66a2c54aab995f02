import type { Metrics } from "@openintents/process";
import type { FastifyInstance } from "fastify";

/** Counts and times every request by surface, method, route and status. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  const seconds = metrics.histogram("http_request_duration_seconds", "Time from the request's arrival to its answer.", [
    "surface",
    "method",
    "route",
    "status",
  ]);
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "none";
    seconds.labels("rest", request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000);
    done();
  });
}
