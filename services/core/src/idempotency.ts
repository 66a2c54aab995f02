// The rules of an idempotency key: its form, and what a second call with it means.
import { createHash } from "node:crypto";
import { serviceError } from "@openintents/process";
import type { CallContext } from "@openintents/rpc";
import type { KeyRow } from "./store/idempotency.ts";

/** The call's key, or null. 1 to 255 printable ASCII characters. */
export function idempotencyKey(ctx: CallContext): string | null {
  const key = ctx.metadata.get("idempotency-key");
  if (key === undefined) return null;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw serviceError("idempotency_key_invalid", "An idempotency key has 1 to 255 printable ASCII characters.");
  }
  return key;
}

export function bodyHash(canonicalBody: string): Buffer {
  return createHash("sha256").update(canonicalBody, "utf8").digest();
}

/** A taken key with the same body is a replay; with another body it is refused. */
export function acceptReplay(ctx: CallContext, taken: KeyRow, hash: Buffer): void {
  if (!taken.bodyHash.equals(hash)) {
    throw serviceError("idempotency_key_reused", "This idempotency key was used with another body.");
  }
  ctx.trailers.set("idempotent-replayed", "true");
}
