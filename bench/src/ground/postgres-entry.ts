// An embedded PostgreSQL server with durable settings, on the core of this process.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase, startEmbedded } from "@openintents/postgres";
import { createLogger } from "@openintents/process";
import { entryInput, serveEntry } from "../harness/entry.ts";

const { statements } = entryInput<{ statements: boolean }>();
const logger = createLogger({ service: "bench-postgres", level: "warn" });
const dataDir = await mkdtemp(join(tmpdir(), "openintents-bench-"));
let server = await startEmbedded({ dataDir, logger });
if (statements) {
  const admin = createDatabase({ url: server.url, schema: "public", applicationName: "bench", max: 1, logger });
  await admin.query("alter system set shared_preload_libraries = 'pg_stat_statements'");
  await admin.query("alter system set pg_stat_statements.track_planning = off");
  await admin.close();
  await server.stop();
  server = await startEmbedded({ dataDir, logger });
}
const [pid] = (await readFile(join(dataDir, "cluster/data/postmaster.pid"), "utf8")).split("\n");

serveEntry({ url: server.url, pid: Number(pid) }, {}, async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});
