const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/** Whether the bytes hold one whole HTTP/1.1 answer. */
export function responseEnd(bytes: Buffer): boolean {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return false;
  const head = bytes.toString("latin1", 0, headEnd).toLowerCase();
  const at = head.indexOf("\r\ncontent-length:");
  if (at >= 0) {
    const length = Number.parseInt(head.slice(at + 17), 10);
    return bytes.length >= headEnd + HEAD_END.length + length;
  }
  if (!head.includes("\r\ntransfer-encoding: chunked")) throw new Error(`an answer of unknown length: ${head}`);
  return bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
}
