import { randomBytes } from "node:crypto";

/** No letters that are taken for digits, so that a person can read one out. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** 12 characters by which an order is found again at its shop; 60 random bits. */
export function newOrderReference(): string {
  return Array.from(randomBytes(12), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}
