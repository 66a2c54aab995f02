import { createLogger, createMetrics, Readiness, systemClock } from "@openintents/process";
import { describe, expect, it } from "vitest";
import { createAuthService, readAuthServiceConfig } from "../src/index.ts";

describe("auth", () => {
  it("is ready from start until stop, and stops twice without harm", async () => {
    const readiness = new Readiness();
    const logger = createLogger({ service: "auth", level: "silent" });
    const deps = { logger, metrics: createMetrics({ service: "auth" }), readiness, clock: systemClock };
    const service = createAuthService(readAuthServiceConfig({}), deps);
    expect(readiness.report().ready).toBe(false);
    await service.start();
    expect(readiness.report()).toEqual({ ready: true, parts: { auth: { ready: true } } });
    await service.stop();
    await service.stop();
    expect(readiness.report().ready).toBe(false);
  });

  it("names a setting that is wrong", () => {
    expect(() => readAuthServiceConfig({ METRICS_PORT: "x" })).toThrow(/METRICS_PORT/);
  });
});
