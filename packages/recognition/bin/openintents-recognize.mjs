#!/usr/bin/env node
// From the sources it needs a Node that runs TypeScript (22.18 or newer).
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  process.stderr.write(`openintents-recognize needs Node 22.12 or newer; this is ${process.versions.node}\n`);
  process.exit(2);
}
await import("../src/server/cli.ts");
