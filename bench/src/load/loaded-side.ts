// A side that is measured by a load process of its own, with CPU times and commits beside the rate.
import type { Sample, Side } from "../harness/bench.ts";
import { type Child, startEntry } from "../harness/child.ts";
import { withCpuTimes } from "../harness/cpu-time.ts";
import type { GrpcLoad } from "./grpc-entry.ts";
import type { HttpLoad } from "./http-entry.ts";

type LoadResult = { operations: number; seconds: number; latency: { p50: number; p99: number } };

export type Loader = Child<null>;

export function startHttpLoad(input: HttpLoad): Promise<Loader> {
  return startEntry<null>(new URL("./http-entry.ts", import.meta.url), { core: "load", input });
}

export function startGrpcLoad(input: GrpcLoad): Promise<Loader> {
  return startEntry<null>(new URL("./grpc-entry.ts", import.meta.url), { core: "load", input });
}

export function loadedSide(o: {
  name: string;
  load: Loader;
  /** Processes by part: their CPU time is reported, and those named in `own` are halted with the side. */
  parts: Record<string, number[]>;
  own: number[];
  begin?: () => Promise<void>;
  /** Counters that only rise; what they rose by is told for each operation. */
  perOperation?: () => Promise<Record<string, number>>;
  /** What is there right after the load, before anything is waited for. */
  leftBehind?: () => Promise<Record<string, number>>;
  settle?: (() => Promise<void>) | undefined;
}): Side {
  const counters = o.perOperation ?? (async () => ({}));
  return {
    name: o.name,
    pids: [...o.own, o.load.pid],
    begin: o.begin ?? (async () => {}),
    settle: o.settle ?? (async () => {}),
    async measure(seconds): Promise<Sample> {
      const before: Record<string, number> = await counters();
      const { result, cpu } = await withCpuTimes({ ...o.parts, load: [o.load.pid] }, () =>
        o.load.ask<LoadResult>("run", { seconds }),
      );
      const left = (await o.leftBehind?.()) ?? {};
      const after: Record<string, number> = await counters();
      const rose = Object.entries(after).map(([key, value]) => [key, (value - (before[key] ?? 0)) / result.operations]);
      return {
        ...result,
        rate: result.operations / result.seconds,
        cpu: Object.fromEntries(Object.entries(cpu).map(([part, ms]) => [part, (ms * 1000) / result.operations])),
        counts: { ...Object.fromEntries(rose), ...left },
      };
    },
  };
}
