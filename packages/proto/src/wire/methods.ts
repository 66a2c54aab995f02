import { type DescMessage, type DescMethod, type DescService, getOption, hasOption } from "@bufbuild/protobuf";
import { type MethodWire, method as methodOption, type Tool } from "../gen/openintents/wire/v1/wire_pb.ts";

export type HttpMethod = "GET" | "POST" | "PATCH" | "DELETE";

/** A method that REST offers, at `path` ("/v1/intents/{id}"). */
export type MethodRoute = {
  service: DescService;
  method: DescMethod;
  httpMethod: HttpMethod;
  path: string;
  wire: MethodWire;
};

/** A tool that MCP offers for a method. */
export type MethodTool = { service: DescService; method: DescMethod; tool: Tool; wire: MethodWire };

const wires = new WeakMap<DescMethod, MethodWire | null>();

/** Route, tools, scope and idempotency of a method; undefined for a method without them. */
export function methodWire(method: DescMethod): MethodWire | undefined {
  let wire = wires.get(method);
  if (wire === undefined) {
    wire = hasOption(method, methodOption) ? getOption(method, methodOption) : null;
    wires.set(method, wire);
  }
  return wire ?? undefined;
}

function pathOf(method: DescMethod): { httpMethod: HttpMethod; path: string } | undefined {
  const route = methodWire(method)?.route;
  if (route === undefined) return undefined;
  const paths = { GET: route.get, POST: route.post, PATCH: route.patch, DELETE: route.delete };
  for (const httpMethod of ["GET", "POST", "PATCH", "DELETE"] as const) {
    if (paths[httpMethod] !== "") return { httpMethod, path: paths[httpMethod] };
  }
  throw new Error(`${method}: its route names no path`);
}

/** All REST routes of the services, in the order of the definition. */
export function routes(services: DescService[]): MethodRoute[] {
  return services.flatMap((service) =>
    service.methods.flatMap((method) => {
      const wire = methodWire(method);
      const route = pathOf(method);
      return wire === undefined || route === undefined ? [] : [{ service, method, ...route, wire }];
    }),
  );
}

/** All tools of the services, in the order of the definition. */
export function tools(services: DescService[]): MethodTool[] {
  return services.flatMap((service) =>
    service.methods.flatMap((method) => {
      const wire = methodWire(method);
      return wire === undefined ? [] : wire.tools.map((tool) => ({ service, method, tool, wire }));
    }),
  );
}

/** True when requests of this HTTP method carry their fields in a body. */
export function takesBody(httpMethod: HttpMethod): boolean {
  return httpMethod === "POST" || httpMethod === "PATCH";
}

const inputRoutes = new WeakMap<DescMessage, { takesBody: boolean } | null>();

/** Route of the method whose request this message is; undefined when REST has none. */
export function routeOfInput(input: DescMessage): { takesBody: boolean } | undefined {
  let found = inputRoutes.get(input);
  if (found === undefined) {
    const method = input.file.services.flatMap((service) => service.methods).find((item) => item.input === input);
    const route = method && pathOf(method);
    found = route === undefined ? null : { takesBody: takesBody(route.httpMethod) };
    inputRoutes.set(input, found);
  }
  return found ?? undefined;
}
