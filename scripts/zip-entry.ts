import { inflateRawSync } from "node:zlib";

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;

/**
 * Returns the bytes of one file of a zip archive, so that no unzip program needs to be installed.
 * Throws when the archive does not hold the file or stores it in a way other than plain or deflated.
 */
export function zipEntry(archive: Buffer, name: string): Buffer {
  let end = archive.length - 22;
  while (end >= 0 && archive.readUInt32LE(end) !== endOfDirectory) end -= 1;
  if (end < 0) throw new Error("not a zip archive");
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== directoryEntry) throw new Error("the zip archive's directory is damaged");
    const nameLength = archive.readUInt16LE(at + 28);
    if (archive.toString("utf8", at + 46, at + 46 + nameLength) === name) return contents(archive, at);
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  throw new Error(`the zip archive has no ${name}`);
}

function contents(archive: Buffer, entry: number): Buffer {
  const method = archive.readUInt16LE(entry + 10);
  const header = archive.readUInt32LE(entry + 42);
  // The local header repeats the name with an extra field of its own length, so the data's start is read there.
  const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const data = archive.subarray(start, start + archive.readUInt32LE(entry + 20));
  if (method === 0) return Buffer.from(data);
  if (method === 8) return inflateRawSync(data);
  throw new Error(`the zip archive uses compression method ${method}`);
}
