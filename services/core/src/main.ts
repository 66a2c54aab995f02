// Core as a process of its own.
import { createLogger, readConfig, runUntilSignal } from "@openintents/process";
import { coreSettings } from "./config.ts";
import { coreProcess } from "./core-process.ts";

const logger = createLogger({ service: "core", level: process.env.LOG_LEVEL ?? "info" });

await runUntilSignal(() => coreProcess(readConfig(coreSettings), logger), { logger });
