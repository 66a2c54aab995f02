export { type Composition, compose } from "./compose.ts";
export { allSettings } from "./config.ts";
export { type Credentials, ensureCredentials, readServiceKeys } from "./credentials.ts";
export { openSchema, prepareSchemas, SCHEMAS, type SchemaName } from "./databases.ts";
export {
  createProcesses,
  type Ports,
  PROCESS_NAMES,
  type ProcessesConfig,
  type ProcessName,
  type ServiceProcess,
} from "./processes.ts";
