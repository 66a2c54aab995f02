// The person's words as a timeline may show them: plain, cut, and without what identifies people.
import { shopText } from "../shop-text.ts";

const MASK = "•••";
const EMAIL = /[^\s@,;:<>()"'“”]{1,64}@[^\s@,;:<>()"'“”]{1,255}/gu;
/** Phone, card, document and account numbers: five digits or more, however they are grouped. */
const NUMBER = /\+?\d(?:[ ()./-]{0,2}\d){4,}/gu;
/** A date or a time is no such number. */
const DATE_LIKE = /^\d{4}-\d{2}-\d{2}$|^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/;
/** "12 Elm Street", "Elmgate 12". */
const STREET =
  /\b\d{1,5}[a-zA-Z]?\s+(?:\p{Lu}[\p{L}'.-]*\s+){1,4}(?:[Ss]t|[Ss]treet|[Rr]d|[Rr]oad|[Aa]ve|[Aa]venue|[Ll]ane|[Dd]rive|[Ww]ay|[Cc]ourt|[Pp]lace|[Ss]quare|[Bb]lvd|[Bb]oulevard)\b\.?|\b\p{Lu}[\p{L}.-]*(?:stra(?:ß|ss)e|gate|gata|vej|weg|veien)\s+\d{1,5}[a-zA-Z]?\b/gu;
/** A person to whom something goes: names behind "to", "for" and the like. */
const RECIPIENT =
  /\b(to|for|c\/o|attn|named|called|name is|my (?:wife|husband|mother|father|son|daughter|friend|boss|sister|brother|colleague))([:,]?\s+)(\p{Lu}[\p{L}'-]+(?:\s+\p{Lu}[\p{L}'-]+){0,3})/gu;

/** One line of at most `characters`. */
export function shownWords(text: string, characters: number): string {
  const masked = text
    .replace(EMAIL, MASK)
    .replace(STREET, MASK)
    .replace(NUMBER, (number) => (DATE_LIKE.test(number) ? number : MASK))
    .replace(RECIPIENT, (_all, before: string, gap: string) => `${before}${gap}${MASK}`);
  return shopText(masked, characters);
}
