import { describe, expect, it } from "vitest";
import { createMetrics } from "../src/index.ts";

describe("createMetrics", () => {
  it("gives the same instrument for the same name", async () => {
    const metrics = createMetrics({ service: "core" });
    metrics.counter("intents_total", "Intents.", ["status"]).inc({ status: "done" });
    metrics.counter("intents_total", "Intents.", ["status"]).inc({ status: "done" });
    expect(await metrics.registry.metrics()).toContain('intents_total{status="done",component="core"} 2');
  });

  it("refuses a name that exists with other labels", () => {
    const metrics = createMetrics({ service: "test" });
    metrics.gauge("claims", "Claims.", ["pool"]);
    expect(() => metrics.gauge("claims", "Claims.", ["kind"])).toThrow("with another type or other labels");
  });

  it("refuses a name that exists with another type", () => {
    const metrics = createMetrics({ service: "core" });
    metrics.gauge("lag", "Lag.");
    expect(() => metrics.histogram("lag", "Lag.")).toThrow("the metric lag exists with another type");
  });

  it("takes buckets for a histogram", async () => {
    const metrics = createMetrics({ service: "core" });
    metrics.histogram("size_bytes", "Size.", ["kind"], [10, 100]).observe({ kind: "a" }, 50);
    const text = await metrics.registry.metrics();
    expect(text).toContain('size_bytes_bucket{le="10",component="core",kind="a"} 0');
    expect(text).toContain('size_bytes_bucket{le="100",component="core",kind="a"} 1');
  });

  it("adds the process's own figures when asked to", async () => {
    expect(await createMetrics({ service: "a" }).registry.metrics()).toBe("\n");
    const metrics = createMetrics({ service: "a", collectDefault: true });
    expect(await metrics.registry.metrics()).toContain("process_resident_memory_bytes");
  });
});
