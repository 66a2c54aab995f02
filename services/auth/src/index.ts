export { type AuthServiceConfig, authServiceSettings, readAuthServiceConfig } from "./config.ts";
export { type AuthServiceDeps, createAuthService } from "./service.ts";
