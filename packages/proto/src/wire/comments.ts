import { comments } from "../gen/comments.ts";

/**
 * Leading comment of a message, field, oneof, enum, enum value, service or method, by full name:
 * `openintents.intent.v1.IntentSpec.shops`; an enum value is named below its enum:
 * `openintents.intent.v1.Via.VIA_API`.
 */
export function comment(fullName: string): string | undefined {
  return comments.get(fullName);
}
