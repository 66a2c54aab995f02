// The words of a shop, made harmless: no control characters, no links, cut. They stay data
// that is quoted; nothing here makes them trustworthy.
import { cut } from "./sentences.ts";

// Controls, and format characters: zero-width, bidirectional, tags; line and paragraph separators.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const LINK = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)[^\s<>"']+/giu;

/** One line of plain text of at most `characters`. */
export function shopText(text: string, characters: number): string {
  const plain = text.replace(INVISIBLE, " ").replace(LINK, "[link]").replace(/\s+/gu, " ").trim();
  return cut(plain, characters);
}

/** A web address that may be shown, or undefined. */
export function webAddress(text: string | undefined): string | undefined {
  if (text === undefined || text === "" || text.length > 2048) return undefined;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !["https:", "http:"].includes(url.protocol) || url.username !== "" || url.password !== "") {
    return undefined;
  }
  return url.href;
}
