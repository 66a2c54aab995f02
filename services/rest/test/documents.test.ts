import { createHash } from "node:crypto";
import { enumName, ReasonSchema } from "@openintents/proto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, ORIGIN, startHarness } from "./harness.ts";

let rest: Harness;
beforeAll(async () => {
  rest = await startHarness();
});
afterAll(() => rest.stop());

const open = (path: string, headers = {}) => rest.call(path, { key: null, headers });

test("/openapi.json is the document of the served routes, for everybody", async () => {
  const answer = await open("/openapi.json");
  expect(answer.status).toBe(200);
  expect(answer.json.openapi).toMatch(/^3\.1/);
  expect(answer.json.servers).toEqual([{ url: ORIGIN }]);
  expect(Object.keys(answer.json.paths)).toContain("/v1/intents/{id}/answer");
  const events = answer.json.paths["/v1/intents/{id}/events"].get.responses["200"];
  expect(Object.keys(events.content)).toEqual(["application/json", "text/event-stream"]);
  const again = await open("/openapi.json", { "if-none-match": answer.headers.etag });
  expect(again.status).toBe(304);
});

test.each(["/docs", "/docs/errors"])("%s loads nothing, runs nothing and styles itself", async (path) => {
  const { headers, text } = await open(path);
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect(headers["content-security-policy"]).toContain(`style-src 'sha256-${hash}'`);
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(text).not.toMatch(/<script|<link|<img| style=| on[a-z]+="/i);
  expect(style).toContain("prefers-color-scheme:dark");
});

test("/docs shows every operation and every object, and its links lead somewhere", async () => {
  const { json } = await open("/openapi.json");
  const { text } = await open("/docs");
  for (const item of Object.values(json.paths) as Record<string, { operationId: string }>[]) {
    for (const { operationId } of Object.values(item)) expect(text).toContain(`<section id="${operationId}">`);
  }
  const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const targets = [...text.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
  expect(targets.length).toBeGreaterThan(50);
  expect(targets.filter((target) => !ids.has(target))).toEqual([]);
  const create = text.slice(text.indexOf('<section id="createIntent">'), text.indexOf('<section id="listIntents">'));
  for (const name of ["Create intent", "wait_seconds", "Idempotency-Key", "max_amount", "sign_in_hint.phone"]) {
    expect(create).toContain(name);
  }
  expect(create).toContain("1 to 99999999");
});

test("/docs/errors has an anchor for every reason, which doc_url points to", async () => {
  const { text } = await open("/docs/errors");
  const codes = ReasonSchema.values
    .filter(({ number }) => number > 0)
    .map(({ number }) => enumName(ReasonSchema, number));
  expect(codes.length).toBeGreaterThan(40);
  expect(codes.filter((code) => !text.includes(` id="${code}"`))).toEqual([]);
  const { json } = await open("/v1/intents");
  expect(new URL(json.error.doc_url).pathname).toBe("/docs/errors");
});

test("what an Accept header allows", async () => {
  const { readAccept } = await import("../src/accept.ts");
  expect(readAccept(undefined)).toEqual({ json: true, eventStream: false });
  expect(readAccept("*/*;q=0.1, text/html")).toEqual({ json: true, eventStream: false });
  expect(readAccept("application/*")).toEqual({ json: true, eventStream: false });
  expect(readAccept("application/json;q=0, */*")).toEqual({ json: false, eventStream: false });
  expect(readAccept("text/event-stream")).toEqual({ json: false, eventStream: true });
  expect(readAccept("application/json, text/event-stream;q=0.5")).toEqual({ json: true, eventStream: false });
  expect(readAccept("TEXT/EVENT-STREAM, application/json;q=0.9")).toEqual({ json: true, eventStream: true });
});
