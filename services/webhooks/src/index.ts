import { fileURLToPath } from "node:url";

export { createWebhooksAdmin, type WebhooksAdmin } from "./admin.ts";
export { type WebhooksConfig, webhooksSettings } from "./config.ts";
export { createWebhooks, type Webhooks, type WebhooksDeps } from "./service.ts";

/** Absolute path of the migrations of the schema `webhooks`. */
export const migrations: string = fileURLToPath(new URL("../migrations", import.meta.url));
