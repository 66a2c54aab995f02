const BYTEA_OID = 17;
const HEAD_BYTES = 20;
const NULL = -1;

/** Whether a parameter is an array of bytes, nulls aside. */
export function isByteArrays(value: unknown): value is (Uint8Array | null)[] {
  if (!Array.isArray(value)) return false;
  let found = false;
  for (const one of value) {
    if (one === null) continue;
    if (!(one instanceof Uint8Array)) return false;
    found = true;
  }
  return found;
}

/**
 * The values as a bytea[] in PostgreSQL's binary form, which node-postgres passes on as it
 * is. As text each byte would take two characters, to be escaped and parsed on both sides.
 */
export function byteArrays(values: readonly (Uint8Array | null)[]): Buffer {
  let length = HEAD_BYTES;
  let nulls = 0;
  for (const value of values) {
    length += 4 + (value?.byteLength ?? 0);
    if (value === null) nulls = 1;
  }
  const bytes = Buffer.allocUnsafe(length);
  const head = [1 /* dimension */, nulls, BYTEA_OID, values.length, 1 /* first index */];
  let at = 0;
  for (const number of head) at = bytes.writeInt32BE(number, at);
  for (const value of values) {
    at = bytes.writeInt32BE(value?.byteLength ?? NULL, at);
    if (value === null) continue;
    bytes.set(value, at);
    at += value.byteLength;
  }
  return bytes;
}
