// Text of a wanted size for measuring growth: sentences of every kind that recognition meets, numbered so
// that none repeats.
const SENTENCES: ((n: number) => string)[] = [
  (n) => `Order ${n} boxes of paper for the office, at most $${20 + (n % 70)} in all.`,
  () => "Do not use the old supplier.",
  (n) => `If the price of item ${1000 + n} falls below EUR ${n % 90}, tell me by Friday.`,
  () => "The last delivery has not arrived yet.",
  (n) => `Then book a room for ${2 + (n % 9)} people next Tuesday at 10am, but not in the basement.`,
  () => "Thanks a lot!",
  (n) => `Remind me to call client ${n} tomorrow between 3 and 5 pm.`,
  () => "Send the report to finance and never share it outside the company.",
];

/** Exactly `bytes` of ASCII, cut inside a sentence where needed. */
export function sampleText(bytes: number): string {
  const parts: string[] = [];
  let length = 0;
  for (let n = 0; length < bytes; n += 1) {
    const sentence = `${SENTENCES[n % SENTENCES.length]?.(n + 1)} `;
    parts.push(sentence);
    length += sentence.length;
  }
  return parts.join("").slice(0, bytes).replace(/\s$/, ".");
}
