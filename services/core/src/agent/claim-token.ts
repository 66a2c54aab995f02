import { createHash, createHmac } from "node:crypto";

/**
 * The token of a claim: derived from the claim's ID under core's key. So a repeated ask gets
 * the same token although the database holds only its hash, on any replica.
 */
export function claimToken(key: Buffer, claimId: string): Buffer {
  return createHmac("sha256", key).update(`claim\n${claimId}`).digest();
}

export function tokenHash(token: Uint8Array): Buffer {
  return createHash("sha256").update(token).digest();
}
