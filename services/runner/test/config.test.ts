import { describe, expect, it } from "vitest";
import { readRunnerConfig } from "../src/index.ts";

describe("runner settings", () => {
  it("have defaults for all but the runner key", () => {
    expect(readRunnerConfig({ RUNNER_KEY: "k" })).toMatchObject({ slots: 20, pace: 1, crash: "exit", privateKeys: [] });
    expect(() => readRunnerConfig({})).toThrow(/RUNNER_KEY/);
  });

  it("take a decimal pace and refuse others, and never show a secret", () => {
    expect(readRunnerConfig({ RUNNER_KEY: "k", SIMULATOR_PACE: "0.05" }).pace).toBe(0.05);
    for (const pace of ["-1", "11", "fast", "1e3"]) {
      expect(() => readRunnerConfig({ RUNNER_KEY: "k", SIMULATOR_PACE: pace })).toThrow(
        /SIMULATOR_PACE must be a number/,
      );
    }
    expect(() => readRunnerConfig({ RUNNER_KEY: "hidden", RUNNER_SLOTS: "0" })).not.toThrow(/hidden/);
  });
});
