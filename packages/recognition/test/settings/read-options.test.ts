import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IntentError } from "../../src/errors.ts";
import { DEFAULT_LIMITS } from "../../src/limits.ts";
import { readOptions } from "../../src/settings/read-options.ts";
import type { IntentExecutor } from "../../src/types/executor.ts";

const executor: IntentExecutor = {
  id: "here",
  features: { schema: "json", abort: true, offline: true },
  generate: async () => ({ outcome: "refusal" }),
};

/** The code and the place that options are refused for. */
function refused(options: unknown, raised = false): string {
  try {
    readOptions(options, raised);
  } catch (thrown) {
    if (!(thrown instanceof IntentError)) throw thrown;
    expect(thrown.stage).toBe("config");
    return `${thrown.code} ${thrown.issues.map((issue) => issue.path).join()}`;
  }
  throw new Error("The options were accepted.");
}

describe("readOptions", () => {
  it("has a default for everything", () => {
    expect(readOptions(undefined)).toEqual({
      executor: null,
      settings: {
        language: "en",
        description: null,
        domains: [],
        schema: null,
        guidance: null,
        defaults: {},
        timeoutMs: 0,
        corrections: 1,
        requireGuard: false,
        limits: DEFAULT_LIMITS,
        extend: null,
      },
    });
  });

  it("reads what is given, languages in their usual spelling, undefined as absent", () => {
    const extend = () => ({});
    const { settings, executor: made } = readOptions({
      language: "EN-gb",
      description: undefined,
      instructions: "Be brief.",
      domains: [{ name: "orders", description: "Orders", examples: ["where is my parcel"] }],
      defaults: { currency: "NOK", zone: "Europe/Oslo", dateOrder: "DMY" },
      timeoutMs: 20_000,
      corrections: 0,
      requireGuard: true,
      limits: { inputBytes: 100, budget: { calls: 3 } },
      executor,
      extend,
    });
    expect(settings).toMatchObject({ language: "en-GB", description: null, guidance: "Be brief.", corrections: 0 });
    expect(settings.limits).toEqual({ ...DEFAULT_LIMITS, inputBytes: 100, budget: { calls: 3 } });
    expect(settings.extend).toBe(extend);
    expect(made).toBe(executor);
  });

  it("copies and freezes", () => {
    const given = {
      domains: [{ name: "a", description: "b", examples: ["c"] }],
      defaults: { zone: "UTC" },
      limits: {},
    };
    const { settings } = readOptions(given);
    given.domains[0]?.examples.push("d");
    given.defaults.zone = "Europe/Oslo";
    expect(settings.domains).toEqual([{ name: "a", description: "b", examples: ["c"] }]);
    expect(settings.defaults.zone).toBe("UTC");
    for (const part of [
      settings,
      settings.domains,
      settings.domains[0],
      settings.domains[0]?.examples,
      settings.defaults,
      settings.limits,
    ])
      expect(Object.isFrozen(part)).toBe(true);
  });

  it.each<[string, unknown, string]>([
    ["null members", { language: null }, "/language"],
    ["a language that is none", { language: "no such language" }, "/language"],
    ["the name of a language", { language: "english" }, "/language"],
    ["a locale of another notation", { language: "en_US" }, "/language"],
    ["an unknown member", { apiKey: "x" }, "/apiKey"],
    ["a member named __proto__", JSON.parse('{"__proto__":{"requireGuard":true}}'), "/__proto__"],
    ["a symbol", { [Symbol("x")]: 1 }, ""],
    ["an array", [], ""],
    ["text", "{}", ""],
    ["an instance of a class", new Map(), ""],
    ["guidance of more than 8 KiB", { instructions: "\u00e6".repeat(4_097) }, "/instructions"],
    ["guidance that is no text", { instructions: ["x"] }, "/instructions"],
    ["domains that are no list", { domains: { name: "a" } }, "/domains"],
    ["a domain without a name", { domains: [{ name: " ", description: "" }] }, "/domains/0/name"],
    [
      "a domain twice",
      {
        domains: [
          { name: "a", description: "" },
          { name: "a", description: "" },
        ],
      },
      "/domains/1/name",
    ],
    ["an unknown member of a domain", { domains: [{ name: "a", description: "", label: "" }] }, "/domains/0/label"],
    ["examples that are no texts", { domains: [{ name: "a", description: "", examples: [1] }] }, "/domains/0/examples"],
    ["a currency that is none", { defaults: { currency: "kr" } }, "/defaults/currency"],
    ["a zone that is none", { defaults: { zone: "Europe/Nowhere" } }, "/defaults/zone"],
    ["an offset for a zone", { defaults: { zone: "+01:00" } }, "/defaults/zone"],
    ["an order of dates that is none", { defaults: { dateOrder: "DYM" } }, "/defaults/dateOrder"],
    ["an unknown default", { defaults: { country: "NO" } }, "/defaults/country"],
    ["a timeout below zero", { timeoutMs: -1 }, "/timeoutMs"],
    ["a timeout beyond what timers count", { timeoutMs: 2_147_483_648 }, "/timeoutMs"],
    ["two corrections", { corrections: 2 }, "/corrections"],
    ["a guard that is neither true nor false", { requireGuard: "yes" }, "/requireGuard"],
    ["an extension that is no function", { extend: {} }, "/extend"],
    ["a configuration in place of an executor", { executor: { type: "rules" } }, "/executor/id"],
    ["an executor without features", { executor: { id: "x", generate: () => {} } }, "/executor/features"],
    [
      "an executor of unknown features",
      { executor: { ...executor, features: { ...executor.features, schema: "some" } } },
      "/executor/features/schema",
    ],
    ["an unknown limit", { limits: { inputbytes: 1 } }, "/limits/inputbytes"],
    ["a limit that is no count", { limits: { inputBytes: 1.5 } }, "/limits/inputBytes"],
    ["a limit of zero where nothing would be left", { limits: { inputBytes: 0 } }, "/limits/inputBytes"],
    ["a limit above its default", { limits: { inputBytes: 65_537 } }, "/limits/inputBytes"],
    ["an unknown part of a budget", { limits: { budget: { money: 1 } } }, "/limits/budget/money"],
    ["a budget of nothing", { limits: { budget: { calls: 0 } } }, "/limits/budget/calls"],
  ])("refuses %s", (_, options, path) => {
    expect(refused(options)).toBe(`CONFIG_INVALID ${path}`);
  });

  it("names the place in the Schema for a Schema", () => {
    expect(refused({ schema: { type: "object", properties: { a: { type: "text" } } } })).toBe(
      "SCHEMA_UNSUPPORTED /schema/properties/a/type",
    );
  });

  it("lets a server's configuration raise limits, but not how deep a candidate may go without end", () => {
    expect(readOptions({ limits: { inputBytes: 1_000_000 } }, true).settings.limits.inputBytes).toBe(1_000_000);
    expect(refused({ limits: { candidateDepth: 65 } }, true)).toBe("CONFIG_INVALID /limits/candidateDepth");
  });

  it("reports a getter that throws as the member it is", () => {
    const options = Object.defineProperty({}, "language", {
      enumerable: true,
      get: () => {
        throw new Error("secret");
      },
    });
    expect(refused(options)).toBe("CONFIG_INVALID /language");
  });

  it("reads no member of a prototype", () => {
    const made = Object.create(null) as { language?: string };
    made.language = "nb";
    expect(readOptions(made).settings.language).toBe("nb");
    expect(() => readOptions(Object.create({ language: "nb" }))).toThrow(IntentError);
  });

  it("throws nothing but its own error for anything", () => {
    const names = ["language", "domains", "schema", "executor", "defaults", "limits", "extend", "timeoutMs"] as const;
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.anything(), (name, value) => {
        for (const options of [value, { [name]: value }]) {
          try {
            readOptions(options);
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(IntentError);
          }
        }
      }),
    );
  });
});
