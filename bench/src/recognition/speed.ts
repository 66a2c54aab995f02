// `npm run bench -- recognition`: what a recognition costs, how the cost grows with the text, and what host mode keeps.

import { startEntry } from "../harness/child.ts";
import type { BenchOptions } from "../harness/options.ts";
import type { Study, Table } from "../harness/study.ts";

type Rate = { perSecond: number; microseconds: number };
type Speed = { rules: Rate; core: Rate; intents: number; unresolved: number; status: string };
type Memory = { heapMiB: number; residentMiB: number };
type Kept = { replyBytes: number; before: Memory; full: Memory; after: Memory };

const SIZES = [100, 4_096, 65_536];
const NAMES = new Map([
  [100, "100 B"],
  [4_096, "4 KiB"],
  [65_536, "64 KiB"],
]);
/** Cost a byte may be this much higher in the longest text than in the middle one and still count as linear. */
const LINEAR = 2;

export const recognitionSpeed: Study = {
  id: "recognition",
  title: "what a recognition costs, how the cost grows with the text, what host mode keeps",
  async run(options, say) {
    return [await speeds(options, say), await memories(options, say)];
  },
};

async function measured<T>(operation: string, input: unknown): Promise<T> {
  const url = new URL("./speed-entry.ts", import.meta.url);
  const child = await startEntry(url, { core: "server", input: null, nodeArgs: ["--expose-gc"] });
  try {
    return await child.ask<T>(operation, input);
  } finally {
    await child.stop();
  }
}

async function speeds(options: BenchOptions, say: (line: string) => void): Promise<Table> {
  const found: { bytes: number; speed: Speed }[] = [];
  for (const bytes of SIZES) {
    const speed = await measured<Speed>("speed", { bytes, seconds: options.seconds });
    found.push({ bytes, speed });
    say(
      `  ${NAMES.get(bytes)}: rules ${number(speed.rules.perSecond)}/s, core alone ${number(speed.core.perSecond)}/s`,
    );
  }
  const perByte = (bytes: number, of: "rules" | "core") => {
    const one = found.find((each) => each.bytes === bytes);
    return one ? one.speed[of].microseconds / bytes : 0;
  };
  const growth = (of: "rules" | "core") => perByte(65_536, of) / perByte(4_096, of);
  const late = (["rules", "core"] as const).filter((of) => growth(of) > LINEAR);
  return {
    title: "Recognitions a second on one core",
    columns: ["text", "with rules, /s", "µs a byte", "core alone, /s", "µs a byte", "intents", "unresolved", "status"],
    rows: found.map(({ bytes, speed }) => [
      NAMES.get(bytes) ?? bytes,
      number(speed.rules.perSecond),
      perByte(bytes, "rules").toFixed(2),
      number(speed.core.perSecond),
      perByte(bytes, "core").toFixed(2),
      speed.intents,
      speed.unresolved,
      speed.status,
    ]),
    notes: [
      "Core alone: from the ready candidate text to the result (strict parse, V01 to V15, assembly, guards, R01 to R07).",
      `From 4 KiB to 64 KiB a byte costs ${growth("rules").toFixed(2)} times as much with rules and ${growth("core").toFixed(2)} times in the core alone; 1 is linear.`,
    ],
    missed: late.map((of) => `the cost with ${of} does not grow linearly: ${growth(of).toFixed(2)} times a byte.`),
  };
}

async function memories(options: BenchOptions, say: (line: string) => void): Promise<Table> {
  const rows: (string | number)[][] = [];
  const missed: string[] = [];
  const requests = options.smoke ? 10 : 500;
  for (const [bytes, bound] of [
    [4_096, "32 records"],
    [60_000, "8 MiB"],
  ] as const) {
    const { replyBytes, before, full, after } = await measured<Kept>("kept", { bytes, requests });
    const grown = after.heapMiB - full.heapMiB;
    rows.push([
      bound,
      `${Math.round(replyBytes / 1024)} KiB`,
      (full.heapMiB - before.heapMiB).toFixed(1),
      grown.toFixed(1),
      after.residentMiB.toFixed(0),
    ]);
    if (grown > 5) missed.push(`memory grows after the bound of ${bound} is reached: ${grown.toFixed(1)} MiB.`);
    say(
      `  ${bound}: ${(full.heapMiB - before.heapMiB).toFixed(1)} MiB kept, ${grown.toFixed(1)} MiB more after ${requests}`,
    );
  }
  return {
    title: "What host mode keeps",
    columns: ["bound", "reply", "heap kept, MiB", `more after ${requests} requests, MiB`, "resident, MiB"],
    rows,
    notes: ["64 finished requests of one adapter reach the bound; heap after three forced collections."],
    missed,
  };
}

function number(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(1);
}
