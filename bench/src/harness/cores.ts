import { spawnSync } from "node:child_process";

export type Core = "server" | "load";

/** The two cores of a run: all that serves on one, all that asks on the other. Null where nothing can be pinned. */
export type Cores = Record<Core, number> | null;

let found: Cores | undefined;

/** The first two cores that this process may use; null without taskset or with one core. */
export function findCores(): Cores {
  found ??= look();
  return found;
}

function look(): Cores {
  const { status, stdout } = spawnSync("taskset", ["-cp", String(process.pid)], { encoding: "utf8" });
  if (status !== 0) return null;
  const list = stdout.split(":").at(-1) ?? "";
  const cores = list.split(",").flatMap((part) => {
    const [first = 0, last = first] = part.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
  const [server, load] = cores;
  return server === undefined || load === undefined ? null : { server, load };
}

/** The command and arguments that run a program on a core. */
export function pinned(core: Core, program: string, args: string[]): [string, string[]] {
  const cores = findCores();
  return cores === null ? [program, args] : ["taskset", ["-c", String(cores[core]), program, ...args]];
}

export function describeCores(): string {
  const cores = findCores();
  return cores === null
    ? "Nothing is pinned: there is no taskset, or only one core."
    : `Servers run on core ${cores.server}, load on core ${cores.load}.`;
}
