// Public as "@openintents/recognition/config": the configuration file of a set of recognisers.
export { configSchema } from "./config-schema.ts";
export { type LoadedRecognition, type LoadOptions, loadRecognitionConfig } from "./read-config.ts";
