// What strangers rely on, on a running system: gRPC reflection and health as a strict client in
// another language sees them, and the probes of an orchestrator.
import {
  AccountService,
  AgentService,
  ApiKeyService,
  AuthService,
  IntentService,
  RecognitionService,
  TimelineService,
  WebhookService,
} from "@openintents/proto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePorts } from "../../scripts/free-ports.ts";
import { bufCall, bufCurl, bufFailure } from "./buf-curl.ts";
import { restClient } from "./client.ts";
import { type System, startSystem } from "./system.ts";

const OURS = [
  AccountService,
  AgentService,
  ApiKeyService,
  AuthService,
  IntentService,
  RecognitionService,
  TimelineService,
  WebhookService,
].map((service) => service.typeName);
const HEALTH = "grpc.health.v1.Health";

let system: System;
let probes: string;
let authorization: string;

beforeAll(async () => {
  const [port = 0] = await freePorts(1);
  system = await startSystem("one process", { METRICS_PORT: String(port) });
  probes = `http://127.0.0.1:${port}`;
  authorization = `Bearer ${system.credentials.api_key}`;
}, 120_000);
afterAll(() => system?.close(), 60_000);

describe("gRPC, to a client that knows the server by reflection only", () => {
  test.each(["grpc-v1", "grpc-v1alpha"])("every service is listed by reflection %s", async (protocol) => {
    const list = await bufCurl(["--reflect-protocol", protocol, "--list-services", `http://${system.grpc}`]);
    const reflection = ["v1", "v1alpha"].map((version) => `grpc.reflection.${version}.ServerReflection`);
    expect(list.trim().split("\n").sort()).toEqual([...OURS, HEALTH, ...reflection].sort());
  });

  test("an intent is created, run to its receipt, watched and read; the REST API shows the same", async () => {
    const create = { spec: { intent: "a mug", shops: ["ok.shop.test"], maxAmount: 2500 }, waitSeconds: 30 };
    const method = (name: string) => `${IntentService.typeName}/${name}`;
    const created = await bufCall(system.grpc, method("CreateIntent"), create, { authorization });
    expect(created.intent).toMatchObject({ status: "INTENT_STATUS_COMPLETED", result: { total: 2000 } });
    const { id } = created.intent as { id: string };
    const read = await bufCall(system.grpc, method("GetIntent"), { id }, { authorization });
    expect(read.intent).toMatchObject({ id, status: "INTENT_STATUS_COMPLETED", sequence: expect.any(Number) });
    expect(await restClient(system).get(id)).toMatchObject({ id, status: "completed", result: { total: 2000 } });
    const watch = ["-H", `authorization: ${authorization}`, "-d", JSON.stringify({ id })];
    const url = `http://${system.grpc}/${TimelineService.typeName}/WatchIntentEvents`;
    const watched = await bufCurl([...watch, url]);
    expect(watched).toContain("INTENT_EVENT_TYPE_CREATED");
    expect(watched).toContain("INTENT_EVENT_TYPE_COMPLETED");
  });

  test("a call without a credential, with a foreign one, or for what is not there has the status that says so", async () => {
    const get = (id: string, headers: Record<string, string>) =>
      bufFailure(system.grpc, `${IntentService.typeName}/GetIntent`, { id }, headers);
    expect((await get("int_none", {})).code).toBe("unauthenticated");
    const runner = { authorization: `Bearer ${system.credentials.runner_key}` };
    expect((await get("int_none", runner)).code).toBe("unauthenticated");
    expect((await get("int_none", { authorization })).code).toBe("not_found");
    const register = { instance: "a stranger", contractMin: 1, contractMax: 1, drivers: [{ name: "simulator" }] };
    const refused = await bufFailure(system.grpc, `${AgentService.typeName}/Register`, register, { authorization });
    expect(refused.code).toBe("unauthenticated");
  });

  test.each(["", ...OURS])("the health of “%s” is SERVING", async (service) => {
    expect(await bufCall(system.grpc, `${HEALTH}/Check`, { service })).toEqual({ status: "SERVING" });
  });

  test("the health of a service that is not there is NOT_FOUND", async () => {
    const { code } = await bufFailure(system.grpc, `${HEALTH}/Check`, { service: "openintents.none.v1.NoService" });
    expect(code).toBe("not_found");
  });
});

describe("the probes", () => {
  const text = async (url: string) => {
    const answer = await fetch(url);
    return { status: answer.status, type: answer.headers.get("content-type"), body: await answer.text() };
  };

  test("/healthz and /readyz answer on the port of metrics and on that of the API, without a credential", async () => {
    for (const origin of [probes, system.rest]) {
      expect((await text(`${origin}/healthz`)).status).toBe(200);
      const { status, body } = await text(`${origin}/readyz`);
      expect(status).toBe(200);
      expect(JSON.parse(body).ready).toBe(true);
    }
  });

  test("/metrics answers on its own port alone, in Prometheus' text form", async () => {
    const { status, type, body } = await text(`${probes}/metrics`);
    expect(status).toBe(200);
    expect(type).toMatch(/^text\/plain/);
    const lines = body.trim().split("\n");
    for (const line of lines) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .*|\w+(\{.*\})? \S+|)$/);
    const typed = lines.filter((line) => line.startsWith("# TYPE ")).map((line) => line.split(" ")[2]);
    expect(new Set(typed).size).toBe(typed.length);
    for (const name of ["process_cpu_seconds_total", "webhook_pending", "runner_held_claims"])
      expect(typed).toContain(name);
    expect((await text(`${system.rest}/metrics`)).status).toBe(404);
  });
});

describe("with a process a service", () => {
  let many: System;

  beforeAll(async () => {
    many = await startSystem("a process a service");
  }, 120_000);
  afterAll(() => many?.close(), 60_000);

  test.each([
    ["core", OURS.filter((name) => !/Timeline|Webhook/.test(name))],
    ["timeline", [TimelineService.typeName]],
    ["webhooks", [WebhookService.typeName]],
  ] as const)("the process of %s serves its own services and says that it is well", async (name, services) => {
    const address = `127.0.0.1:${many.processes?.[name].port}`;
    const list = await bufCurl(["--list-services", `http://${address}`]);
    expect(list.split("\n").filter((line) => line.startsWith("openintents."))).toEqual([...services].sort());
    for (const service of ["", ...services])
      expect(await bufCall(address, `${HEALTH}/Check`, { service })).toEqual({ status: "SERVING" });
  });
});
