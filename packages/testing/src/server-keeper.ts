import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { EmbeddedInUseError, startEmbedded } from "@openintents/postgres";
import { createLogger } from "@openintents/process";
import { alive, sharedServer } from "./test-server.ts";

// Owns the shared test server: starts it, and ends it when no process has used it for a
// while. Run as a process of its own by test-server.ts, with the folder as its argument.

const POLL_MS = 500;
const IDLE_MS = Number(process.env.TEST_SERVER_IDLE_MS ?? 10_000);

const server = sharedServer(process.argv[2]);
const logger = createLogger({ service: "test-server" });

function hasUsers(): boolean {
  let users = 0;
  for (const name of readdirSync(server.users)) {
    if (alive(Number(name))) users += 1;
    else rmSync(join(server.users, name), { force: true });
  }
  return users > 0;
}

async function keep(): Promise<void> {
  const embedded = await startEmbedded({ dataDir: server.dataDir, logger, fast: true });
  let interrupted = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      interrupted = true;
    });
  }
  for (let idleSince = performance.now(); ; await delay(POLL_MS)) {
    if (hasUsers() && !interrupted) idleSince = performance.now();
    if (!interrupted && performance.now() - idleSince < IDLE_MS) continue;
    writeFileSync(server.closing, String(process.pid));
    if (interrupted || !hasUsers()) break;
    rmSync(server.closing, { force: true });
  }
  await embedded.stop();
  rmSync(server.dataDir, { recursive: true, force: true });
  rmSync(server.closing, { force: true });
}

try {
  await keep();
} catch (error) {
  // Several test processes may start a keeper at once; one of them keeps.
  if (!(error instanceof EmbeddedInUseError)) {
    logger.error({ err: error }, "the shared test server failed");
    process.exit(1);
  }
}
