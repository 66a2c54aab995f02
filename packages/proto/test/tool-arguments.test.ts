import type { DescMethod } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { fromArguments, IntentService, type MethodTool, tools } from "../src/index.ts";
import { publicServices } from "./contract-messages.ts";
import { faults, issuesOf } from "./wire-error-of.ts";

function tool(name: string): MethodTool {
  const found = tools(publicServices).find((item) => item.tool.name === name);
  if (found === undefined) throw new Error(`no tool ${name}`);
  return found;
}

const read = (name: string, args: unknown) => fromArguments(tool(name).method as DescMethod, tool(name).tool, args);
const refused = (name: string, args: unknown) => faults(issuesOf(() => read(name, args)));

describe("fromArguments", () => {
  it("reads the method's request and the idempotency key beside it", () => {
    const args = { intent: "tulips", wait_seconds: 10, idempotency_key: "k-1" };
    const { request, idempotencyKey } = fromArguments(
      IntentService.method.createIntent,
      tool("create_intent").tool,
      args,
    );
    expect(request.spec?.intent).toBe("tulips");
    expect(request.waitSeconds).toBe(10);
    expect(idempotencyKey).toBe("k-1");
  });

  it("leaves the caller's arguments as they were", () => {
    const args = Object.freeze({ intent: "tulips", idempotency_key: "k-1" });
    read("create_intent", args);
    expect(args).toEqual({ intent: "tulips", idempotency_key: "k-1" });
  });

  it("takes null and absent keys for none, and refuses malformed ones", () => {
    expect(read("create_intent", { intent: "x", idempotency_key: null }).idempotencyKey).toBeUndefined();
    for (const key of ["", "x".repeat(256), "é", "a\n", 1, {}]) {
      expect(refused("create_intent", { intent: "x", idempotency_key: key })).toEqual([
        "idempotency_key_invalid idempotency_key",
      ]);
    }
  });

  it("takes a key only where the method is idempotent", () => {
    expect(refused("get_intent", { id: "int_1", idempotency_key: "k" })).toEqual(["unknown_parameter idempotency_key"]);
  });

  it("holds for the tool's default where the caller says nothing", () => {
    const held = (args: object) =>
      (read("wait_for_intent", args).request as unknown as { waitSeconds?: number }).waitSeconds;
    expect(held({ id: "int_1" })).toBe(50);
    expect(held({ id: "int_1", wait_seconds: null })).toBe(50);
    expect(held({ id: "int_1", wait_seconds: 0 })).toBe(0);
  });

  it("refuses what the tool does not offer", () => {
    expect(refused("get_intent", { id: "int_1", wait_seconds: 5 })).toEqual(["unknown_parameter wait_seconds"]);
    expect(refused("list_intents", { metadata: { a: "b" } })).toEqual(["unknown_parameter metadata"]);
    expect(refused("list_intents", { session: "ses_1" })).toEqual(["unknown_parameter session"]);
  });

  it("takes absent arguments for empty ones, and refuses others that are no object", () => {
    expect(read("list_intents", undefined).request).toEqual(read("list_intents", {}).request);
    for (const args of [null, [], "x"]) expect(refused("list_intents", args)).toEqual(["invalid_json"]);
  });
});
