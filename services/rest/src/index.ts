export { type RestConfig, type RestSettings, restSettings } from "./config.ts";
export { listenerOptions } from "./listener.ts";
export { createRest, type RestDeps } from "./service.ts";
