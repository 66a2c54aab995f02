import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { fromBinary } from "@bufbuild/protobuf";
import { createLogger, createMetrics, serviceError } from "@openintents/process";
import { AgentService, ErrorSchema, IntentService } from "@openintents/proto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRpcServer, type RpcServer } from "../src/index.ts";

const buf = join(dirname(fileURLToPath(import.meta.resolve("@bufbuild/buf/package.json"))), "bin", "buf");
const run = promisify(execFile);

/** `buf curl` resolves every descriptor by reflection and refuses what does not fit together. */
describe("a strict client that knows the server by reflection only", () => {
  let server: RpcServer;
  let base: string;

  beforeAll(async () => {
    server = createRpcServer({
      logger: createLogger({ service: "test", level: "silent" }),
      metrics: createMetrics({ service: "test" }),
    });
    server.addService(IntentService, {
      getIntent: async (request) => {
        if (request.id === "none") throw serviceError("resource_not_found", "no such intent", { param: "id" });
        return { intent: { id: request.id ?? "" } };
      },
    });
    server.addService(AgentService, {
      async *signals(request) {
        yield { signal: { claimId: request.runnerId } };
      },
    });
    server.setServing("", true);
    base = `http://127.0.0.1:${await server.listen("127.0.0.1:0")}`;
  });
  afterAll(() => server.close(0));

  async function curl(...args: string[]): Promise<string> {
    const { stdout } = await run(process.execPath, [
      buf,
      "curl",
      "--http2-prior-knowledge",
      "--protocol",
      "grpc",
      ...args,
    ]);
    return stdout;
  }

  it.each(["grpc-v1", "grpc-v1alpha"])("lists every service over %s", async (protocol) => {
    const list = await curl("--reflect-protocol", protocol, "--list-services", base);
    expect(list.trim().split("\n").sort()).toEqual([
      "grpc.health.v1.Health",
      "grpc.reflection.v1.ServerReflection",
      "grpc.reflection.v1alpha.ServerReflection",
      "openintents.intent.v1.AgentService",
      "openintents.intent.v1.IntentService",
    ]);
  });

  it.each(["grpc-v1", "grpc-v1alpha"])("calls a method over %s", async (protocol) => {
    const url = `${base}/openintents.intent.v1.IntentService/GetIntent`;
    const reply = JSON.parse(await curl("--reflect-protocol", protocol, "-d", '{"id":"int_1"}', url));
    expect(reply.intent.id).toBe("int_1");
  });

  it("lists the methods of all services", async () => {
    const list = await curl("--list-methods", base);
    expect(list).toContain("openintents.intent.v1.AgentService/LiveView");
    expect(list).toContain("grpc.health.v1.Health/Watch");
  });

  it("reads a server stream", async () => {
    const url = `${base}/openintents.intent.v1.AgentService/Signals`;
    expect(JSON.parse(await curl("-d", '{"runnerId":"run_1"}', url)).signal.claimId).toBe("run_1");
  });

  it("asks for the health of the server", async () => {
    expect(JSON.parse(await curl("-d", "{}", `${base}/grpc.health.v1.Health/Check`))).toEqual({ status: "SERVING" });
  });

  it("reads the error's fields from the status details", async () => {
    const url = `${base}/openintents.intent.v1.IntentService/GetIntent`;
    const failure = await curl("-d", '{"id":"none"}', url).then(
      () => undefined,
      (error: { stderr: string }) => JSON.parse(error.stderr),
    );
    expect(failure).toMatchObject({ code: "not_found", message: "no such intent" });
    expect(failure.details[0].type).toBe("openintents.error.v1.Error");
    const detail = fromBinary(ErrorSchema, Buffer.from(failure.details[0].value, "base64"));
    expect(detail).toMatchObject({ code: "resource_not_found", param: "id", type: "not_found" });
    expect(detail.requestId).toMatch(/^req_/);
  });
});
