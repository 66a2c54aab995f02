import type { BenchOptions } from "./options.ts";

/** One text of a statement: how often it ran and the milliseconds of all runs together. */
export type Statement = { query: string; calls: number; ms: number };

/** What one leg came to. */
export type Sample = {
  /** Operations a second. */
  rate: number;
  operations: number;
  seconds: number;
  /** Latency in milliseconds, where single operations were timed. */
  latency: { p50: number; p99: number } | null;
  /** CPU microseconds an operation, by part. */
  cpu: Record<string, number>;
  /** Anything else worth a number, by name. */
  counts: Record<string, number>;
};

/** One of the two that are compared; its processes run from start to end of the bench. */
export type Side = {
  name: string;
  /** Processes that work for this side alone; they are halted while the other side is measured. */
  pids: number[];
  /** Before each leg and its warm-up. */
  begin(): Promise<void>;
  /** Puts load on it for the time, or until a fixed amount of work is done. */
  measure(seconds: number): Promise<Sample>;
  /** Resolves when what the load left behind is done. */
  settle(): Promise<void>;
};

export type Prepared = {
  ours: Side;
  baseline: Side;
  /** What is running and where, one sentence each. */
  facts: string[];
  /** What the database was asked to do for our side; empty unless the options ask for it. */
  statements?: () => Promise<Statement[]>;
  close(): Promise<void>;
};

export type Bench = {
  id: string;
  title: string;
  unit: string;
  /** Least ratio of ours to the baseline for a release, and the target. */
  must: number;
  aim: number;
  prepare(options: BenchOptions): Promise<Prepared>;
};
