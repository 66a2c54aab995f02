import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export type Child = {
  child: ChildProcess;
  first: Record<string, unknown>;
  kill(signal: NodeJS.Signals): Promise<void>;
};

/** Runs a TypeScript entry and waits for the log line whose message is `ready`. */
export async function startChild(path: string, env: Record<string, string>, ready: string): Promise<Child> {
  const file = fileURLToPath(new URL(path, import.meta.url));
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const entry = JSON.parse(line) as Record<string, unknown>;
    if (entry.msg !== ready) continue;
    child.stdout.resume();
    return { child, first: entry, kill };
  }
  throw new Error(`${path} ended before it said "${ready}"`);
}
