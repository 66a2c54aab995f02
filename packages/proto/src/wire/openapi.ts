import type { DescField, DescMessage, DescService } from "@bufbuild/protobuf";
import { ErrorResponseSchema } from "../gen/openintents/error/v1/error_pb.ts";
import { FieldLocation } from "../gen/openintents/wire/v1/wire_pb.ts";
import { comment } from "./comments.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import { type MethodRoute, routes, takesBody } from "./methods.ts";
import { responseComponents } from "./openapi-components.ts";
import { type ReadEntry, readerOf } from "./readers.ts";
import { locationOf } from "./rest-request.ts";
import { COMPONENTS, jsonSchema } from "./schema.ts";
import { shapeOf } from "./shape.ts";
import { WAIT_SECONDS } from "./tool-arguments.ts";
import { idempotencyKeySchema } from "./tool-schema.ts";

export type OpenApiOptions = { services: DescService[]; title: string; version: string; serverUrl: string };

const JSON_TYPE = "application/json";

/** OpenAPI 3.1 document of every method with a route, in the order of the definition. */
export function openApi(options: OpenApiOptions): JsonObject {
  const paths: Record<string, JsonObject> = {};
  const schemas: JsonObject = {};
  const operationIds = new Set<string>();
  for (const route of routes(options.services)) {
    const operationId = route.method.localName;
    if (operationIds.has(operationId)) throw new Error(`Two routes have the operationId ${operationId}`);
    operationIds.add(operationId);
    const item = paths[route.path] ?? {};
    item[route.httpMethod.toLowerCase()] = operation(route, operationId, schemas);
    paths[route.path] = item;
  }
  responseComponents(ErrorResponseSchema, schemas);
  return {
    openapi: "3.1.0",
    info: { title: options.title, version: options.version },
    servers: [{ url: options.serverUrl }],
    security: [{ bearer: [] }],
    tags: options.services.filter((service) => routes([service]).length > 0).map(serviceTag),
    paths,
    components: {
      schemas: sorted(schemas),
      responses: { Error: errorResponse() },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "An API key: oi_test_… or oi_live_…" },
      },
    },
  };
}

function sorted(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function serviceTag(service: DescService): JsonObject {
  const description = comment(service.typeName);
  return { name: service.name, ...(description === undefined ? {} : { description }) };
}

function errorResponse(): JsonObject {
  return {
    description: "The request was refused, or failed. `error.code` is stable, `error.message` may change.",
    headers: {
      "Request-Id": textHeader("Names this request in support and logs."),
      "Retry-After": textHeader("Whole seconds; with `idempotency_in_flight`, 429 and 503."),
    },
    content: { [JSON_TYPE]: { schema: { $ref: `${COMPONENTS}${ErrorResponseSchema.name}` } } },
  };
}

function textHeader(description: string): JsonObject {
  return { description, schema: { type: "string" } };
}

function operation(route: MethodRoute, operationId: string, schemas: JsonObject): JsonObject {
  const { method, wire, service } = route;
  const { entries } = readerOf(method.input);
  const located = (location: FieldLocation) =>
    entries.filter((entry) => locationOf(entry, takesBody(route.httpMethod)) === location);
  const text = [comment(`${service.typeName}.${method.name}`), wire.scope && `Scope: \`${wire.scope}\`.`];
  const description = text.filter((part) => part).join("\n\n");
  const parameters = [
    ...located(FieldLocation.PATH).map((entry) => parameter(method.input, entry, "path")),
    ...located(FieldLocation.QUERY).map((entry) => parameter(method.input, entry, "query")),
    ...located(FieldLocation.HEADER).map((entry) => parameter(method.input, entry, "header")),
    ...headerParameters(route, entries),
  ];
  const body = located(FieldLocation.BODY);
  return {
    operationId,
    summary: summaryOf(method.name),
    tags: [service.name],
    ...(description === "" ? {} : { description }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body.length === 0 ? {} : { requestBody: requestBody(method.input, body, schemas) }),
    responses: responses(route, schemas),
  };
}

/** A method's name as words: "ListIntentEvents" reads "List intent events". */
function summaryOf(name: string): string {
  const words = name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Schema of a request's members in one place. */
function partSchema(input: DescMessage, part: ReadEntry[]): JsonObject {
  const fields = new Set<DescField>(part.map((entry) => entry.field));
  const others = new Set(
    readerOf(input)
      .entries.map((entry) => entry.field)
      .filter((field) => !fields.has(field)),
  );
  return jsonSchema(input, { mode: "request", omit: (field) => others.has(field) });
}

function parameter(input: DescMessage, entry: ReadEntry, place: "path" | "query" | "header"): JsonObject {
  const part = partSchema(input, [entry]);
  const { description, ...schema } = (part.properties as Record<string, JsonObject>)[entry.name] ?? {};
  const isRequired = place === "path" || (Array.isArray(part.required) && part.required.includes(entry.name));
  return {
    name: place === "header" ? entry.wire.header : entry.name,
    in: place,
    ...(description === undefined ? {} : { description }),
    ...(isRequired ? { required: true } : {}),
    // Lists repeat the name; maps are written name[key]=value.
    ...(entry.field.fieldKind === "list" ? { style: "form", explode: true } : {}),
    ...(entry.field.fieldKind === "map" ? { style: "deepObject", explode: true } : {}),
    schema,
  };
}

function headerParameters({ httpMethod, wire }: MethodRoute, entries: ReadEntry[]): JsonObject[] {
  const headers: JsonObject[] = [];
  if (wire.idempotent) {
    const { description = "", ...schema } = idempotencyKeySchema();
    headers.push({ name: "Idempotency-Key", in: "header", description, schema });
  }
  if (entries.some((entry) => entry.name === WAIT_SECONDS)) {
    const description = "`wait=N` holds the call as `wait_seconds` does, N from 0 to 50.";
    headers.push({ name: "Prefer", in: "header", description, schema: { type: "string" } });
  }
  if (wire.route?.etag && httpMethod === "GET") {
    const description = "An ETag of an earlier answer; 304 when the object has not changed since.";
    headers.push({ name: "If-None-Match", in: "header", description, schema: { type: "string" } });
  }
  return headers;
}

function requestBody(input: DescMessage, body: ReadEntry[], schemas: JsonObject): JsonObject {
  const schema = partSchema(input, body);
  schemas[input.name] = schema;
  const isRequired = Array.isArray(schema.required) && schema.required.length > 0;
  return {
    ...(isRequired ? { required: true } : {}),
    content: { [JSON_TYPE]: { schema: { $ref: `${COMPONENTS}${input.name}` } } },
  };
}

/** Schema of what a method answers, by reference. */
function answerSchema(output: DescMessage, schemas: JsonObject): JsonObject {
  const unwrapped = shapeOf(output).unwrap?.field.message;
  const message = unwrapped ?? output;
  responseComponents(message, schemas);
  return { $ref: `${COMPONENTS}${message.name}` };
}

function responses(route: MethodRoute, schemas: JsonObject): JsonObject {
  const { wire, method } = route;
  const success = wire.route?.success || 200;
  const headers: JsonObject = {
    "Request-Id": textHeader("Names this request in support and logs."),
    RateLimit: textHeader("Requests left and seconds until the limit is whole."),
    "RateLimit-Policy": textHeader("The credential's limit."),
    ...(wire.route?.etag ? { ETag: textHeader("Version of the object.") } : {}),
  };
  const content: JsonValue = { [JSON_TYPE]: { schema: answerSchema(method.output, schemas) } };
  const replayed = { ...headers, "Idempotent-Replayed": textHeader("`true`: the key was used before.") };
  const answers: [string, JsonObject][] = [
    [`${success}`, { description: "Done.", headers: wire.idempotent && success === 200 ? replayed : headers, content }],
    ...(wire.idempotent && success !== 200
      ? [
          ["200", { description: "The key was used before; the object as it is now.", headers: replayed, content }] as [
            string,
            JsonObject,
          ],
        ]
      : []),
    ...(wire.route?.etag && route.httpMethod === "GET"
      ? [["304", { description: "Not changed." }] as [string, JsonObject]]
      : []),
    ["4XX", { $ref: "#/components/responses/Error" }],
    ["5XX", { $ref: "#/components/responses/Error" }],
  ];
  return Object.fromEntries(answers.sort(([a], [b]) => (a < b ? -1 : 1)));
}
