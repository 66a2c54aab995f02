import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolvePointer } from "../../src/pointers.ts";
import type { Quote } from "../../src/types/candidate.ts";
import { requestOf, standingIntent, state } from "./candidate-kit.ts";

const request = requestOf({
  input: "raw  text",
  context: "known",
  baseline: state({
    intents: [standingIntent("intent-1", "Buy", { extensions: { "a/b": { "~": 1 } }, inputs: {} })],
  }),
  referenceTime: "2026-11-30T09:00:00+01:00",
});
const at = (root: Quote["root"], pointer: string) => resolvePointer(request, { root, pointer });

describe("resolvePointer", () => {
  it("leads into the caller's own material", () => {
    expect(at("input", "")).toBe("raw  text");
    expect(at("context", "/0/content")).toBe("known");
    expect(at("context", "/0/role")).toBe("background");
    expect(at("context", "")).toHaveLength(1);
    expect(at("baseline", "/intents/0/goal")).toBe("Buy");
    expect(at("baseline", "/intents/0/extensions/a~1b/~0")).toBe(1);
    expect(at("referenceTime", "")).toBe("2026-11-30T09:00:00+01:00");
  });

  it.each<[Quote["root"], string]>([
    ["input", "/"],
    ["input", "/length"],
    ["context", "/1"],
    ["context", "/-"],
    ["context", "/00"],
    ["context", "/0/content/0"],
    ["context", "/0/__proto__"],
    ["context", "/length"],
    ["baseline", "/constructor"],
    ["baseline", "/intents/0/inputs/toString"],
    ["baseline", "/intents/0/~2"],
    ["baseline", "intents"],
    ["referenceTime", "/0"],
  ])("leads nowhere from %s by %j", (root, pointer) => {
    expect(at(root, pointer)).toBeUndefined();
  });

  it("knows no baseline and no reference time where there is none", () => {
    const bare = requestOf({ input: "x" });
    expect(resolvePointer(bare, { root: "baseline", pointer: "" })).toBeUndefined();
    expect(resolvePointer(bare, { root: "referenceTime", pointer: "" })).toBeUndefined();
    expect(resolvePointer(bare, { root: "context", pointer: "/0" })).toBeUndefined();
  });

  it("takes any text for a pointer", () => {
    fc.assert(
      fc.property(fc.constantFrom("input", "context", "baseline", "referenceTime"), fc.string(), (root, pointer) => {
        at(root as Quote["root"], pointer);
        at(root as Quote["root"], `/${pointer}`);
      }),
    );
    expect(at("context", "/0".repeat(100_000))).toBeUndefined();
  });
});
