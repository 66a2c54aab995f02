import type { NormalValue } from "../types/values.ts";

/** A time in words around RFC 3339; null where the value says too little, or says it of more than one moment. */
export function timePhrase(value: NormalValue | undefined): string | null {
  if (value?.type !== "time") return null;
  const { form, start, end, duration } = value;
  switch (form) {
    case "instant":
      return start === undefined ? null : `at ${start}`;
    case "date":
      return start === undefined ? null : end === undefined ? `on ${start}` : `from ${start} until before ${end}`;
    case "interval":
      if (start !== undefined && end !== undefined) return `from ${start} until before ${end}`;
      if (end !== undefined) return `before ${end}`;
      return start === undefined ? null : `not before ${start}`;
    case "duration":
      return duration === undefined ? null : `for ${duration}`;
    default:
      return null;
  }
}
