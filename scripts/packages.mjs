// Puts the packages in place that the lock file names. Plain JavaScript without imports
// from packages, since it runs before any package is there, on any Node from 20 on.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const stamp = join(root, "node_modules", ".openintents-packages.json");

/** What is in place: the lock file's digest and whether development packages are there too. */
function installed() {
  try {
    return JSON.parse(readFileSync(stamp, "utf8"));
  } catch {
    return null;
  }
}

/**
 * Installs what is missing and says so in one line.
 * @param {"runtime" | "all"} wanted
 */
export async function ensurePackages(wanted) {
  // A start never takes away the development packages of a working copy.
  const scope = existsSync(join(root, "node_modules", "typescript")) ? "all" : wanted;
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const have = installed();
  if (have?.lock === lock && (scope === "runtime" || have.scope === "all")) return;
  console.log(`Installing the ${scope === "all" ? "" : "runtime "}packages named by package-lock.json …`);
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  if (scope === "runtime") args.push("--omit=dev");
  const code = await run("npm", args);
  if (code !== 0) throw new Error(`npm ${args.join(" ")} ended with code ${code}`);
  writeFileSync(stamp, JSON.stringify({ lock, scope }));
}

/**
 * The Node to run the sources with: the one from the lock file, else this one if it can.
 */
export function node() {
  const own = join(root, "node_modules", ".bin", "node");
  if (existsSync(own)) return own;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  throw new Error(`Node ${process.versions.node} cannot run the sources; install Node 22.18 or newer.`);
}

/**
 * Runs a command to its end with our output; answers its exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export function run(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env },
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? (signal === "SIGINT" ? 130 : 1)));
  });
}
