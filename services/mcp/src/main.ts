import { createLogger, runUntilSignal } from "@openintents/process";
import { mcpProcess } from "./process.ts";

const logger = createLogger({ service: "mcp" });
await runUntilSignal(() => mcpProcess(logger), { logger });
