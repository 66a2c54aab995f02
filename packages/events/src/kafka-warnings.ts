/**
 * kafkajs sets one timer with a negative delay for each request, which Node 24 comments
 * with a TimeoutNegativeWarning. The delay then counts as 1 ms, which does no harm, so that
 * one warning, from there, is left out; all others are printed as ever.
 */
export function silenceNegativeTimeoutWarning(): void {
  const silenced = Symbol.for("openintents.silenced.TimeoutNegativeWarning");
  const marked = process as unknown as Record<symbol, boolean>;
  if (marked[silenced] === true) return;
  marked[silenced] = true;
  const emitWarning = process.emitWarning as (...args: unknown[]) => void;
  process.emitWarning = ((...args: unknown[]) => {
    const fromKafka = args[1] === "TimeoutNegativeWarning" && (new Error().stack ?? "").includes("kafkajs");
    if (!fromKafka) emitWarning.apply(process, args);
  }) as typeof process.emitWarning;
}
