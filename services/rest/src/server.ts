import type { AddressInfo } from "node:net";
import { createOriginPolicy } from "@openintents/auth";
import { serviceError, withSpan } from "@openintents/process";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { readAccept } from "./accept.ts";
import { header } from "./call-metadata.ts";
import { publicOriginOf, type RestConfig } from "./config.ts";
import { registerDocs } from "./docs/register-docs.ts";
import { errorAnswer } from "./error-answer.ts";
import { errorHandler, printError } from "./error-handler.ts";
import { admit, guard } from "./guards.ts";
import { type CallContext, callRoute } from "./handlers/call-route.ts";
import { RECOGNITIONS_PATH, serveRecognitions } from "./handlers/recognise.ts";
import { STREAMED_PATH, type StreamContext, streamEvents } from "./handlers/stream-events.ts";
import { acceptJsonBodies } from "./json-body.ts";
import { measureRequests } from "./measure-requests.ts";
import { allowedMethods, planRoutes, type RoutePlan, routerPath } from "./route-plan.ts";
import type { RestDeps } from "./service.ts";

type RouteContext = CallContext & StreamContext;

/** Builds the fastify plugin of the API: routes from the contract, documents, and one shape for every error. */
export function createRestPlugin(config: RestConfig, deps: RestDeps, draining: AbortSignal): FastifyPluginAsync {
  const publicOrigin = publicOriginOf(config);
  const { trustedProxies } = config;
  const plans = planRoutes(deps.clients);
  const context = {
    publicOrigin,
    trustedProxies,
    draining,
    auth: deps.clients.auth,
    recognition: deps.clients.recognition,
    timeline: deps.clients.timeline,
    clock: deps.clock,
    logger: deps.logger,
  };

  return async (app) => {
    acceptJsonBodies(app);
    // Set for each request by the first hook; a shared initial object would leak between requests.
    app.decorateRequest("rest");
    const policy = createOriginPolicy({
      publicOrigin,
      hostedOrigin: config.hostedOrigin ?? undefined,
      boundPort: () => boundPort(app, config.port),
    });
    app.addHook("onRequest", admit(policy));
    measureRequests(app, deps.metrics);
    app.setErrorHandler(errorHandler(context));
    for (const plan of plans) addRoute(app, plan, context);
    await serveRecognitions(app, context);
    const recognitions = { httpMethod: "POST", path: RECOGNITIONS_PATH };
    const documents = registerDocs(app, publicOrigin);
    app.setNotFoundHandler(notFound(publicOrigin, allowedMethods([...plans, recognitions, ...documents])));
  };
}

function addRoute(app: FastifyInstance, plan: RoutePlan, context: RouteContext): void {
  const call = callRoute(plan, context);
  const stream = plan.path === STREAMED_PATH ? streamEvents(context) : undefined;
  const name = `${plan.httpMethod} ${plan.path}`;
  const attributes = { "http.request.method": plan.httpMethod, "http.route": plan.path };
  app.route({
    method: plan.httpMethod,
    url: routerPath(plan.path),
    onRequest: guard({ streams: stream !== undefined }),
    handler: (request, reply) => {
      const { accept, traceparent } = request.headers;
      const handle = stream !== undefined && readAccept(accept).eventStream ? stream : call;
      return withSpan(name, { traceparent: header(traceparent), kind: "server", attributes }, () =>
        handle(request, reply),
      );
    },
  });
}

function notFound(publicOrigin: string, allowed: (path: string) => string[]) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const methods = allowed(request.url.split("?", 1)[0] ?? "");
    const error =
      methods.length === 0
        ? serviceError("route_not_found", "There is nothing at this path.")
        : serviceError("method_not_allowed", `This path takes ${methods.join(", ")}.`);
    if (methods.length > 0) reply.header("Allow", methods.join(", "));
    return reply.send(printError(reply, errorAnswer(error, { publicOrigin, requestId: request.rest.id })));
  };
}

function boundPort(app: FastifyInstance, configured: number): number {
  const address = app.server.address();
  return address !== null && typeof address === "object" ? (address as AddressInfo).port : configured;
}
