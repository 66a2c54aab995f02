import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase, startEmbedded } from "@openintents/postgres";
import { createLogger } from "@openintents/process";
import { buildAll } from "../../scripts/build.ts";
import { freePorts } from "../../scripts/free-ports.ts";
import type { Helm } from "../../scripts/helm.ts";
import { caseValues, chart, type EnvVar, environment, only, over, podOf, render } from "./render.ts";

/** What the chart would start in a cluster, as processes of this machine. */
export type Installation = {
  /** Runs one program of the image to its end; returns what it printed. Throws when it fails. */
  run(args: string[], env: Record<string, string>): string;
  /** Starts a service with the environment that the chart gives it. */
  start(service: string): RunningService;
  /** The containers of the migrations Job: arguments and environment. */
  migrations: { args: string[]; env: Record<string, string> }[];
  /** What the Secrets hold, by `name/key`; a test puts in what commands print. */
  secrets: Record<string, string>;
  /** The environment that the chart gives a service, with ports of this machine. */
  environmentOf(service: string): Record<string, string>;
  close(): Promise<void>;
};
export type RunningService = { http: string; grpc: string; health: string; stop(): Promise<number | null> };

// What the Secrets of the README hold before the release does.
const firstSecrets: Record<string, string> = {
  "openintents-database/core": "pw-core",
  "openintents-database/timeline": "pw-timeline",
  "openintents-database/webhooks": "pw-webhooks",
  "openintents-database/event-log": "pw-events",
  "openintents-keys/core-secret-key": Buffer.alloc(32, 1).toString("base64"),
  "openintents-keys/webhooks-secret-key": Buffer.alloc(32, 2).toString("base64"),
};

/** The README's SQL, with the passwords that the Secrets hold. */
function databaseUsers(): string {
  const readme = readFileSync(join(chart, "README.md"), "utf8");
  const passwords = ["core", "timeline", "webhooks", "event-log"].map(
    (key) => firstSecrets[`openintents-database/${key}`],
  );
  const sql = /```sql\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  return sql.replaceAll("'…'", () => `'${passwords.shift()}'`);
}

/** A PostgreSQL server with nothing but the README's users and schemas, and the image's programs beside it. */
export async function install(helm: Helm): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), "openintents-chart-"));
  const logger = createLogger({ service: "chart-test", level: "error" });
  const dist = join(folder, "dist");
  await buildAll(dist);
  const server = await startEmbedded({ dataDir: join(folder, "data"), logger, fast: true });
  const admin = createDatabase({ url: server.url, schema: "public", applicationName: "chart-test", logger });
  await admin.query(databaseUsers());
  await admin.close();

  const { port, pathname } = new URL(server.url);
  const database = { host: "127.0.0.1", port: Number(port), database: pathname.slice(1), tls: { mode: "disable" } };
  const changes = { postgresql: database, bindAddress: "127.0.0.1", testMode: { enabled: true } };
  const manifests = render(helm, over(caseValues("postgres"), changes));
  const names = ["core", "timeline", "webhooks", "rest", "mcp", "runner", "shop"];
  const secrets = { ...firstSecrets };
  const free = await freePorts(names.length * 2);
  const ports = Object.fromEntries(names.map((name, i) => [name, { serve: free[i * 2], metrics: free[i * 2 + 1] }]));
  const running: ChildProcess[] = [];

  function environmentOf(service: string): Record<string, string> {
    const env = literal(Object.values(environment(manifests, service)), secrets);
    for (const name of Object.keys(env)) {
      const other = ports[name.replace(/_(ADDRESS|URL)$/, "").toLowerCase()];
      if (name.endsWith("_ADDRESS")) env[name] = `127.0.0.1:${other?.serve}`;
      if (name === "SHOP_URL") env[name] = `http://127.0.0.1:${other?.serve}`;
      if (["PORT", "GRPC_PORT", "SHOP_PORT"].includes(name)) env[name] = `${ports[service]?.serve}`;
      if (name === "OPENINTENTS_DATA_DIR") env[name] = join(folder, "shop");
    }
    return { ...env, METRICS_PORT: `${ports[service]?.metrics}` };
  }

  return {
    environmentOf,
    secrets,
    migrations: podOf(only(manifests, "Job", "migrations")).spec.containers.map(({ args, env }) => ({
      args,
      env: literal(env, secrets),
    })),
    run: (args, env) =>
      execFileSync(process.execPath, [join(dist, "entry.js"), ...args], { env, encoding: "utf8", stdio: "pipe" }),
    start(service) {
      const child = spawn(process.execPath, ["--enable-source-maps", join(dist, "entry.js"), service], {
        env: environmentOf(service),
        stdio: ["ignore", "ignore", "inherit"],
      });
      running.push(child);
      const gone = new Promise<number | null>((resolve) => child.once("exit", resolve));
      const at = ports[service];
      return {
        http: `http://127.0.0.1:${at?.serve}`,
        grpc: `http://127.0.0.1:${at?.serve}`,
        health: `http://127.0.0.1:${at?.metrics}`,
        stop() {
          child.kill("SIGTERM");
          return gone;
        },
      };
    },
    async close() {
      for (const child of running) child.kill("SIGKILL");
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What the kubelet makes of a container's variables: Secrets read, references put in. */
function literal(variables: EnvVar[], secrets: Record<string, string>): Record<string, string> {
  const env: Record<string, string> = {};
  for (const { name, value, valueFrom } of variables) {
    const ref = valueFrom?.secretKeyRef;
    const text = ref === undefined ? value : secrets[`${ref.name}/${ref.key}`];
    if (text === undefined) throw new Error(`${name} has no value: ${JSON.stringify(ref)}`);
    env[name] = text.replace(/\$\((\w+)\)/g, (whole, other: string) => env[other] ?? whole);
  }
  return env;
}
