import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildAll } from "../../scripts/build.ts";

const root = join(import.meta.dirname, "..", "..");
const dockerfile = readFileSync(join(root, "deploy", "image", "Dockerfile"), "utf8");
const dist = mkdtempSync(join(tmpdir(), "openintents-image-"));
let programs: string[] = [];

beforeAll(async () => {
  programs = await buildAll(dist);
}, 120_000);
afterAll(() => rmSync(dist, { recursive: true, force: true }));

/** Runs the image's entrypoint with the arguments and nothing in the environment but the path. */
function run(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--enable-source-maps", join(dist, "entry.js"), ...args],
    {
      env: { PATH: process.env.PATH },
      encoding: "utf8",
      timeout: 20_000,
    },
  );
  return { status, output: stdout + stderr };
}

test("the image holds every service that can be started, with a source map", () => {
  const services = globSync("services/*/src/main.ts", { cwd: root }).map((path) => path.split("/")[1]);
  expect(programs).toEqual([...services.filter((service) => service !== "all").sort(), "openintents"]);
  for (const program of programs) {
    expect(existsSync(join(dist, "programs", program, "main.js.map")), program).toBe(true);
  }
});

test("the image holds the migrations where the bundles look for them", () => {
  const folders = globSync("{packages,services}/*/migrations/*.sql", { cwd: root });
  expect(folders.length).toBeGreaterThan(0);
  for (const file of folders) expect(existsSync(join(dist, file)), file).toBe(true);
});

test("the entrypoint refuses a program it does not know and names those it does", () => {
  const { status, output } = run("nothing");
  expect(status).toBe(2);
  expect(output).toContain([...programs].sort().join(", "));
});

test("a bundled service without its settings says in one line what is missing, and exits", () => {
  const { status, output } = run("core");
  expect(status).toBe(1);
  expect(output).toContain("DATABASE_URL is required");
});

test("the image runs as a numbered user that is not root, and pulls no Dockerfile frontend", () => {
  expect(dockerfile).toMatch(/^USER 1000:1000$/m);
  expect(dockerfile).not.toMatch(/^#\s*syntax\s*=/im);
});
