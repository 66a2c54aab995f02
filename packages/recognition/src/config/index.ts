// Public as "@openintents/recognition/config": the configuration file of a set of recognisers.
export { configSchema } from "./config-schema.ts";
export { describeInstance, type InstanceFacts } from "./describe-instance.ts";
export { type LoadedRecognition, type LoadOptions, loadRecognitionConfig } from "./read-config.ts";
