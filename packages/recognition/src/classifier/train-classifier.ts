// Names the domain of an utterance from an instance's own examples, in the process and without a
// network: a linear model over words and pieces of words.
import type { Domain } from "../types/options.ts";
import { type Example, type LinearModel, trainLinear } from "./linear-model.ts";
import { buildVocabulary } from "./vocabulary.ts";

export interface Prediction {
  name: string;
  /** 0 to 1, as the model has it; not calibrated. */
  probability: number;
}

export interface Classifier {
  /** Below this probability an utterance belongs to none of the domains. */
  readonly threshold: number;
  /** The nearest domain, however far it is. */
  nearest(text: string): Prediction;
  /** The domain, or null: out of scope. */
  predict(text: string): Prediction | null;
}

/** Of the utterances that are in scope this share may be turned away. */
const TURNED_AWAY = 0.0075;
/** One example in so many is kept aside to find the threshold. */
const FOLDS = 5;
const THRESHOLD_OF_FEW = 0.5;
const FEW = 50;

/**
 * Trains on `domains[].examples`; null when fewer than two domains have any. The same domains give the
 * same classifier.
 */
export function trainClassifier(domains: readonly Domain[]): Classifier | null {
  const named = domains.filter((domain) => (domain.examples?.length ?? 0) > 0);
  if (named.length < 2) return null;
  const given = named.flatMap((domain, label) => (domain.examples ?? []).map((text) => ({ text, label })));
  const vocabulary = buildVocabulary(given.map(({ text }) => text));
  const examples = given.map(({ text, label }): Example => ({ vector: vocabulary.vector(text), label }));
  const train = (some: readonly Example[]) => trainLinear(some, vocabulary.size, named.length);
  const threshold = examples.length < FEW ? THRESHOLD_OF_FEW : thresholdFrom(examples, train);
  const model = train(examples);

  function nearest(text: string): Prediction {
    const [label, probability] = best(model.probabilities(vocabulary.vector(text)));
    return { name: named[label]?.name ?? "", probability };
  }
  return {
    threshold,
    nearest,
    predict(text) {
      const found = nearest(text);
      return found.probability >= threshold ? found : null;
    },
  };
}

/** Trains without a fold and looks how sure the model is of those it never saw. */
function thresholdFrom(examples: readonly Example[], train: (some: readonly Example[]) => LinearModel): number {
  const model = train(examples.filter((_, at) => at % FOLDS !== 0));
  const sure = examples
    .filter((_, at) => at % FOLDS === 0)
    .map(({ vector, label }) => [best(model.probabilities(vector)), label] as const)
    .filter(([[found], label]) => found === label)
    .map(([[, probability]]) => probability)
    .sort((a, b) => a - b);
  return sure[Math.floor(sure.length * TURNED_AWAY)] ?? THRESHOLD_OF_FEW;
}

function best(probabilities: Float64Array): [label: number, probability: number] {
  let label = 0;
  for (let at = 1; at < probabilities.length; at += 1) {
    if ((probabilities[at] as number) > (probabilities[label] as number)) label = at;
  }
  return [label, probabilities[label] ?? 0];
}
