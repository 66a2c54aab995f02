import { createHmac, timingSafeEqual } from "node:crypto";

const LIFETIME_MS = 24 * 3600_000;
const MAC_BYTES = 16;

function mac(key: Uint8Array, payload: string, binding: string): Buffer {
  return createHmac("sha256", key).update(`${binding}\n${payload}`).digest().subarray(0, MAC_BYTES);
}

/**
 * An opaque cursor that continues the list described by `binding` (caller and filters)
 * after `position`; good for 24 hours from `now` (epoch ms).
 */
export function encodeCursor(key: Uint8Array, binding: string, position: string, now: number): string {
  const payload = `${(now + LIFETIME_MS).toString(36)}.${position}`;
  return Buffer.concat([mac(key, payload, binding), Buffer.from(payload)]).toString("base64url");
}

/** The position, or null for a cursor that is not ours, of another list, or too old. */
export function decodeCursor(key: Uint8Array, binding: string, cursor: string, now: number): string | null {
  const bytes = Buffer.from(cursor, "base64url");
  if (bytes.length <= MAC_BYTES || bytes.toString("base64url") !== cursor) return null;
  const payload = bytes.subarray(MAC_BYTES).toString("utf8");
  if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(key, payload, binding))) return null;
  const dot = payload.indexOf(".");
  return Number.parseInt(payload.slice(0, dot), 36) > now ? payload.slice(dot + 1) : null;
}
