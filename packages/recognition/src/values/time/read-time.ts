import { readBound } from "./bound.ts";
import { readLength } from "./duration.ts";
import { type Ground, longest, type TimeNode } from "./node.ts";
import { readRange } from "./range.ts";
import { readRecurrence } from "./recurrence.ts";
import { mayStartTime } from "./time-starts.ts";
import { nextOccurrence, readWhen } from "./when.ts";

/** The longest time expression that begins at a token; a bare figure alone is none, except behind "at". */
export function readTime(ground: Ground, index: number): TimeNode | null {
  if (!mayStartTime(ground.scan, index)) return null;
  const found = longest<TimeNode>(
    readRecurrence(ground, index),
    readRange(ground, index),
    readBound(ground, index),
    readWhen(ground, index, ground.scan.at(index - 1) === "at"),
    readLength(ground.scan, index),
  );
  if (found === null || !ground.scan.closes(found.next)) return null;
  return found.kind === "clock" ? nextOccurrence(ground, found) : found;
}
