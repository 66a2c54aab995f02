// Generates packages/proto/src/gen from proto/. `npm run generate`; `npm run check` proves it current.
import { spawnSync } from "node:child_process";

const result = spawnSync("buf", ["generate"], { stdio: "inherit" });
process.exit(result.status ?? 1);
