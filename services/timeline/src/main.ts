// Timeline as a process of its own.
import { createLogger, readConfig, runUntilSignal } from "@openintents/process";
import { timelineSettings } from "./config.ts";
import { processSettings } from "./process-settings.ts";
import { timelineProcess } from "./timeline-process.ts";

const logger = createLogger({ service: "timeline", level: process.env.LOG_LEVEL ?? "info" });
const settings = { ...processSettings, ...timelineSettings };

await runUntilSignal(() => timelineProcess(readConfig(settings), logger), { logger });
