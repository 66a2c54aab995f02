import type { DescMessage, DescMethod, DescService, Message } from "@bufbuild/protobuf";
import { IntentService, type RecognitionService, routes, TimelineService, WebhookService } from "@openintents/proto";
import type { CallOptions, Client } from "@openintents/rpc";

/** Typed clients of the services behind the API. */
export type RestClients = {
  intents: Client<typeof IntentService>;
  timeline: Client<typeof TimelineService>;
  webhooks: Client<typeof WebhookService>;
  recognition: Client<typeof RecognitionService>;
};

/** Everything about one route that does not depend on the request, worked out once at start. */
export type RoutePlan = {
  httpMethod: "GET" | "POST" | "PATCH" | "DELETE";
  /** As the contract writes it: /v1/intents/{id}. */
  path: string;
  method: DescMethod;
  input: DescMessage;
  output: DescMessage;
  /** Status of a success that is no replay. */
  success: number;
  etag: boolean;
  /** Takes an Idempotency-Key. */
  idempotent: boolean;
  /** May be held: the request has wait_seconds. */
  holds: boolean;
  /** A read: repeating it changes nothing. */
  safe: boolean;
  invoke(request: Message, options: CallOptions): Promise<Message>;
};

type UnaryCalls = Record<string, ((request: Message, options: CallOptions) => Promise<Message>) | undefined>;

/** The services whose methods the public API offers, in the order of its documentation. */
export const SERVED: DescService[] = [IntentService, TimelineService, WebhookService];

/** Plans of every route that the contract gives to the served services. */
export function planRoutes(clients: Omit<RestClients, "recognition">): RoutePlan[] {
  const byService = new Map<DescService, UnaryCalls>([
    [IntentService, clients.intents as unknown as UnaryCalls],
    [TimelineService, clients.timeline as unknown as UnaryCalls],
    [WebhookService, clients.webhooks as unknown as UnaryCalls],
  ]);
  return routes(SERVED).map(({ service, method, httpMethod, path, wire }) => {
    const calls = byService.get(service);
    const invoke = calls?.[method.localName]?.bind(calls);
    if (invoke === undefined) throw new Error(`no client offers ${service.typeName}.${method.name}`);
    return {
      httpMethod,
      path,
      method,
      input: method.input,
      output: method.output,
      success: wire.route?.success || 200,
      etag: wire.route?.etag ?? false,
      idempotent: wire.idempotent,
      holds: method.input.fields.some((field) => field.name === "wait_seconds"),
      safe: httpMethod === "GET",
      invoke,
    };
  });
}

/** The same path in the router's notation: {id} becomes :id. */
export function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/** Which HTTP methods a path answers; used where a request's own method is not one of them. */
export function allowedMethods(paths: Iterable<{ httpMethod: string; path: string }>): (path: string) => string[] {
  const table = new Map<string, { matches: RegExp; methods: Set<string> }>();
  for (const { httpMethod, path } of paths) {
    const matches = new RegExp(`^${path.replace(/[.*+?^$|()[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+")}$`);
    const entry = table.get(path) ?? { matches, methods: new Set<string>() };
    entry.methods.add(httpMethod);
    if (httpMethod === "GET") entry.methods.add("HEAD");
    table.set(path, entry);
  }
  return (path) => {
    for (const { matches, methods } of table.values()) if (matches.test(path)) return [...methods].sort();
    return [];
  };
}
