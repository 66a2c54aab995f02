// What the classifier sees of an utterance: words, word pairs, and pieces of words, so that
// endings and misspellings still share something with the examples.

const SHORTEST_PIECE = 2;
const LONGEST_PIECE = 5;
/** Utterances are short; more than this many characters add cost and no meaning. */
const MOST_CHARACTERS = 1_000;

/** Feature names of an utterance with their counts. */
export function featuresOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (feature: string) => counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const words = text
    .slice(0, MOST_CHARACTERS)
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu);
  let previous = "^";
  for (const word of words ?? []) {
    add(`w ${word}`);
    add(`b ${previous} ${word}`);
    previous = word;
    const padded = `<${word.slice(0, 40)}>`;
    for (let size = SHORTEST_PIECE; size <= LONGEST_PIECE; size += 1) {
      for (let at = 0; at + size <= padded.length; at += 1) add(`c ${padded.slice(at, at + size)}`);
    }
  }
  add(`b ${previous} $`);
  return counts;
}
