// `npm start`: everything in one process, on any machine with npm and a Node from 20 on.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensurePackages, node, root } from "./packages.mjs";

try {
  await ensurePackages("runtime");
} catch (error) {
  console.error(`The packages could not be installed: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}

// The child is told to stop by the same signals as this process, and sees by its closed
// channel when this process is killed; so no child is ever left behind.
const child = spawn(node(), [join(root, "services", "all", "src", "main.ts"), ...process.argv.slice(2)], {
  cwd: root,
  stdio: ["ignore", "inherit", "inherit", "ipc"],
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`The server could not be started: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
