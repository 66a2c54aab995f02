// The command as a process of its own.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export const COMMAND = join(import.meta.dirname, "../../bin/openintents-recognize.mjs");

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export class Command implements AsyncDisposable {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  stdout = "";
  stderr = "";
  #changed = Promise.withResolvers<void>();

  constructor(args: string[], o: { env?: Record<string, string>; cwd?: string } = {}) {
    this.child = spawn(process.execPath, [COMMAND, ...args], {
      cwd: o.cwd,
      env: { PATH: process.env.PATH ?? "", ...o.env },
      stdio: "pipe",
    });
    const note = (name: "stdout" | "stderr") => (chunk: Buffer) => {
      this[name] += chunk;
      this.#changed.resolve();
      this.#changed = Promise.withResolvers();
    };
    this.child.stdout?.on("data", note("stdout"));
    this.child.stderr?.on("data", note("stderr"));
    this.ended = once(this.child, "close").then(([code]) => {
      this.#changed.resolve();
      return { code, stdout: this.stdout, stderr: this.stderr };
    });
  }

  /** Resolves with the match once the output has it; rejects when the process ends before. */
  async until(name: "stdout" | "stderr", pattern: RegExp): Promise<RegExpExecArray> {
    let over = false;
    void this.ended.then(() => {
      over = true;
    });
    for (;;) {
      const found = pattern.exec(this[name]);
      if (found !== null) return found;
      if (over) throw new Error(`ended without ${pattern}: ${this.stdout}${this.stderr}`);
      await Promise.race([this.#changed.promise, this.ended]);
    }
  }

  write(text: string): void {
    this.child.stdin?.write(text);
  }

  endInput(): void {
    this.child.stdin?.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill("SIGKILL");
    await this.ended;
  }
}

/** Runs the command to its end without input. */
export async function runCommand(args: string[], o?: ConstructorParameters<typeof Command>[1]): Promise<Ended> {
  const command = new Command(args, o);
  command.endInput();
  return command.ended;
}

export interface RpcMessage {
  id?: number;
  result?: {
    protocolVersion?: string;
    tools?: { name: string }[];
    content?: [{ type: string; text: string }];
    structuredContent?: Record<string, unknown>;
    isError?: boolean;
    resultType?: string;
  };
  error?: { code: number; message: string; data?: unknown };
}

/** A client of three lines, over the command's standard input and output. */
export class StdioClient {
  readonly command: Command;
  #id = 0;

  constructor(command: Command) {
    this.command = command;
  }

  send(message: object): void {
    this.command.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  /** The answer to a request; `meta` goes along as `_meta`. */
  async request(method: string, params: object = {}): Promise<RpcMessage> {
    const id = this.begin(method, params);
    return this.answer(id);
  }

  begin(method: string, params: object = {}): number {
    this.#id += 1;
    this.send({ id: this.#id, method, params });
    return this.#id;
  }

  async answer(id: number): Promise<RpcMessage> {
    const [line] = await this.command.until("stdout", new RegExp(`^.*"id":${id}[,}].*$`, "m"));
    return JSON.parse(line);
  }

  async initialize(protocolVersion: string): Promise<RpcMessage> {
    const clientInfo = { name: "test", version: "1.0.0" };
    const answer = await this.request("initialize", { protocolVersion, capabilities: {}, clientInfo });
    this.send({ method: "notifications/initialized" });
    return answer;
  }
}

/** What a request of 2026-07-28 says of itself. */
export const MODERN_META = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  },
};
