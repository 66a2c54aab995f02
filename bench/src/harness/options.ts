import { parseArgs } from "node:util";

/** How to measure; the defaults are those of a full run. */
export type BenchOptions = {
  pairs: number;
  warmupSeconds: number;
  seconds: number;
  /** A short run that only shows that the bench works; its figures mean nothing. */
  smoke: boolean;
  /** Write the result under bench/results. */
  write: boolean;
  /** Print the result as one line of JSON instead of a table. */
  json: boolean;
  /** The core on which the database runs: beside the server (default) or beside the load. */
  database: "server" | "load";
  /** Whether our server does its work after the answer too: relay, consumers. */
  background: boolean;
  /** Protocol revision that the MCP load speaks. */
  revision: string;
  /** Count statements in the database: for finding out who runs what; it costs a little itself. */
  statements: boolean;
  /** Folder for CPU profiles of our server processes. */
  cpuProfile: string | null;
};

export type CommandLine = { names: string[]; options: BenchOptions };

/** A call that cannot be understood; the sentence says what is wrong. */
export class UsageError extends Error {}

export const USAGE = `Usage: npm run bench -- <name…> [flags]

  --pairs N             pairs of legs, ours and the baseline in turn (5)
  --seconds N           length of a leg (10)
  --warmup N            seconds of load before each leg (3)
  --smoke               2 pairs of 1 s: shows that the bench works, the figures mean nothing
  --write               keep the result in bench/results
  --json                print the result as JSON
  --database CORE       put PostgreSQL beside the "server" (default) or beside the "load"
  --no-background       our server leaves its outbox alone: for finding out what the relay costs
  --revision DATE       what the MCP load speaks (2025-11-25, or 2026-07-28)
  --statements          list what PostgreSQL was asked to do for our side
  --cpu-profile DIR     write CPU profiles of our server processes`;

/** Reads the command line. Throws UsageError. */
export function readOptions(args: string[]): CommandLine {
  const { values, positionals } = parse(args);
  const { smoke } = values;
  return {
    names: positionals,
    options: {
      pairs: positive(values.pairs, "--pairs", smoke ? 2 : 5),
      seconds: positive(values.seconds, "--seconds", smoke ? 1 : 10),
      warmupSeconds: positive(values.warmup, "--warmup", smoke ? 0.5 : 3),
      smoke,
      write: values.write,
      json: values.json,
      database: oneOf(values.database, "--database", ["server", "load"]),
      background: !values["no-background"],
      revision: oneOf(values.revision, "--revision", ["2025-06-18", "2025-11-25", "2026-07-28"]),
      statements: values.statements,
      cpuProfile: values["cpu-profile"] ?? null,
    },
  };
}

function parse(args: string[]) {
  const flag = { type: "boolean", default: false } as const;
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        pairs: text,
        seconds: text,
        warmup: text,
        smoke: flag,
        write: flag,
        json: flag,
        database: { type: "string", default: "server" },
        "no-background": flag,
        revision: { type: "string", default: "2025-11-25" },
        statements: flag,
        "cpu-profile": text,
      },
    });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause));
  }
}

function positive(given: string | undefined, name: string, otherwise: number): number {
  if (given === undefined) return otherwise;
  const value = Number(given);
  if (!(value > 0)) throw new UsageError(`${name} is a number above 0, not “${given}”.`);
  return value;
}

function oneOf<const T extends string>(value: string, name: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === value);
  if (choice === undefined) throw new UsageError(`${name} is one of ${choices.join(", ")}, not “${value}”.`);
  return choice;
}
