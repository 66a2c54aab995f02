import type { HostBounds } from "./record-store.ts";

export interface Finished {
  readonly requestId: string;
  /** UTF-8 bytes of its replies. */
  readonly bytes: number;
}

/** Which of one owner's terminal records must go, given oldest finished first. */
export function overflow(finished: readonly Finished[], bounds: HostBounds): string[] {
  let count = finished.length;
  let bytes = finished.reduce((sum, each) => sum + each.bytes, 0);
  const leaving: string[] = [];
  for (const each of finished) {
    if (count <= bounds.terminalRecords && bytes <= bounds.terminalBytes) break;
    leaving.push(each.requestId);
    count -= 1;
    bytes -= each.bytes;
  }
  return leaving;
}
