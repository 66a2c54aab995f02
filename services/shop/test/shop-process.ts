import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

export type ShopProcess = { url: string; child: ChildProcess; kill(signal: NodeJS.Signals): Promise<number | null> };

/** Runs the shop as its own process on a free port and waits until it is open. */
export async function startShopProcess(dataDir: string): Promise<ShopProcess> {
  const env = { PATH: process.env.PATH, SHOP_PORT: "0", OPENINTENTS_DATA_DIR: dataDir };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const entry = JSON.parse(line) as { msg?: string; url?: string };
    if (entry.msg !== "test shop open" || entry.url === undefined) continue;
    child.stdout.resume();
    return {
      url: entry.url,
      child,
      async kill(signal) {
        if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
        const gone = once(child, "exit");
        child.kill(signal);
        await gone;
        return child.exitCode;
      },
    };
  }
  throw new Error("the shop ended before it opened");
}
