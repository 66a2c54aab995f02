import { execFile, spawn } from "node:child_process";
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

export type RunningServer = {
  url: string;
  /** host:port of gRPC, where it is served. */
  grpc: string | undefined;
  /** Ends it as a terminal or a service manager would; resolves to the exit code once nothing of it is left. */
  stop(): Promise<number | null>;
};

/** A server that was started by a shell line and has said where it listens. */
export async function startServer(line: string, cwd: string): Promise<RunningServer> {
  const options = { cwd, env, stdio: ["ignore", "ignore", "pipe"] as ["ignore", "ignore", "pipe"], detached: true };
  const child = spawn("bash", ["-c", `exec ${line}`], options);
  // Not before the last process of the line has let go of its standard error.
  const closed = once(child, "close");
  let log = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on("data", (chunk) => {
      log += chunk;
      const found = /listening on (\S+?),?\s/.exec(log)?.[1];
      if (found !== undefined) resolve(found);
    });
    void closed.then(() => reject(new Error(`ended: ${log}`)));
  });
  return {
    url,
    grpc: /gRPC on (\S+)/.exec(log)?.[1],
    async stop() {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
      const [code] = await closed;
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
