// Shows that each bench runs from start to end; the figures of such a run are not looked at.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { kafkaAvailable } from "@openintents/testing";
import { expect, test } from "vitest";
import type { Result } from "../src/harness/report.ts";
import type { StudyResult } from "../src/harness/study.ts";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

async function smoke<R = Result>(name: string, env: NodeJS.ProcessEnv = process.env): Promise<R> {
  const args = ["--disable-warning=ExperimentalWarning", main, name, "--smoke", "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 8 * 1024 * 1024, env });
  return JSON.parse(stdout);
}

const BENCHES = ["p1", "p3", "p5", "r1", ...(kafkaAvailable() ? ["p8"] : [])];

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

test("the study of recognition prints speeds for three sizes and what host mode keeps", async () => {
  const { study, tables } = await smoke<StudyResult>("recognition");
  expect(study.id).toBe("recognition");
  const [speed, kept] = tables;
  expect(speed?.rows.map(([size]) => size)).toEqual(["100 B", "4 KiB", "64 KiB"]);
  expect(kept?.rows.map(([bound]) => bound)).toEqual(["32 records", "8 MiB"]);
  for (const table of tables) for (const row of table.rows) expect(row).toHaveLength(table.columns.length);
});

test("the study of figures is refused without the folder of data sets", async () => {
  const { RECOGNITION_DATA: _, ...env } = process.env;
  const failure = await smoke("figures", env).catch((cause) => cause);
  expect(failure.code).toBe(3);
  expect(failure.stderr).toContain("RECOGNITION_DATA names the folder");
});

test("a bench that does not exist is refused with the list of those that do", async () => {
  const failure = await smoke("p99").catch((cause) => cause);
  expect(failure.code).toBe(3);
  expect(failure.stderr).toContain("There is no bench “p99”.");
  expect(failure.stderr).toContain("p1      REST create");
});
