// The image's entrypoint: the first argument names the program, the rest are the program's own.
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";

const folder = join(dirname(process.argv[1] ?? ""), "programs");
const [name = ""] = process.argv.splice(2, 1);
const names = readdirSync(folder).sort();

if (!names.includes(name)) {
  console.error(`usage: <program> [arguments], where program is one of: ${names.join(", ")}`);
  process.exit(2);
}
// In this process, so that signals reach the service itself.
await import(join(folder, name, "main.js"));
