import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError, readConfig, type Setting } from "@openintents/process";
import { describe, expect, test } from "vitest";
import { caseValues, type EnvVar, environment, type Json, over, render, withEachHelm } from "./render.ts";

const services = ["core", "runner", "rest", "mcp", "timeline", "webhooks", "auth", "console", "shop"] as const;
type Table = Record<string, Setting<unknown>>;

const root = join(import.meta.dirname, "..", "..");

/** Every setting that a service's process reads: its tables are exported under names that end in Settings. */
async function settingsOf(service: string): Promise<Table> {
  const files = globSync(`services/${service}/src/{config,process-settings}.ts`, { cwd: root });
  const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<Record<string, Table>>));
  const tables = modules.flatMap((module) => Object.entries(module).filter(([name]) => name.endsWith("Settings")));
  return Object.assign({}, ...tables.map(([, table]) => table)) as Table;
}

/** The variables that a service reads: its settings, and what its main reads before there are any. */
async function variablesOf(service: string): Promise<Set<string>> {
  const main = readFileSync(join(root, "services", service, "src", "main.ts"), "utf8");
  const settings = Object.values(await settingsOf(service)).map((setting) => setting.env);
  return new Set([...settings, ...[...main.matchAll(/process\.env\.(\w+)/g)].map((match) => match[1] ?? "")]);
}

// The ways to install that between them make the chart set everything it can.
const everything: Json = {
  services: { auth: { enabled: true }, console: { enabled: true } },
  testMode: { enabled: true },
  hostedOrigin: "https://pay.example.com",
  trustedProxies: ["10.0.0.0/8"],
  webhooks: { allowNetworks: ["10.9.0.0/16"] },
  recognition: { config: { version: 1, instances: { main: {} } } },
};
const kafka = { kafka: { brokers: ["a:9092"], tls: true, sasl: { mechanism: "plain", existingSecret: "kafka" } } };
const installs = [everything, over(everything, kafka)].map((changes) => over(caseValues("postgres"), changes));

// What the runtime reads itself, and the parts that Kubernetes puts into a URL.
const notSettings = ["NODE_OPTIONS", "DATABASE_PASSWORD", "EVENT_LOG_PASSWORD"];

// Stands for what a Secret would hold.
const secret = "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlYzE=";

function literal(env: Record<string, EnvVar>): Record<string, string> {
  return Object.fromEntries(Object.values(env).map(({ name, value }) => [name, value ?? secret]));
}

withEachHelm("the environment", (helm) => {
  describe.each(services)("of %s", (service) => {
    const rendered = () => installs.map((values) => environment(render(helm, values), service));
    const names = () => new Set(rendered().flatMap((env) => Object.keys(env)));

    test("holds only variables that the service reads", async () => {
      const known = await variablesOf(service);
      expect(known.size).toBeGreaterThan(0);
      expect([...names()].filter((name) => !known.has(name) && !notSettings.includes(name))).toEqual([]);
    });

    test("satisfies the service, whichever event log is chosen", async () => {
      const table = await settingsOf(service);
      for (const env of rendered()) {
        expect(() => readConfig(table, literal(env))).not.toThrow(ConfigError);
      }
    });

    test("holds every variable that the chart sets elsewhere and the service reads too", async () => {
      const elsewhere = new Set(
        installs.flatMap((values) =>
          services.flatMap((other) => Object.keys(environment(render(helm, values), other))),
        ),
      );
      const missing = [...(await variablesOf(service))].filter((name) => elsewhere.has(name) && !names().has(name));
      expect(missing).toEqual([]);
    });
  });
});
