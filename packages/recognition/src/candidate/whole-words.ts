const DIGIT = /\p{Nd}/u;
const LATIN = /[\p{Script=Latin}]/u;
// An occurrence cut out of longer words is passed over; after so many of them the text is not looked for any further.
const MOST_TRIES = 1_000;

/**
 * Whether a text stands in a source without being cut out of a longer number or a longer word: 417 is not in 00417.
 * Scripts that write words without spaces have no such edges.
 */
export function standsWhole(source: string, text: string): boolean {
  if (text === "") return false;
  let at = source.indexOf(text);
  for (let tries = 0; at >= 0 && tries < MOST_TRIES; tries += 1) {
    const end = at + text.length;
    if (!continues(source, at - 1, at) && !continues(source, end - 1, end)) return true;
    at = source.indexOf(text, at + 1);
  }
  return false;
}

/** What stands from `start` to `end`, with the rest of the number or the word that it was cut out of. */
export function completed(source: string, start: number, end: number): string {
  let from = start;
  let to = end;
  while (from > 0 && continues(source, from - 1, from)) from -= 1;
  while (to < source.length && continues(source, to - 1, to)) to += 1;
  return source.slice(from, to);
}

/** Whether two neighbouring characters belong to one number or to one word. */
function continues(source: string, left: number, right: number): boolean {
  const a = source.charAt(left);
  const b = source.charAt(right);
  return (DIGIT.test(a) && DIGIT.test(b)) || (LATIN.test(a) && LATIN.test(b));
}
