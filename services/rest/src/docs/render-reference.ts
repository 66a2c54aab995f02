import type { JsonObject, JsonValue } from "@openintents/proto";
import { escapeHtml, prose } from "./html.ts";
import { page } from "./page.ts";
import { asObject, componentId, membersTable, parametersTable, typeOf } from "./render-schema.ts";

type Operation = { verb: string; path: string; id: string; tag: string; definition: JsonObject };

/** The readable reference of an OpenAPI document: every operation, then every object it names. */
export function renderReference(document: JsonObject, introduction: string): string {
  const title = String(asObject(document.info).title);
  const operations = operationsOf(document);
  const schemas = Object.entries(asObject(asObject(document.components).schemas));
  const tags = asList(document.tags).map(asObject);
  const groups = tags.map((tag) => ({ tag, members: operations.filter((operation) => operation.tag === tag.name) }));
  const navigation = [
    `<p><strong>${escapeHtml(title)}</strong></p>`,
    '<ul><li><a href="/docs/errors">Errors</a></li><li><a href="/openapi.json">OpenAPI document</a></li></ul>',
    ...groups.map(({ tag, members }) => `<h2>${heading(tag)}</h2><ul>${members.map(link).join("")}</ul>`),
    "<h2>Objects</h2><ul>",
    ...schemas.map(([name]) => `<li><a href="#${escapeHtml(componentId(name))}">${escapeHtml(name)}</a></li>`),
    "</ul>",
  ].join("");
  const content = [
    `<h1>${escapeHtml(title)}</h1>${introduction}`,
    ...groups.map(({ tag, members }) => `<h2>${heading(tag)}</h2>${members.map(renderOperation).join("")}`),
    "<h2>Objects</h2>",
    ...schemas.map(([name, schema]) => renderObject(name, asObject(schema))),
  ].join("");
  return page(title, navigation, content);
}

function operationsOf(document: JsonObject): Operation[] {
  return Object.entries(asObject(document.paths)).flatMap(([path, item]) =>
    Object.entries(asObject(item)).map(([verb, value]) => {
      const definition = asObject(value);
      return { verb, path, id: String(definition.operationId), tag: String(asList(definition.tags)[0]), definition };
    }),
  );
}

/** "IntentService" reads as "Intents", "WebhookService" as "Webhooks". */
function heading(tag: JsonObject): string {
  return escapeHtml(`${String(tag.name).replace(/Service$/, "")}s`);
}

function link({ verb, path, id }: Operation): string {
  return `<li><a href="#${escapeHtml(id)}">${verbMark(verb)}${escapeHtml(path.replace("/v1/", ""))}</a></li>`;
}

function verbMark(verb: string): string {
  return `<span class="verb ${escapeHtml(verb)}">${escapeHtml(verb.toUpperCase())}</span>`;
}

function renderOperation({ verb, path, id, definition }: Operation): string {
  const parameters = asList(definition.parameters).map(asObject);
  const places = ["path", "query", "header"].map((place) => {
    const rows = parametersTable(parameters.filter((parameter) => parameter.in === place));
    return rows === "" ? "" : `<h4>${place === "path" ? "Path" : place === "query" ? "Query" : "Headers"}</h4>${rows}`;
  });
  const body = contentSchema(asObject(definition.requestBody));
  return [
    `<section id="${escapeHtml(id)}"><h3>${verbMark(verb)}<code>${escapeHtml(path)}</code></h3>`,
    typeof definition.description === "string" ? prose(definition.description) : "",
    ...places,
    body === undefined ? "" : `<h4>Body</h4><p>${typeOf(body)}, as JSON</p>`,
    `<h4>Answers</h4><ul>${Object.entries(asObject(definition.responses)).map(renderAnswer).join("")}</ul></section>`,
  ].join("");
}

function renderAnswer([status, value]: [string, JsonValue]): string {
  const answer = asObject(value);
  if (typeof answer.$ref === "string") {
    return `<li><code>${escapeHtml(status)}</code> an <a href="/docs/errors">error</a></li>`;
  }
  const schema = contentSchema(answer);
  const kind = schema === undefined ? "" : `: ${typeOf(schema)}`;
  return `<li><code>${escapeHtml(status)}</code> ${escapeHtml(String(answer.description ?? ""))}${kind}</li>`;
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
