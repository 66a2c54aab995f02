// What a parse cost, for whoever measures: published on a diagnostics channel of the process, never in the result.
import { channel } from "node:diagnostics_channel";

/** Published once for each parse that ended. Carries nothing of the caller's or the model's text. */
export interface ParseReport {
  executor: string | null;
  /** The status of the result, or the code of the error. */
  outcome: string;
  /** Tasks that the executor was given. */
  attempts: number;
  /** Calls of a language source, retries and fallback members included. */
  calls: number;
  inputTokens: number;
  outputTokens: number;
  milliseconds: number;
}

export const PARSE_CHANNEL = "openintents:recognition:parse";

const parses = channel(PARSE_CHANNEL);

export function reportParse(report: () => ParseReport): void {
  if (parses.hasSubscribers) parses.publish(report());
}
