import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { IntentService, TimelineService, WebhookService } from "@openintents/proto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { helms } from "../../scripts/helm.ts";
import { type Installation, install, type RunningService } from "./installation.ts";

const helm = helms.at(-1);
const grpc = { core: IntentService, timeline: TimelineService, webhooks: WebhookService };
const names = ["core", "timeline", "webhooks", "rest", "mcp", "shop", "runner"] as const;

describe.skipIf(helm === undefined || !existsSync(helm.path))(
  "what the chart installs, from the image's bundles",
  () => {
    let installation: Installation;
    const services: Partial<Record<string, RunningService>> = {};
    let key = "";

    function service(name: string): RunningService {
      const found = services[name];
      if (found === undefined) throw new Error(`${name} was not started`);
      return found;
    }

    beforeAll(async () => {
      if (helm !== undefined) installation = await install(helm);
    }, 120_000);
    afterAll(() => installation?.close());

    test("the Job migrates each schema with its owner's user, and a second run changes nothing", () => {
      for (const { args, env } of [...installation.migrations, ...installation.migrations]) {
        expect(installation.run(args, env)).toBe(`Up to date: ${args.at(-1)}.\n`);
      }
    });

    test("no owner's user can reach another's schema", () => {
      const [events, core] = installation.migrations;
      const foreign = {
        ...events?.env,
        DATABASE_URL: core?.env.DATABASE_URL?.replace(/oi_core:[^@]+/, "oi_timeline:pw-timeline") ?? "",
      };
      expect(() => installation.run(core?.args ?? [], foreign)).toThrow(/permission denied/);
    });

    test("the README's Job makes an account with two keys", () => {
      const { DATABASE_URL = "" } = installation.environmentOf("core");
      const args = ["openintents", "admin", "account", "create", "--name", "Example"];
      const lines = installation.run(args, { DATABASE_URL }).trim().split("\n");
      expect(lines).toEqual([
        expect.stringMatching(/^acct_/),
        expect.stringMatching(/^oi_test_/),
        expect.stringMatching(/^oi_live_/),
      ]);
      key = lines[1] ?? "";
    });

    test("the README's Jobs make a pool and a key for its runners", () => {
      const { DATABASE_URL = "" } = installation.environmentOf("core");
      const admin = (...args: string[]) => installation.run(["openintents", "admin", ...args], { DATABASE_URL });
      const pool = /^simulator\n(oi_keypair_1\.\S+)\n$/.exec(admin("pool", "create", "--name", "simulator"));
      const runner = /^key_\S+\n(oi_run_\S+)\n$/.exec(admin("runner-key", "create", "--pool", "simulator"));
      expect([pool, runner]).not.toContain(null);
      installation.secrets["openintents-runner/private-key"] = pool?.[1] ?? "";
      installation.secrets["openintents-runner/runner-key"] = runner?.[1] ?? "";
    });

    test("every service becomes ready by the probe that the chart sets", { timeout: 60_000 }, async () => {
      for (const name of names) services[name] = installation.start(name);
      for (const name of names) {
        await vi.waitFor(async () => expect((await fetch(`${service(name).health}/readyz`)).status).toBe(200), 20_000);
        expect((await fetch(`${service(name).health}/healthz`)).status).toBe(200);
      }
      for (const [name, { typeName }] of Object.entries(grpc))
        expect(health(service(name).grpc, typeName)).toBe("SERVING");
    });

    test("an intent runs to its receipt, with its events on the timeline and one order at the shop", async () => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json", prefer: "wait=30" };
      const intents = `${service("rest").http}/v1/intents`;
      const request = JSON.stringify({ intent: "a mug from ok.shop.test", max_amount: 2500 });
      const created = await fetch(intents, { method: "POST", headers, body: request });
      const intent = (await created.json()) as { id: string; status: string };
      expect(intent).toMatchObject({ status: "completed", result: { total: 2000 } });
      const events = await fetch(`${intents}/${intent.id}/events`, { headers });
      const types = ((await events.json()) as { data: { type: string }[] }).data.map((event) => event.type);
      expect(types).toEqual(expect.arrayContaining(["created", "placing_order", "completed"]));
      expect(await (await fetch(`${service("shop").http}/books`)).json()).toHaveLength(1);
    });

    test.each(["rest", "mcp"])("%s answers at the public origin's host and refuses a foreign one", async (name) => {
      const path = name === "mcp" ? "/mcp" : "/v1/intents";
      expect(await statusAt(service(name).http + path, "openintents.example.com")).toBe(401);
      expect(await statusAt(service(name).http + path, "elsewhere.example.com")).toBe(403);
    });

    test("the MCP edge serves the same key", async () => {
      const answer = await fetch(`${service("mcp").http}/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "initialize",
          params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
        }),
      });
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('"serverInfo"');
    });

    // A service that takes longer than ten seconds ends with 1; the chart gives each pod thirty.
    test("every service ends by itself at SIGTERM", { timeout: 30_000 }, async () => {
      expect(await Promise.all(names.map((name) => service(name).stop()))).toEqual(names.map(() => 0));
    });
  },
);

/** The status of a POST without credentials that names this host. */
function statusAt(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { host, "content-type": "application/json" };
    const post = request(url, { method: "POST", headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    post.once("error", reject);
    post.end("{}");
  });
}

/** Asks the kubelet's question: grpc.health.v1 about one service. */
function health(address: string, name: string): unknown {
  const buf = join(import.meta.dirname, "..", "..", "node_modules", ".bin", "buf");
  const call = ["curl", "--protocol", "grpc", "--http2-prior-knowledge", "--data", JSON.stringify({ service: name })];
  const answer = execFileSync(buf, [...call, `${address}/grpc.health.v1.Health/Check`], { encoding: "utf8" });
  return (JSON.parse(answer) as { status: unknown }).status;
}
