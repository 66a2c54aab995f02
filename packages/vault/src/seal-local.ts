import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { VaultError } from "./vault-error.ts";

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

function checkKey(key: Buffer): void {
  if (key.length !== 32) throw new VaultError("invalid_key", "A local key has 32 bytes.");
}

/**
 * AES-256-GCM under a service's own 32-byte key, for what that service must read again itself
 * (webhook secrets). `aadText` names the record, so that a value moved to another row does not open.
 * Result: version byte, 12-byte nonce, 16-byte tag, ciphertext.
 */
export function sealLocal(key: Buffer, plaintext: Uint8Array, aadText: string): Buffer {
  checkKey(key);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(aadText, "utf8"));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), ciphertext]);
}

/** Opens what `sealLocal` made. Throws VaultError `not_opened`. */
export function openLocal(key: Buffer, sealed: Uint8Array, aadText: string): Buffer {
  checkKey(key);
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (bytes.length < HEADER_BYTES || bytes[0] !== VERSION) {
    throw new VaultError("not_opened", "This is not a locally sealed value.");
  }
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(1, 1 + NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(aadText, "utf8"))
    .setAuthTag(bytes.subarray(1 + NONCE_BYTES, HEADER_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(HEADER_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new VaultError("not_opened", "The sealed value does not open with this key and binding.", { cause });
  }
}
