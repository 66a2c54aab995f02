import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";

type Line = { msg: string; level: string; stops?: number; err?: { type: string; message: string } };

const fixture = fileURLToPath(new URL("./fixtures/service.ts", import.meta.url));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

function run(behaviour: string, o: { ipc?: boolean; graceMs?: number } = {}) {
  const env = { ...process.env, BEHAVIOUR: behaviour, GRACE_MS: String(o.graceMs ?? 5_000) };
  const stdio = ["ignore", "pipe", "inherit", ...(o.ipc === true ? ["ipc" as const] : [])] as const;
  const child = spawn(process.execPath, [fixture], { env, stdio: [...stdio] });
  children.push(child);
  const lines: Line[] = [];
  const waiting: { msg: string; resolve: () => void }[] = [];
  let rest = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const line = JSON.parse(part) as Line;
      lines.push(line);
      for (const one of waiting) if (one.msg === line.msg) one.resolve();
    }
  });
  // "close" does not come for a child whose IPC channel this side has closed.
  const closed = Promise.all([
    new Promise<number | null>((resolve) => child.on("exit", resolve)),
    new Promise((resolve) => child.stdout?.on("end", resolve)),
  ]).then(([code]) => ({ code, lines }));
  const logged = (msg: string): Promise<void> =>
    new Promise((resolve) => {
      if (lines.some((line) => line.msg === msg)) resolve();
      waiting.push({ msg, resolve });
    });
  return { child, closed, logged };
}

describe("runUntilSignal", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("stops and exits 0 on %s", async (signal) => {
    const { child, closed, logged } = run("");
    await logged("ready");
    child.kill(signal);
    const { code, lines } = await closed;
    expect(code).toBe(0);
    expect(lines.map((line) => line.msg)).toEqual(["ready", "stopping", "stop called", "stopped"]);
  });

  it("takes a second signal for the first", async () => {
    const { child, closed, logged } = run("");
    await logged("ready");
    child.kill("SIGINT");
    await logged("stop called");
    child.kill("SIGTERM");
    child.kill("SIGINT");
    const { code, lines } = await closed;
    expect(code).toBe(0);
    expect(lines.filter((line) => line.msg === "stop called")).toHaveLength(1);
  });

  it("stops when its parent is gone", async () => {
    const { child, closed, logged } = run("", { ipc: true });
    await logged("ready");
    child.disconnect();
    expect((await closed).code).toBe(0);
  });

  it("lets a start under way finish before it stops", async () => {
    const { child, closed, logged } = run("slow start");
    await logged("starting");
    child.kill("SIGTERM");
    const { code, lines } = await closed;
    expect(code).toBe(0);
    expect(lines.map((line) => line.msg)).toEqual(["starting", "stopping", "ready", "stop called", "stopped"]);
  });

  it("says in one line what is wrong with its settings, and exits 1", async () => {
    const { code, lines } = await run("bad config").closed;
    expect(code).toBe(1);
    expect(lines[0]).toMatchObject({
      level: "fatal",
      msg: "could not start: PORT is required: a whole number (port)",
    });
    expect(lines[0]?.err).toBeUndefined();
  });

  it("releases what a failed start had opened, and exits 1", async () => {
    const { code, lines } = await run("bad start").closed;
    expect(code).toBe(1);
    expect(lines[0]).toMatchObject({ level: "fatal", msg: "could not start: no database" });
    expect(lines.map((line) => line.msg)).toContain("stop called");
  });

  it("exits 1 when stopping fails", async () => {
    const { child, closed, logged } = run("bad stop");
    await logged("ready");
    child.kill("SIGTERM");
    const { code, lines } = await closed;
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatchObject({ level: "fatal", err: { message: "could not drain" } });
  });

  it("exits 1 when stopping takes longer than the grace", async () => {
    const { child, closed, logged } = run("hangs", { graceMs: 100 });
    await logged("ready");
    child.kill("SIGTERM");
    const { code, lines } = await closed;
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatchObject({ level: "fatal", msg: "stopping took too long" });
  });

  it.each([
    ["rejects later", "unhandled rejection", "TypeError"],
    ["throws later", "uncaught exception", "RangeError"],
  ])("logs what fails unhandled, stops and exits 1 (%s)", async (behaviour, msg, type) => {
    const { code, lines } = await run(behaviour).closed;
    expect(code).toBe(1);
    expect(lines.find((line) => line.msg === msg)).toMatchObject({ level: "fatal", err: { type } });
    expect(lines.map((line) => line.msg)).toContain("stop called");
  });
});
