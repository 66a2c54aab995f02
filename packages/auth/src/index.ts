export { clientAddress, isLoopback, networkList } from "./addresses.ts";
export { type Credential, parseBearer } from "./bearer.ts";
export { keyLast4, keyPrefix, newApiKey, newRunnerKey, tokenHash } from "./keys.ts";
export { createOriginPolicy, type OriginPolicy } from "./origin-policy.ts";
export { PRESETS, requireScope, SCOPES } from "./scopes.ts";
