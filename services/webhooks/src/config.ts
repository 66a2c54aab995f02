import { ConfigError, type SettingValue, setting } from "@openintents/process";

/** How webhooks behave, wherever they run. */
export const webhooksSettings = {
  secretKey: setting.string({
    env: "WEBHOOKS_SECRET_KEY",
    secret: true,
    help: "32 bytes in base64: seals webhook secrets and signs cursors; the same on every replica",
  }),
  allowNetworks: setting.list({
    env: "WEBHOOK_ALLOW_NETWORKS",
    default: [],
    help: "private networks (CIDRs) that webhooks may go to, by plain http too",
  }),
  concurrency: setting.integer({
    env: "WEBHOOK_CONCURRENCY",
    default: 256,
    min: 4,
    max: 4096,
    help: "deliveries in flight at once in one process",
  }),
  endpointConcurrency: setting.integer({
    env: "WEBHOOK_ENDPOINT_CONCURRENCY",
    default: 8,
    min: 1,
    max: 256,
    help: "deliveries in flight at once to one receiver",
  }),
  leaseSeconds: setting.integer({
    env: "WEBHOOK_LEASE_SECONDS",
    default: 10,
    min: 1,
    max: 300,
    help: "seconds after which the deliveries of a sender that died are taken over",
  }),
  drainSeconds: setting.integer({
    env: "WEBHOOK_DRAIN_SECONDS",
    default: 5,
    min: 0,
    max: 60,
    help: "seconds that a stop waits for deliveries in flight; what is left is sent again later",
  }),
};

export type WebhooksConfig = Readonly<{
  [K in keyof typeof webhooksSettings]: SettingValue<(typeof webhooksSettings)[K]>;
}>;

/** The 32 bytes of the service's own key. Throws ConfigError, without the value, when it is none. */
export function readSecretKey(text: string): Buffer {
  const key = Buffer.from(text, "base64");
  if (key.length !== 32) throw new ConfigError("WEBHOOKS_SECRET_KEY must be 32 bytes in base64, got a secret value");
  return key;
}
