// Shows that each bench runs from start to end; the figures of such a run are not looked at.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { kafkaAvailable } from "@openintents/testing";
import { expect, test } from "vitest";
import type { Result } from "../src/harness/report.ts";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

async function smoke(name: string): Promise<Result> {
  const args = ["--disable-warning=ExperimentalWarning", main, name, "--smoke", "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 8 * 1024 * 1024 });
  return JSON.parse(stdout);
}

const BENCHES = ["p1", "p3", "p5", ...(kafkaAvailable() ? ["p8"] : [])];

test.each(BENCHES)("%s measures both sides in turn", async (name) => {
  const { pairs, bench } = await smoke(name);
  expect(bench.id).toBe(name);
  expect(pairs).toHaveLength(2);
  for (const { ours, baseline, ratio } of pairs) {
    expect(ours.operations).toBeGreaterThan(0);
    expect(baseline.operations).toBeGreaterThan(0);
    expect(ratio).toBeCloseTo(ours.rate / baseline.rate);
  }
});

test("a bench that does not exist is refused with the list of those that do", async () => {
  const failure = await smoke("p99").catch((cause) => cause);
  expect(failure.code).toBe(3);
  expect(failure.stderr).toContain("There is no bench “p99”.");
  expect(failure.stderr).toContain("p1      REST create");
});
