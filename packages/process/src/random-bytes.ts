import { randomFillSync } from "node:crypto";

const pool = Buffer.allocUnsafeSlow(8192);
let offset = pool.length;

/**
 * A view of `size` unpredictable bytes, at most 64, valid until the next call: one system
 * call serves hundreds of ids.
 */
export function takeRandomBytes(size: number): Buffer {
  if (offset + size > pool.length) {
    randomFillSync(pool);
    offset = 0;
  }
  offset += size;
  return pool.subarray(offset - size, offset);
}
