import { expect, test } from "vitest";
import { spreadOf, verdictOf } from "../src/harness/statistics.ts";

const goal = { must: 0.5, aim: 0.7 };

test.each([
  [[0.6, 0.61, 0.62], "met"],
  [[0.7, 0.75, 0.72], "aimed"],
  [[0.45, 0.46, 0.44], "missed"],
  [[0.8, 0.9, 0.92, 0.94, 1], "void"],
] as const)("ratios %j against must 0.5 and aim 0.7 are %s", (ratios, verdict) => {
  expect(verdictOf(spreadOf([...ratios]), goal)).toBe(verdict);
});

test("the ratio of a run is the median of its pairs", () => {
  expect(spreadOf([0.7, 0.5, 0.6])).toMatchObject({ median: 0.6, low: 0.5, high: 0.7 });
});
