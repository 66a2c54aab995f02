import { request } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLogger, createMetrics, Readiness, type ReadinessReport, startHealthListener } from "../src/index.ts";

describe("Readiness", () => {
  it("is ready when it has parts and all of them are", () => {
    const readiness = new Readiness();
    expect(readiness.report()).toEqual({ ready: false, parts: {} });
    readiness.set("database", true);
    readiness.set("event log", false, "connecting");
    expect(readiness.report()).toEqual({
      ready: false,
      parts: { database: { ready: true }, "event log": { ready: false, why: "connecting" } },
    });
    readiness.set("event log", true);
    expect(readiness.report().ready).toBe(true);
  });

  it("tells listeners of each change, and of nothing else", () => {
    const readiness = new Readiness();
    const seen: ReadinessReport[] = [];
    const off = readiness.onChange((report) => seen.push(report));
    readiness.set("a", true);
    readiness.set("a", true);
    readiness.set("a", false, "lost");
    off();
    readiness.set("a", true);
    expect(seen.map((report) => report.ready)).toEqual([true, false]);
  });
});

describe("startHealthListener", () => {
  const readiness = new Readiness();
  const metrics = createMetrics({ service: "test" });
  const logger = createLogger({ service: "test", level: "silent" });
  let listener: { port: number; close(): Promise<void> };
  beforeEach(async () => {
    listener = await startHealthListener({ host: "127.0.0.1", port: 0, readiness, metrics, logger });
  });
  afterEach(() => listener.close());

  async function get(path: string, init?: RequestInit) {
    const response = await fetch(`http://127.0.0.1:${listener.port}${path}`, init);
    return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
  }

  it("says that the process lives, whether it is ready or not", async () => {
    expect(await get("/healthz")).toMatchObject({ status: 200, text: '{"status":"ok"}\n' });
  });

  it("says which part is not ready, and when all are", async () => {
    readiness.set("database", false, "no connection");
    const waiting = await get("/readyz");
    expect(waiting.status).toBe(503);
    expect(JSON.parse(waiting.text).parts.database).toEqual({ ready: false, why: "no connection" });
    readiness.set("database", true);
    expect((await get("/readyz?verbose")).status).toBe(200);
  });

  it("serves metrics as Prometheus text", async () => {
    metrics.counter("calls_total", "Calls.").inc();
    expect(await get("/metrics")).toMatchObject({
      status: 200,
      type: expect.stringContaining("text/plain"),
      text: expect.stringContaining('calls_total{component="test"} 1'),
    });
  });

  it("answers 404 and 405 elsewhere, and HEAD without a body", async () => {
    expect((await get("/")).status).toBe(404);
    expect((await get("/healthz", { method: "POST" })).status).toBe(405);
    expect(await get("/healthz", { method: "HEAD" })).toMatchObject({ status: 200, text: "" });
  });

  it("takes any Host, as probes send pod addresses", async () => {
    const status = await new Promise((resolve, reject) => {
      const o = { port: listener.port, path: "/readyz", headers: { host: "10.1.2.3:9464" } };
      request(o, (response) => resolve(response.resume().statusCode))
        .on("error", reject)
        .end();
    });
    expect(status).toBe(200);
  });

  it("rejects when its port is taken", async () => {
    const again = startHealthListener({ host: "127.0.0.1", port: listener.port, readiness, metrics, logger });
    await expect(again).rejects.toMatchObject({ code: "EADDRINUSE" });
  });
});
