// protobuf-es begins every message with a new ArrayBuffer and doubles it as it fills, some
// five of them for an intent, and allocating those takes longer than the encoding: a quarter
// of what creating an intent costs in core. Here a writer begins in Node's pool of buffers,
// which is large enough for almost every message of ours; the bytes that it returns lie in
// memory of their own, as before. Should a release of the library work otherwise inside, it
// is left as it is, and a test tells.
import { BinaryWriter } from "@bufbuild/protobuf/wire";

const FIRST_BYTES = 512;

/** What a writer keeps and does inside, as of 2.17. */
type Internals = {
  buffer: Uint8Array;
  viewCache: DataView;
  pos: number;
  stackPos: number[];
  ensureCapacity(size: number): void;
  view(): DataView;
  finish(): Uint8Array;
};

/** Whether writers are as this file knows them, so that it took effect. */
export function poolWriters(writers: { prototype: object; new (): object } = BinaryWriter): boolean {
  const own = writers.prototype as Internals;
  const fresh = new writers() as Internals;
  const known =
    fresh.buffer?.length === 0 &&
    fresh.viewCache?.byteLength === 0 &&
    fresh.pos === 0 &&
    Array.isArray(fresh.stackPos) &&
    [own.ensureCapacity, own.view, own.finish].every((method) => typeof method === "function");
  if (!known) return false;
  const grow = own.ensureCapacity;

  own.ensureCapacity = function (this: Internals, size) {
    if (this.buffer.length === 0 && size <= FIRST_BYTES) this.buffer = Buffer.allocUnsafe(FIRST_BYTES);
    else if (this.pos + size > this.buffer.length) grow.call(this, size);
  };

  // A buffer of the pool does not begin where its memory does.
  own.view = function (this: Internals) {
    const { buffer, viewCache } = this;
    if (viewCache.byteLength !== buffer.byteLength) {
      this.viewCache = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    }
    return this.viewCache;
  };

  own.finish = function (this: Internals) {
    const bytes = new Uint8Array(this.pos);
    bytes.set(this.buffer.subarray(0, this.pos));
    this.pos = 0;
    this.stackPos = [];
    return bytes;
  };
  return true;
}
