import { describe, expect, it } from "vitest";
import { PRESETS, requireScope, SCOPES } from "../src/index.ts";

describe("scopes", () => {
  it("are a read and a write scope for each of eleven resources, and recognition:write", () => {
    expect(SCOPES).toHaveLength(23);
    expect(new Set(SCOPES).size).toBe(23);
    expect(SCOPES).toContain("recognition:write");
    expect(SCOPES).not.toContain("recognition:read");
  });

  it("full leaves out writing keys and connectors only", () => {
    expect(SCOPES.filter((scope) => !PRESETS.full.includes(scope))).toEqual(["connectors:write", "api_keys:write"]);
  });

  it("agent may run intents, hold secrets and recognise, and only read customers and wallets", () => {
    expect([...PRESETS.agent].sort()).toEqual([
      "customers:read",
      "intents:read",
      "intents:write",
      "recognition:write",
      "secrets:read",
      "secrets:write",
      "wallets:read",
    ]);
  });

  it("read_only has every read scope and nothing else", () => {
    expect(PRESETS.read_only).toHaveLength(11);
    expect(PRESETS.read_only.every((scope) => scope.endsWith(":read"))).toBe(true);
  });

  it("names the missing scope in param, and a write scope does not stand for its read scope", () => {
    const principal = { scopes: ["intents:write"] };
    expect(() => requireScope(principal, "intents:write")).not.toThrow();
    expect(() => requireScope(principal, "intents:read")).toThrow(
      expect.objectContaining({ reason: "permission_denied", param: "intents:read" }),
    );
  });
});
