import type { Vector } from "./vocabulary.ts";

/** Multinomial logistic regression over sparse vectors. */
export type LinearModel = { probabilities(vector: Vector): Float64Array };

export type Example = { vector: Vector; label: number };

/** Few passes with a falling step stand in for a penalty: more of them learn the examples by heart. */
const EPOCHS = 8;
const FIRST_STEP = 3;

/** Trains by stochastic gradient descent in a fixed order, so that the same examples give the same model. */
export function trainLinear(examples: readonly Example[], features: number, labels: number): LinearModel {
  const weights = new Float32Array(features * labels);
  const bias = new Float32Array(labels);
  const order = shuffled(examples.length);
  const scores = new Float64Array(labels);
  const steps = EPOCHS * examples.length;
  let step = 0;
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const at of order) {
      const example = examples[at];
      if (!example) continue;
      const rate = FIRST_STEP * (1 - step / steps);
      step += 1;
      score(weights, bias, example.vector, scores);
      softmax(scores);
      for (let label = 0; label < labels; label += 1) {
        const error = (scores[label] ?? 0) - (label === example.label ? 1 : 0);
        scores[label] = error;
        bias[label] = (bias[label] ?? 0) - 0.01 * rate * error;
      }
      const { at: places, value } = example.vector;
      for (let n = 0; n < places.length; n += 1) {
        const row = (places[n] ?? 0) * labels;
        const amount = rate * (value[n] ?? 0);
        for (let label = 0; label < labels; label += 1) {
          weights[row + label] = (weights[row + label] as number) - amount * (scores[label] as number);
        }
      }
    }
  }
  return {
    probabilities(vector) {
      const out = new Float64Array(labels);
      score(weights, bias, vector, out);
      softmax(out);
      return out;
    },
  };
}

function score(weights: Float32Array, bias: Float32Array, vector: Vector, out: Float64Array): void {
  const labels = out.length;
  for (let label = 0; label < labels; label += 1) out[label] = bias[label] as number;
  for (let n = 0; n < vector.at.length; n += 1) {
    const row = (vector.at[n] ?? 0) * labels;
    const value = vector.value[n] ?? 0;
    for (let label = 0; label < labels; label += 1) {
      out[label] = (out[label] as number) + value * (weights[row + label] as number);
    }
  }
}

function softmax(scores: Float64Array): void {
  let most = Number.NEGATIVE_INFINITY;
  for (const value of scores) most = Math.max(most, value);
  let sum = 0;
  for (let at = 0; at < scores.length; at += 1) {
    const value = Math.exp((scores[at] as number) - most);
    scores[at] = value;
    sum += value;
  }
  for (let at = 0; at < scores.length; at += 1) scores[at] = (scores[at] as number) / sum;
}

/** A fixed shuffle: examples come label by label, and training wants them mixed. */
function shuffled(length: number): number[] {
  const order = Array.from({ length }, (_, at) => at);
  const next = mulberry(length);
  for (let at = length - 1; at > 0; at -= 1) {
    const other = Math.floor(next() * (at + 1));
    [order[at], order[other]] = [order[other] as number, order[at] as number];
  }
  return order;
}

/** A small generator with a seed: the same examples must give the same model. */
function mulberry(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
