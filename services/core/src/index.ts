import { fileURLToPath } from "node:url";

export { AdminError, type CoreAdmin, createAdmin, type IssuedKey, type Preset } from "./admin.ts";
export { coreSettings } from "./config.ts";
export { type CoreConfig, type CoreServiceDeps, createCore } from "./service.ts";

/** Directory of core's migrations; they run in the schema `core`. */
export const migrations: string = fileURLToPath(new URL("../migrations", import.meta.url));
