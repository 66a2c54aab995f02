// Parses with a planted key against a server that repeats it in whatever it says, and prints everything that an
// embedder might print: errors with their causes, executors, recognisers, results, reports. Run by the test beside it.
import { subscribe } from "node:diagnostics_channel";
import { inspect } from "node:util";
import { createExecutor } from "../../src/executors/create-executor.ts";
import { Intent } from "../../src/intent.ts";
import { PARSE_CHANNEL } from "../../src/parse/telemetry.ts";

const [origin] = process.argv.slice(2);
const env = { MODEL_KEY: process.env.PLANTED };
const show = (value) => console.log(inspect(value, { depth: Infinity, showHidden: true }), JSON.stringify(value));

process.on("warning", show);
subscribe(PARSE_CHANNEL, show);
const online = { apiKeyEnv: "MODEL_KEY", retries: 0 };
const configs = [
  { type: "openai-compatible", baseUrl: `${origin}/v1`, model: "m", ...online },
  { type: "openai-compatible", baseUrl: `${origin}/v1`, model: "m", structuredOutput: "json", ...online },
  { type: "anthropic", baseUrl: `${origin}/v1`, model: "m", ...online },
  { type: "http", url: `${origin}/own`, ...online },
];
configs.push({ type: "fallback", executors: [...configs] });
for (const config of configs) {
  const executor = await createExecutor(config, { env, baseDirectory: import.meta.dirname, allowModule: false });
  const intent = new Intent({ executor });
  show(executor);
  for (let reply = 0; reply < Number(process.env.REPLIES); reply += 1) {
    const outcome = await intent.parse({ input: "Look up order 000123." }).catch((error) => {
      console.error(error);
      console.error(error.stack, error.cause, error.cause?.stack);
      return error;
    });
    show(outcome);
  }
  show(intent);
}
