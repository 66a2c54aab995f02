const WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  hundred: 100,
  dozen: 12,
};

/** A count as written in one word; null for a code, for "000123" and for anything else. */
export function countOf(word: string): number | null {
  if (/^[1-9]\d{0,8}$/.test(word)) return Number(word);
  return Object.hasOwn(WORDS, word) ? (WORDS[word] ?? null) : null;
}

export function exactly(count: number): string {
  return JSON.stringify({ type: "quantity", min: String(count), max: String(count), unit: null });
}
