// The recognisers of this installation: loaded once at start, from the configured file or as one
// instance that works by rules.
import { type Intent, IntentError } from "@openintents/recognition";
import { describeInstance, type InstanceFacts, loadRecognitionConfig } from "@openintents/recognition/config";

export type RecognitionMode = "executor" | "host" | "off";

export type RecognitionConfig = {
  /** Null: the file's mode, or executor. */
  mode: RecognitionMode | null;
  /** Path of the instances file. */
  config: string | null;
  /** Where the variables are that the file names. */
  env: Record<string, string | undefined>;
};

export type Instance = InstanceFacts & { name: string; intent: Intent };

export type Recognisers = {
  mode: RecognitionMode;
  toolPrefix: string;
  /** In the file's order. */
  instances: ReadonlyMap<string, Instance>;
  /** Recognises the texts of intents: `main`, else the first. */
  forIntents: Instance;
  /** Throws INSTANCE_REQUIRED or INSTANCE_UNKNOWN; an empty name selects the only one. */
  named(name: string): Instance;
  close(): Promise<void>;
};

/** Throws an IntentError that says what is wrong with the file. */
export async function loadRecognisers(config: RecognitionConfig): Promise<Recognisers> {
  const loaded = await loadRecognitionConfig({
    path: config.config,
    env: config.env,
    allowModuleExecutors: false,
    ...(config.mode === "executor" || config.mode === "host" ? { modeOverride: config.mode } : {}),
  });
  const instances = new Map(
    Object.entries(loaded.instances).map(([name, intent]) => [name, { name, intent, ...describeInstance(intent) }]),
  );
  const [first] = instances.values();
  const forIntents = instances.get("main") ?? first;
  if (!forIntents) throw new IntentError("CONFIG_INVALID", "config", "The configuration has no instance.");
  return {
    mode: config.mode ?? loaded.mode,
    toolPrefix: loaded.toolPrefix,
    instances,
    forIntents,
    named(name) {
      const only = name === "" && instances.size === 1 ? forIntents : undefined;
      const found = only ?? instances.get(name);
      if (found) return found;
      const issue = { path: "/instance", message: `must be one of ${[...instances.keys()].join(", ")}` };
      if (name === "") {
        throw new IntentError("INSTANCE_REQUIRED", "input", "Several recognisers are here: name one in instance.", {
          issues: [{ code: "INSTANCE_REQUIRED", ...issue }],
        });
      }
      throw new IntentError("INSTANCE_UNKNOWN", "input", "There is no instance of this name.", {
        issues: [{ code: "INSTANCE_UNKNOWN", ...issue }],
      });
    },
    close: () => loaded.close(),
  };
}
