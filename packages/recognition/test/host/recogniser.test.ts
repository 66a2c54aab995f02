import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { CORE_VERSION, hostRecogniser } from "../../src/host/recogniser.ts";
import { Intent } from "../../src/intent.ts";
import { SEED_INPUT } from "../server/seed.ts";

test("records are stamped with the version of this package", () => {
  expect(CORE_VERSION).toBe(manifest.version);
});

test("what is kept of a request gives the same request, task and stamps when it is read again", () => {
  const recogniser = hostRecogniser(
    new Intent({ language: "de", domains: [{ name: "orders", description: "Orders" }] }),
  );
  const first = recogniser.read({
    input: SEED_INPUT,
    context: "Earlier words.",
    referenceTime: "2026-11-30T09:00:00+01:00[Europe/Oslo]",
    output: { evidence: "quotes" },
  });
  const again = recogniser.read(JSON.parse(first.source));
  expect(again.source).toBe(first.source);
  expect(again.material).toEqual(first.material);
  expect(again.stamps).toEqual(first.stamps);
});

test("another selection, or another Schema behind the same names, is another stamp", () => {
  const stamp = (type: string, fields?: string[]) =>
    hostRecogniser(new Intent({ schema: { type: "object", properties: { a: { type }, b: { type } } } })).read({
      input: SEED_INPUT,
      ...(fields ? { fields } : {}),
    }).stamps.candidateSchema;
  const stamps = [stamp("string"), stamp("integer"), stamp("string", ["a"]), stamp("string", [])];
  expect(new Set(stamps).size).toBe(4);
  expect(stamp("string", ["b", "a"])).toBe(stamps[0]);
});
