import { fileURLToPath } from "node:url";

export { type TimelineConfig, timelineSettings } from "./config.ts";
export { createTimeline, type Timeline, type TimelineDeps } from "./service.ts";

/** Absolute path of the migrations of the schema `timeline`. */
export const migrations: string = fileURLToPath(new URL("../migrations", import.meta.url));
