export { exportKeyPair, generateKeyPair, importKeyPair, type KeyPair, keyId } from "./key-pair.ts";
export { type Aad, open, type SealedInit, seal } from "./seal.ts";
export { openLocal, sealLocal } from "./seal-local.ts";
export { VaultError } from "./vault-error.ts";
