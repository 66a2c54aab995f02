import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_BYTES = 32;
/** 62^43 is the first power of 62 that holds 256 bits. */
const SECRET_CHARACTERS = 43;
const CHECKSUM_CHARACTERS = 6;

/** Prefixes of the credentials that carry a checksum. */
export const KEY_PREFIXES = { test: "oi_test_", live: "oi_live_", runner: "oi_run_" } as const;

function base62(value: bigint, width: number): string {
  let rest = value;
  let text = "";
  while (rest > 0n) {
    text = ALPHABET.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text.padStart(width, "0");
}

/** CRC-32 of the text, base62: it tells a typing error from a revoked key without a look-up, and proves nothing else. */
function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_CHARACTERS);
}

function newKey(prefix: string): string {
  const secret = BigInt(`0x${randomBytes(SECRET_BYTES).toString("hex")}`);
  const body = prefix + base62(secret, SECRET_CHARACTERS);
  return body + checksum(body);
}

/** A new API key of one mode: prefix, 32 random bytes in base62, six characters of checksum. Shown once, stored as its hash. */
export function newApiKey(mode: "test" | "live"): string {
  return newKey(KEY_PREFIXES[mode]);
}

/** A new runner key, valid on AgentService alone. */
export function newRunnerKey(): string {
  return newKey(KEY_PREFIXES.runner);
}

/** Whether the token has the form of a key with this prefix, checksum included. */
export function hasKeyForm(prefix: string, token: string): boolean {
  const length = prefix.length + SECRET_CHARACTERS + CHECKSUM_CHARACTERS;
  if (token.length !== length || !token.startsWith(prefix)) return false;
  if (!/^[0-9A-Za-z]+$/.test(token.slice(prefix.length))) return false;
  return checksum(token.slice(0, -CHECKSUM_CHARACTERS)) === token.slice(-CHECKSUM_CHARACTERS);
}

/** SHA-256 of the token: what a database stores and looks up. The token has 256 random bits, so no slow hash is needed. */
export function tokenHash(token: string): Buffer {
  return createHash("sha256").update(token, "utf8").digest();
}

/** First 12 characters of a key, by which people recognise it. */
export function keyPrefix(token: string): string {
  return token.slice(0, 12);
}

/** Last four characters of a key. */
export function keyLast4(token: string): string {
  return token.slice(-4);
}
