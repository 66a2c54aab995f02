import { takeRandomBytes } from "./random-bytes.ts";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const BODY = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

let lastMs = -1;
let counter = 0;

/**
 * A new id: `prefix_` and the 26 characters of a UUIDv7 in Crockford's base 32, lower
 * case. Ids sort by the millisecond of `now` (epoch ms), and those made by one process in
 * the same millisecond by the order in which they were made.
 */
export function newId(prefix: string, now: number = Date.now()): string {
  const bytes = Buffer.from(takeRandomBytes(16));
  const ms = Math.floor(now);
  if (ms === lastMs && counter < 0xfff) {
    counter += 1;
  } else {
    // Starting in the lower half leaves at least 2048 ids in order per millisecond.
    counter = bytes.readUInt16BE(6) & 0x7ff;
    lastMs = ms;
  }
  bytes.writeUIntBE(ms, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return `${prefix}_${encode(bytes)}`;
}

/** Whether `value` has the form of an id with this prefix; says nothing about existence. */
export function isId(prefix: string, value: string): boolean {
  const cut = prefix.length + 1;
  return value.length === cut + 26 && value.startsWith(`${prefix}_`) && BODY.test(value.slice(cut));
}

/** 128 bits as 3 bits in the first character and 5 in each of the 25 others. */
function encode(bytes: Uint8Array): string {
  let text = "";
  let carry = 0;
  let bits = 2;
  for (const byte of bytes) {
    carry = (carry << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(carry >>> bits) & 31];
    }
    carry &= (1 << bits) - 1;
  }
  return text;
}
