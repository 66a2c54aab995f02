// Webhooks as a process of its own.
import { createLogger, readConfig, runUntilSignal } from "@openintents/process";
import { webhooksSettings } from "./config.ts";
import { processSettings } from "./process-settings.ts";
import { webhooksProcess } from "./webhooks-process.ts";

const logger = createLogger({ service: "webhooks", level: process.env.LOG_LEVEL ?? "info" });
const settings = { ...processSettings, ...webhooksSettings };

await runUntilSignal(() => webhooksProcess(readConfig(settings), logger), { logger });
