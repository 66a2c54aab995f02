import { createHmac, timingSafeEqual } from "node:crypto";

/** What a list was asked for; a cursor continues exactly that list. */
export type ListIdentity = {
  account: string;
  test: boolean;
  intent: string;
  after: number | null;
  /** Bounds of the events' times in epoch ms, both exclusive. */
  createdAfter: number | null;
  createdBefore: number | null;
};

const LIFETIME_MS = 24 * 3600_000;
const SIGNATURE_BYTES = 16;
const PAYLOAD_BYTES = 4 + 8;

function signature(key: Uint8Array, payload: Uint8Array, list: ListIdentity): Buffer {
  const { account, test, intent, after, createdAfter, createdBefore } = list;
  const identity = JSON.stringify([account, test, intent, after, createdAfter, createdBefore]);
  return createHmac("sha256", key).update(payload).update(identity).digest().subarray(0, SIGNATURE_BYTES);
}

/** An opaque cursor that continues `list` above `sequence`; good for 24 hours from `now` (epoch ms). */
export function encodeCursor(key: Uint8Array, list: ListIdentity, sequence: number, now: number): string {
  const payload = Buffer.alloc(PAYLOAD_BYTES);
  payload.writeInt32BE(sequence, 0);
  payload.writeDoubleBE(now + LIFETIME_MS, 4);
  return Buffer.concat([payload, signature(key, payload, list)]).toString("base64url");
}

/** The sequence to continue above, or null for a cursor that is not ours, of another list, or too old. */
export function decodeCursor(key: Uint8Array, list: ListIdentity, cursor: string, now: number): number | null {
  const bytes = Buffer.from(cursor, "base64url");
  if (bytes.length !== PAYLOAD_BYTES + SIGNATURE_BYTES || bytes.toString("base64url") !== cursor) return null;
  const payload = bytes.subarray(0, PAYLOAD_BYTES);
  if (!timingSafeEqual(bytes.subarray(PAYLOAD_BYTES), signature(key, payload, list))) return null;
  return payload.readDoubleBE(4) > now ? payload.readInt32BE(0) : null;
}
