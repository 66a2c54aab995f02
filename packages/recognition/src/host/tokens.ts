// Names and tokens of host requests. A token is never kept: its hash is.
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** 128 random bits. */
export const newRequestId = (): string => randomBytes(16).toString("base64url");

/** 256 random bits: a submission token, or the seed of its successors. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

export const hashToken = (token: string): string => digestOf(token);

/**
 * The token of the next correction. Only who holds the token before it and reads the record's random seed can make it,
 * so a lost reply can be given again although no token is stored, and any replica gives the same one.
 */
export const nextToken = (token: string, seed: string): string =>
  createHmac("sha256", token).update(seed).digest("base64url");

/** Takes the same time wherever the two differ. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** SHA-256 of the text's bytes. UTF-8 would not tell one lone surrogate from another, so such text is hashed as UTF-16. */
export function digestOf(text: string): string {
  const hash = createHash("sha256");
  if (text.isWellFormed()) hash.update(text, "utf8");
  else hash.update("utf16le\0").update(text, "utf16le");
  return hash.digest("base64url");
}
