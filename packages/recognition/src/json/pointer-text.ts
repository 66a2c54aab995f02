const MOST = 128;

/** One reference token of a JSON Pointer, shortened when a caller chose a very long name. */
export function pointerToken(name: string | number): string {
  const text = String(name).toWellFormed();
  const shown = text.length > MOST ? `${text.slice(0, MOST).toWellFormed()}\u2026` : text;
  return shown.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The tokens of an RFC 6901 pointer, or null when the text is none. */
export function pointerTokens(pointer: string): string[] | null {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return null;
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}
