// `npm test`: installs what the tests need, runs the checks and every test, and closes with
// one line `N passed, N failed`. `npm run test:long` runs the long ones as well.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensurePackages, node, root, run } from "./packages.mjs";

const long = process.argv.includes("long");
const ci = process.env.CI === "true";
const bin = join(root, "node_modules", ".bin");
const total = { passed: 0, failed: 0, skipped: 0 };

await ensurePackages("all");
const tools = await ensureTools();
const path = { PATH: `${bin}:${process.env.PATH ?? ""}` };

console.log("Checks");
if ((await run(node(), [join("scripts", "check.ts")], path)) === 0) total.passed += 1;
else total.failed += 1;

const suites = long
  ? [["long", ["--project=long"]]]
  : [
      ["Packages and services", ["--project=!system", "--project=!long"]],
      ["Whole systems", ["--project=system"]],
    ];
for (const [title, args] of suites) await vitest(String(title), /** @type {string[]} */ (args));

for (const missing of tools.missing) console.log(`Skipped for want of ${missing}.`);
if (ci && (tools.missing.length > 0 || total.skipped > 0)) {
  console.log("Under CI nothing may be skipped.");
  total.failed += Math.max(1, total.skipped);
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed === 0 ? 0 : 1);

/**
 * One run of vitest; its counts go to the total. A run that dies or executes nothing counts as a failure.
 * @param {string} title
 * @param {string[]} args
 */
async function vitest(title, args) {
  console.log(`\n${title}`);
  const directory = mkdtempSync(join(tmpdir(), "openintents-test-"));
  const report = join(directory, "report.json");
  const env = { ...path, OPENINTENTS_LONG: long ? "1" : "", OPENINTENTS_MISSING_TOOLS: tools.missing.join(",") };
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await run(node(), [join("node_modules", "vitest", "vitest.mjs"), "run", ...reporters, ...args], env);
  try {
    const result = JSON.parse(readFileSync(report, "utf8"));
    total.passed += result.numPassedTests;
    total.failed += result.numFailedTests;
    total.skipped += result.numPendingTests + result.numTodoTests;
    if (code !== 0 && result.numFailedTests === 0) total.failed += 1;
    if (result.numPassedTests === 0) total.failed += 1;
  } catch {
    console.log(`${title}: the run left no report`);
    total.failed += 1;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Puts the larger tools of the tests in place; each script says in one line what it does, and keeps it for the next run. */
async function ensureTools() {
  /** @type {string[]} */
  const missing = [];
  const script = (/** @type {string} */ name) =>
    run(node(), [join("scripts", name)], { PATH: `${bin}:${process.env.PATH ?? ""}` });
  if ((await script("kafka.ts")) !== 0) missing.push("a Kafka broker");
  if ((await script("helm.ts")) !== 0) missing.push("Helm 3 and 4");
  for (const [folder, what] of [
    ["clients", "the MCP clients"],
    ["claude-code", "Claude Code"],
  ]) {
    const project = join(root, "test", String(folder));
    if (existsSync(join(project, "node_modules", ".package-lock.json"))) continue;
    console.log(`Installing ${what} of test/${folder} …`);
    const args = ["ci", "--prefix", project, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    if ((await run("npm", args)) !== 0) missing.push(String(what));
  }
  return { missing };
}
