import { readConfig, setting } from "@openintents/process";

/** Settings of the OAuth authorization server. */
export const authServiceSettings = {
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

export type AuthServiceConfig = ReturnType<typeof readAuthServiceConfig>;

export function readAuthServiceConfig(env?: Record<string, string | undefined>) {
  return readConfig(authServiceSettings, env);
}
