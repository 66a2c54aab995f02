import type { JsonObject, JsonValue } from "@openintents/proto";
import { escapeHtml, prose } from "./html.ts";
import { page } from "./page.ts";
import { asObject, componentId, membersTable, parametersTable, typeOf } from "./render-schema.ts";

type Operation = { verb: string; path: string; id: string; title: string; tag: string; definition: JsonObject };

/** Schemas of the document by name. */
type Schemas = ReadonlyMap<string, JsonObject>;

/** The readable reference of an OpenAPI document: every operation, then every object it names. */
export function renderReference(document: JsonObject, introduction: string): string {
  const title = String(asObject(document.info).title);
  const operations = operationsOf(document);
  const schemas: Schemas = new Map(
    Object.entries(asObject(asObject(document.components).schemas)).map(([name, schema]) => [name, asObject(schema)]),
  );
  // The body of an operation is shown with it.
  const bodies = new Set(operations.map(bodyName));
  const objects = [...schemas].filter(([name]) => !bodies.has(name));
  const tags = asList(document.tags).map(asObject);
  const groups = tags.map((tag) => ({ tag, members: operations.filter((operation) => operation.tag === tag.name) }));
  const navigation = [
    `<p><strong>${escapeHtml(title)}</strong></p>`,
    '<ul><li><a href="/docs/errors">Errors</a></li><li><a href="/openapi.json">OpenAPI document</a></li></ul>',
    ...groups.map(({ tag, members }) => `<h2>${heading(tag)}</h2><ul>${members.map(link).join("")}</ul>`),
    "<details><summary>Objects</summary><ul>",
    ...objects.map(([name]) => `<li><a href="#${escapeHtml(componentId(name))}">${escapeHtml(name)}</a></li>`),
    "</ul></details>",
  ].join("");
  const content = [
    `<h1>${escapeHtml(title)}</h1>${introduction}`,
    ...groups.map(
      ({ tag, members }) => `<h2>${heading(tag)}</h2>${members.map((one) => renderOperation(one, schemas)).join("")}`,
    ),
    "<h2>Objects</h2>",
    ...objects.map(([name, schema]) => renderObject(name, schema)),
  ].join("");
  return page(title, navigation, content);
}

function operationsOf(document: JsonObject): Operation[] {
  return Object.entries(asObject(document.paths)).flatMap(([path, item]) =>
    Object.entries(asObject(item)).map(([verb, value]) => {
      const definition = asObject(value);
      const { operationId, summary } = definition;
      const tag = String(asList(definition.tags)[0]);
      return { verb, path, id: String(operationId), title: String(summary), tag, definition };
    }),
  );
}

/** "IntentService" reads as "Intents", "WebhookService" as "Webhooks"; an intent has one timeline. */
function heading(tag: JsonObject): string {
  const name = String(tag.name).replace(/Service$/, "");
  return escapeHtml(name === "Timeline" ? name : `${name}s`);
}

function link({ verb, title, id }: Operation): string {
  return `<li><a href="#${escapeHtml(id)}">${verbMark(verb)}${escapeHtml(title)}</a></li>`;
}

/** Name of the schema that an operation takes as its body; "" when it takes none. */
function bodyName({ definition }: Operation): string {
  const ref = contentSchema(asObject(definition.requestBody))?.$ref;
  return typeof ref === "string" ? ref.slice(ref.lastIndexOf("/") + 1) : "";
}

function verbMark(verb: string): string {
  return `<span class="verb ${escapeHtml(verb)}">${escapeHtml(verb.toUpperCase())}</span>`;
}

function renderOperation(operation: Operation, schemas: Schemas): string {
  const { verb, path, id, title, definition } = operation;
  const parameters = asList(definition.parameters).map(asObject);
  const places = ["path", "query", "header"].map((place) => {
    const rows = parametersTable(parameters.filter((parameter) => parameter.in === place));
    return rows === "" ? "" : `<h4>${place === "path" ? "Path" : place === "query" ? "Query" : "Headers"}</h4>${rows}`;
  });
  const name = bodyName(operation);
  const body = schemas.get(name);
  return [
    `<section id="${escapeHtml(id)}"><h3>${escapeHtml(title)}</h3>`,
    `<p class="route">${verbMark(verb)}<code>${escapeHtml(path)}</code></p>`,
    typeof definition.description === "string" ? prose(definition.description) : "",
    ...places,
    body === undefined ? "" : `<h4 id="${escapeHtml(componentId(name))}">Body, as JSON</h4>${membersTable(body)}`,
    `<h4>Answers</h4><ul>${Object.entries(asObject(definition.responses)).map(renderAnswer).join("")}</ul></section>`,
  ].join("");
}

function renderAnswer([status, value]: [string, JsonValue]): string {
  const answer = asObject(value);
  if (typeof answer.$ref === "string") {
    return `<li><code>${escapeHtml(status)}</code> an <a href="/docs/errors">error</a></li>`;
  }
  const schema = contentSchema(answer);
  const parts = [schema === undefined ? "" : typeOf(schema), escapeHtml(String(answer.description ?? ""))];
  return `<li><code>${escapeHtml(status)}</code> ${parts.filter((part) => part !== "").join(". ")}</li>`;
}

function contentSchema(holder: JsonObject): JsonObject | undefined {
  const json = asObject(asObject(holder.content)["application/json"]);
  return json.schema === undefined ? undefined : asObject(json.schema);
}

function renderObject(name: string, schema: JsonObject): string {
  const text = typeof schema.description === "string" ? prose(schema.description) : "";
  return `<section id="${escapeHtml(componentId(name))}"><h3>${escapeHtml(name)}</h3>${text}${membersTable(schema)}</section>`;
}

function asList(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}
