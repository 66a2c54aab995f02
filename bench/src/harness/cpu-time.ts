import { readdirSync, readFileSync } from "node:fs";

/** What Linux counts CPU time in; it is 100 a second on every platform that Node runs on. */
const TICK_MS = 10;

type Stat = { parent: number; own: number; reaped: number };

/** CPU milliseconds that a process and its children used so far; null where /proc is missing. */
export function cpuTime(pid: number): number | null {
  const root = stat(pid);
  if (root === null) return null;
  let total = root.own + root.reaped;
  for (const name of readdirSync("/proc")) {
    const child = /^\d+$/.test(name) && Number(name) !== pid ? stat(Number(name)) : null;
    if (child?.parent === pid) total += child.own + child.reaped;
  }
  return total * TICK_MS;
}

function stat(pid: number): Stat | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
  // The name in parentheses may hold spaces; fields are counted after it.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const at = (field: number) => Number(fields[field - 3] ?? 0);
  return { parent: at(4), own: at(14) + at(15), reaped: at(16) + at(17) };
}

/** Runs `work` and tells the CPU milliseconds that each part used meanwhile. */
export async function withCpuTimes<T>(
  parts: Record<string, number[]>,
  work: () => Promise<T>,
): Promise<{ result: T; cpu: Record<string, number> }> {
  const read = () =>
    Object.entries(parts).map(
      ([name, pids]) => [name, pids.reduce((sum, pid) => sum + (cpuTime(pid) ?? 0), 0)] as const,
    );
  const before = new Map(read());
  const result = await work();
  return { result, cpu: Object.fromEntries(read().map(([name, after]) => [name, after - (before.get(name) ?? 0)])) };
}
