// What embedders get: the recogniser, its types and errors.
export { type Classifier, type Prediction, trainClassifier } from "./classifier/train-classifier.ts";
export * from "./errors.ts";
export type * from "./types/candidate.ts";
export type * from "./types/executor.ts";
export type * from "./types/input.ts";
export type * from "./types/json.ts";
export * from "./types/names.ts";
export type * from "./types/options.ts";
export type * from "./types/result.ts";
export type * from "./types/values.ts";
