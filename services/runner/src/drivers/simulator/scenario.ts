import type { Work } from "@openintents/proto";

/** What a simulated shop makes a run go through. */
export const SCENARIOS = [
  "ok",
  "slow",
  "size",
  "approve",
  "stock",
  "crash",
  "crash-placing",
  "unknown",
  "uncancelable",
] as const;

export type Scenario = (typeof SCENARIOS)[number];

const SUFFIX = ".shop.test";
const DEFAULT_HOST = "ok.shop.test";

/** The scenario of a simulated host; undefined when the host is none of ours. */
export function scenarioOfHost(host: string): Scenario | undefined {
  if (!host.endsWith(SUFFIX)) return undefined;
  const name = host.slice(0, -SUFFIX.length);
  return SCENARIOS.find((one) => one === name);
}

/**
 * The host to buy at: the caller's first shop, else a `*.shop.test` host written in the text, else
 * ok.shop.test. It may be one without a scenario, which is not supported.
 */
export function hostOf(work: Work): string {
  const [first] = work.shops;
  if (first !== undefined) return first.toLowerCase();
  const written = /(?<![\w.@-])((?:[a-z0-9-]+\.)+shop\.test)(?![\w-]|\.\w)/i.exec(work.text);
  return written?.[1]?.toLowerCase() ?? DEFAULT_HOST;
}
