import { describe, expect, it } from "vitest";
import { type JsonObject, openApi, routes, tools } from "../src/index.ts";
import { publicServices } from "./contract-messages.ts";
import { schemaValidator } from "./schema-validator.ts";

type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; schema: JsonObject; style?: string }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: JsonObject }> };
  responses: Record<string, { content?: Record<string, { schema: JsonObject }>; headers?: JsonObject; $ref?: string }>;
};

const document = openApi({
  services: publicServices,
  title: "OpenIntents",
  version: "2026-11-30",
  serverUrl: "http://localhost:8080",
});
const paths = document.paths as Record<string, Record<string, Operation>>;
const components = document.components as { schemas: Record<string, JsonObject>; responses: JsonObject };
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

function references(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === "$ref" ? [inner as string] : references(inner)));
}

function resolve(reference: string): unknown {
  return reference
    .replace(/^#\//, "")
    .split("/")
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], document);
}

/** A component with all it refers to, as one schema. */
function bundled(schema: JsonObject): JsonObject {
  const text = JSON.stringify({ ...schema, $defs: components.schemas });
  return JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/"));
}

describe("openApi", () => {
  it("describes every route once", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
      routes(publicServices)
        .map((route) => `${route.httpMethod} ${route.path}`)
        .sort(),
    );
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("resolves every reference and uses every schema", () => {
    const used = new Set(references(document));
    for (const reference of used) expect(resolve(reference), reference).toBeDefined();
    for (const name of Object.keys(components.schemas)) expect(used).toContain(`#/components/schemas/${name}`);
  });

  it.each(Object.keys(components.schemas))("has a valid schema %s", (name) => {
    expect(() => schemaValidator(bundled(components.schemas[name] ?? {}))).not.toThrow();
  });

  it.each(operations.map((item) => [item.operation.operationId, item] as const))(
    "declares the parameters of %s",
    (_id, item) => {
      const { path, operation } = item;
      const parameters = operation.parameters ?? [];
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((each) => each.in === "path").map((each) => each.name)).toEqual(inPath);
      expect(parameters.filter((each) => each.in === "path" && each.required !== true)).toEqual([]);
      const places = parameters.map((each) => `${each.in} ${each.name}`);
      expect(new Set(places).size).toBe(places.length);
      for (const { schema } of parameters) expect(() => schemaValidator(schema)).not.toThrow();
    },
  );

  it.each(operations.map((item) => [item.operation.operationId, item.operation] as const))(
    "declares the answers of %s",
    (_id, operation) => {
      expect(operation.responses["4XX"]).toEqual({ $ref: "#/components/responses/Error" });
      expect(operation.responses["5XX"]).toEqual({ $ref: "#/components/responses/Error" });
      const success = Object.entries(operation.responses).filter(([status]) => /^2\d\d$/.test(status));
      expect(success.length).toBeGreaterThan(0);
      for (const [, answer] of success) expect(answer.content?.["application/json"]?.schema).toHaveProperty("$ref");
      expect(operation.description).toMatch(/Scope: `[a-z]+:(read|write)`/);
    },
  );

  it("describes the create of an intent as REST takes it", () => {
    const create = paths["/v1/intents"]?.post as Operation;
    expect(create.requestBody).toEqual({
      required: true,
      content: { "application/json": { schema: { $ref: "#/components/schemas/CreateIntentRequest" } } },
    });
    const body = components.schemas.CreateIntentRequest as { properties: object; required: string[] };
    expect(body.required).toEqual(["intent"]);
    expect(body.properties).not.toHaveProperty("wait_seconds");
    expect(create.parameters?.map((each) => `${each.in} ${each.name}`)).toEqual([
      "query wait_seconds",
      "header Idempotency-Key",
      "header Prefer",
    ]);
    expect(Object.keys(create.responses)).toEqual(["200", "201", "4XX", "5XX"]);
    expect(create.responses["201"]?.content?.["application/json"]?.schema).toEqual({
      $ref: "#/components/schemas/Intent",
    });
    expect(create.responses["200"]?.headers).toHaveProperty("Idempotent-Replayed");
  });

  it("names an operation by the words of its method", () => {
    expect(paths["/v1/intents/{id}/events"]?.get?.summary).toBe("List intent events");
    expect(paths["/v1/intents"]?.post?.summary).toBe("Create intent");
  });

  it("describes the filters of a list as they are written", () => {
    const list = paths["/v1/intents"]?.get as Operation;
    const parameter = (name: string) => list.parameters?.find((each) => each.name === name);
    expect(parameter("status")).toMatchObject({ in: "query", style: "form", explode: true, schema: { type: "array" } });
    expect(parameter("metadata")).toMatchObject({ in: "query", style: "deepObject", explode: true });
    expect(list.requestBody).toBeUndefined();
  });

  it("describes conditional reads of what has an ETag", () => {
    const read = paths["/v1/intents/{id}"]?.get as Operation;
    expect(read.parameters?.map((each) => each.name)).toEqual(["id", "wait_seconds", "Prefer", "If-None-Match"]);
    expect(Object.keys(read.responses)).toContain("304");
  });

  it("is the same text each time", () => {
    const again = openApi({
      services: publicServices,
      title: "OpenIntents",
      version: "2026-11-30",
      serverUrl: "http://localhost:8080",
    });
    expect(JSON.stringify(again)).toBe(JSON.stringify(document));
  });
});

describe("routes and tools", () => {
  it("name path parameters that are request fields", () => {
    for (const { method, path } of routes(publicServices)) {
      for (const [, name = ""] of path.matchAll(/\{(\w+)\}/g)) {
        expect(method.input.fields.map((field) => field.name)).toContain(name);
      }
    }
  });

  it("have a title, a description and a name of their own", () => {
    const all = tools(publicServices).map((item) => item.tool);
    expect(new Set(all.map((tool) => tool.name)).size).toBe(all.length);
    for (const tool of all) expect([tool.title, tool.description]).not.toContain("");
  });
});
