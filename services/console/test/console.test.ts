import { createLogger, createMetrics, Readiness, systemClock } from "@openintents/process";
import { describe, expect, it } from "vitest";
import { createConsole, readConsoleConfig } from "../src/index.ts";

describe("console", () => {
  it("is ready from start until stop, and stops twice without harm", async () => {
    const readiness = new Readiness();
    const logger = createLogger({ service: "console", level: "silent" });
    const deps = { logger, metrics: createMetrics({ service: "console" }), readiness, clock: systemClock };
    const service = createConsole(readConsoleConfig({}), deps);
    expect(readiness.report().ready).toBe(false);
    await service.start();
    expect(readiness.report()).toEqual({ ready: true, parts: { console: { ready: true } } });
    await service.stop();
    await service.stop();
    expect(readiness.report().ready).toBe(false);
  });

  it("names a setting that is wrong", () => {
    expect(() => readConsoleConfig({ METRICS_PORT: "x" })).toThrow(/METRICS_PORT/);
  });
});
