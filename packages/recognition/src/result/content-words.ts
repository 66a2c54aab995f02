// Words that carry content, for telling targets apart and for seeing what a prohibition is about.
import { fold } from "../text/quotes.ts";

const EMPTY = new Set(
  `the and but for with from into onto that this these those there here not never any anything all every
  everything anyone please just make made let get got have has had will would can could should must may
  might does did don doesn want need like actually instead also then than too very one ones other another
  its his her hers their our your you they them him she out off over under about again still yet only
  der die das den dem des und aber für mit von ein eine einen einem nicht kein keine bitte noch auch doch
  les des une pour avec dans pas est que qui mais aussi los las una uno para con por que pero también
  det den som til med fra ikke men også ett en`.split(/\s+/),
);
const WORD = /[\p{L}\p{N}]+/gu;
const DIGIT = /\p{N}/u;

/** Content words in lower case, without a plural s; at most `most` of them. */
export function contentWords(text: string, most = 4_096): Set<string> {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    if (words.size >= most) break;
    if (EMPTY.has(word) || (word.length < 3 && !DIGIT.test(word))) continue;
    words.add(word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word);
  }
  return words;
}

/** For comparing what two texts say: case, white space and a full stop at the end aside. */
export function plainForm(text: string | null): string | null {
  return text === null ? null : fold(text).trim().replace(/[.!]$/, "").toLowerCase();
}
