const LONGEST = 64;

/** A BCP 47 tag in its usual spelling, or null when the text is none. */
export function languageTag(text: unknown): string | null {
  if (typeof text !== "string" || text.length > LONGEST) return null;
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}
