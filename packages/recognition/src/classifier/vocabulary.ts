import { featuresOf } from "./features.ts";

/** A sparse vector of unit length. */
export type Vector = { at: Int32Array; value: Float32Array };

/** Features worth a weight, each with its inverse document frequency. */
export type Vocabulary = { size: number; vector(text: string): Vector };

/** Keeps the features that at least two texts share; few texts keep them all. */
export function buildVocabulary(texts: readonly string[]): Vocabulary {
  const documents = new Map<string, number>();
  for (const text of texts) {
    for (const feature of featuresOf(text).keys()) documents.set(feature, (documents.get(feature) ?? 0) + 1);
  }
  const least = texts.length > 1_000 ? 2 : 1;
  const index = new Map<string, number>();
  const weights: number[] = [];
  for (const [feature, count] of documents) {
    if (count < least) continue;
    index.set(feature, weights.length);
    weights.push(1 + Math.log((1 + texts.length) / (1 + count)));
  }
  const inverse = Float32Array.from(weights);
  // What no example has counts for the length: a strange text must not look sure for its few known pieces.
  const unknown = 1 + Math.log(1 + texts.length);

  function vector(text: string): Vector {
    const pairs: [number, number][] = [];
    let square = 0;
    for (const [feature, count] of featuresOf(text)) {
      const at = index.get(feature);
      const value = (1 + Math.log(count)) * (at === undefined ? unknown : (inverse[at] ?? 0));
      square += value * value;
      if (at !== undefined) pairs.push([at, value]);
    }
    const length = Math.sqrt(square) || 1;
    return {
      at: Int32Array.from(pairs, ([at]) => at),
      value: Float32Array.from(pairs, ([, value]) => value / length),
    };
  }
  return { size: weights.length, vector };
}
