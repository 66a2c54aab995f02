export { type RunnerConfig, readRunnerConfig, runnerSettings } from "./config.ts";
export { createRunner, type RunnerDeps, type RunnerOptions } from "./service.ts";
