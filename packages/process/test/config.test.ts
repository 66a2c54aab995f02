import { describe, expect, expectTypeOf, it } from "vitest";
import { ConfigError, readConfig, setting } from "../src/index.ts";

const table = {
  port: setting.integer({ env: "PORT", default: 8080, min: 0, max: 65535, help: "port of the HTTP listener" }),
  url: setting.string({ env: "DATABASE_URL", default: null, secret: true, min: 5, help: "database" }),
  name: setting.string({ env: "NAME", help: "name of this instance" }),
  tls: setting.boolean({ env: "TLS", default: false, help: "TLS" }),
  brokers: setting.list({ env: "BROKERS", default: [], max: 2, help: "brokers" }),
  mode: setting.choice({ env: "MODE", choices: ["executor", "host", "off"], default: "executor", help: "mode" }),
};

function refusal(env: Record<string, string>): string {
  try {
    readConfig(table, env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error("the settings were accepted");
}

describe("readConfig", () => {
  it("reads each kind and types it", () => {
    const config = readConfig(table, { PORT: "0", NAME: " a ", TLS: "On", BROKERS: "a:1, b:2,", MODE: "off" });
    expect(config).toEqual({ port: 0, url: null, name: "a", tls: true, brokers: ["a:1", "b:2"], mode: "off" });
    expectTypeOf(config.port).toEqualTypeOf<number>();
    expectTypeOf(config.url).toEqualTypeOf<string | null>();
    expectTypeOf(config.name).toEqualTypeOf<string>();
    expectTypeOf(config.tls).toEqualTypeOf<boolean>();
    expectTypeOf(config.brokers).toEqualTypeOf<string[]>();
    expectTypeOf(config.mode).toEqualTypeOf<"executor" | "host" | "off">();
  });

  it("takes defaults for absent and empty variables", () => {
    expect(readConfig(table, { NAME: "a", PORT: "", MODE: "  " })).toMatchObject({ port: 8080, mode: "executor" });
  });

  it("names variable, expectation and value in one line", () => {
    expect(refusal({ NAME: "a", PORT: "80\n80" })).toBe('PORT must be a whole number from 0 to 65535, got "80\\n80"');
    expect(refusal({ NAME: "a", PORT: "70000" })).toContain("0 to 65535");
    expect(refusal({ NAME: "a", TLS: "maybe" })).toBe('TLS must be true or false, got "maybe"');
    expect(refusal({ NAME: "a", MODE: "of" })).toBe('MODE must be one of executor, host, off, got "of"');
    expect(refusal({ NAME: "a", BROKERS: "a,b,c" })).toContain("a comma-separated list of at most 2");
  });

  it("names a missing variable with what it is for", () => {
    expect(refusal({})).toBe("NAME is required: a text (name of this instance)");
  });

  it("reports every problem at once", () => {
    expect(refusal({ PORT: "x" })).toMatch(/^PORT must be .*; NAME is required/);
  });

  it("never shows a secret value", () => {
    const message = refusal({ NAME: "a", DATABASE_URL: "pw" });
    expect(message).toBe("DATABASE_URL must be a text of at least 5 characters, got a secret value");
  });

  it("freezes the result", () => {
    expect(Object.isFrozen(readConfig(table, { NAME: "a" }))).toBe(true);
  });
});
