const LONGEST = 64;
// No language has a longer code: "english" is a name, and would be taken for a language that nothing is known of.
const CODE = /^[a-z]{2,3}(?:-|$)/i;

/** A BCP 47 tag in its usual spelling, or null when the text is none. */
export function languageTag(text: unknown): string | null {
  if (typeof text !== "string" || text.length > LONGEST || !CODE.test(text)) return null;
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}
