import { readConfig, type Setting, setting } from "@openintents/process";

/** A decimal number within bounds. */
function decimal(o: { env: string; default: number; min: number; max: number; help: string }): Setting<number> {
  return {
    env: o.env,
    help: o.help,
    secret: false,
    default: o.default,
    expects: `a number from ${o.min} to ${o.max}`,
    parse(text) {
      const value = Number(text);
      return /^\d+(\.\d+)?$/.test(text) && value >= o.min && value <= o.max ? { value } : { wrong: true };
    },
  };
}

/** Settings of a runner of the simulator pool. */
export const runnerSettings = {
  coreAddress: setting.string({ env: "CORE_ADDRESS", default: "127.0.0.1:50051", help: "host:port of core's gRPC" }),
  runnerKey: setting.string({ env: "RUNNER_KEY", secret: true, help: "the pool's runner key, oi_run_…" }),
  privateKeys: setting.list({
    env: "RUNNER_PRIVATE_KEY",
    secret: true,
    default: [],
    help: "the pool's key pairs, newest first: what checkpoints and answers are opened with",
  }),
  shopUrl: setting.string({ env: "SHOP_URL", default: "http://127.0.0.1:8090", help: "where the test shop answers" }),
  slots: setting.integer({ env: "RUNNER_SLOTS", default: 20, min: 1, max: 100, help: "claims carried at a time" }),
  pace: decimal({
    env: "SIMULATOR_PACE",
    default: 1,
    min: 0,
    max: 10,
    help: "length of the simulator's waits; 1 = as documented, 0.1 = ten times as fast",
  }),
  crash: setting.choice({
    env: "RUNNER_CRASH",
    choices: ["exit", "forget"],
    default: "exit",
    help: "what the crashing scenarios do: kill the process, or forget the claim (several services in one process)",
  }),
  metricsHost: setting.string({
    env: "METRICS_HOST",
    default: "127.0.0.1",
    help: "address of the health and metrics listener",
  }),
  metricsPort: setting.integer({
    env: "METRICS_PORT",
    default: 9464,
    min: 0,
    max: 65535,
    help: "port of the health and metrics listener; 0 = any free one",
  }),
};

export type RunnerConfig = ReturnType<typeof readRunnerConfig>;

export function readRunnerConfig(env?: Record<string, string | undefined>) {
  return readConfig(runnerSettings, env);
}
