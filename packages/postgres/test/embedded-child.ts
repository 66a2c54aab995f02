// A process that owns an embedded server, for tests that kill it: prints its URL and waits.
import { createLogger } from "@openintents/process";
import { startEmbedded } from "../src/index.ts";

const dataDir = process.argv[2] ?? "";
try {
  const embedded = await startEmbedded({ dataDir, logger: createLogger({ service: "child", level: "silent" }) });
  console.log(`url ${embedded.url}`);
  process.once("SIGTERM", () => embedded.stop());
} catch (error) {
  console.log(`error ${error instanceof Error ? `${error.name} ${error.message}` : error}`);
  process.exit(1);
}
