import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../house.ts";

const run = promisify(execFile);

/** The Node that runs the tests comes first, as it would on a reader's machine. */
export const env = { ...process.env, PATH: `${join(process.execPath, "..")}:${process.env.PATH}` };

/** What a shell prints for a script; rejects with its output when it fails. */
export async function shell(script: string, cwd: string): Promise<string> {
  const { stdout } = await run("bash", ["-euo", "pipefail", "-c", script], { cwd, env, timeout: 90_000 });
  return stdout;
}

/** A server that was started by a shell line and has said where it listens. */
export async function startServer(
  line: string,
  cwd: string,
): Promise<{ child: ChildProcess; url: string; stop(): Promise<number | null> }> {
  const child = spawn("bash", ["-c", `exec ${line}`], { cwd, env, stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "exit");
  let log = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.on("data", (chunk) => {
      log += chunk;
      const found = /listening on (\S+?),?\s/.exec(log)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`ended: ${log}`)));
  });
  return {
    child,
    url,
    async stop() {
      child.kill("SIGTERM");
      const [code] = await ended;
      return code;
    },
  };
}

export type ToolReply = {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent: Record<string, unknown>;
  resultType?: string;
};
export type Seen = {
  connect?: unknown;
  version?: string;
  instructions?: string;
  steps: (ToolReply & { tools?: { name: string }[]; failed?: { code: number; message: string } })[];
};
export type Step = { do: "list" | "ping" } | { do: "call"; name: string; arguments: Record<string, unknown> };

/** Lets a real client of one SDK generation take steps against a target. */
export async function drive(generation: string, target: object, steps: Step[]): Promise<Seen> {
  const script = join(root, "test/clients/drive-recognition.mjs");
  const args = [script, generation, JSON.stringify(target), JSON.stringify(steps)];
  const { stdout } = await run(process.execPath, args, { env, timeout: 90_000 });
  return JSON.parse(stdout);
}
