// One parse as these tests look at it: what it may end in, how long it may take, what it may leave behind.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { type ErrorCode, IntentError } from "../../src/errors.ts";
import type { Intent } from "../../src/intent.ts";
import type { IntentResult } from "../../src/types/result.ts";

/** Milliseconds for one parse of an input of so many bytes; the longest one has three seconds and a half. */
const timeFor = (bytes: number) => 200 + bytes / 20;
/** What may stay on the heap after a test, in MiB. */
const MOST_KEPT = 24;

export type Ending = { result: IntentResult } | { code: ErrorCode };

/**
 * Parses, and throws unless that ends with a result or with one of the expected codes, in the time for `bytes`. What
 * took too long is tried twice more, so that a busy machine is not taken for a slow parse.
 */
export async function ends(
  intent: Intent,
  input: unknown,
  o: { expected: readonly ErrorCode[]; bytes: number },
): Promise<Ending> {
  let took = Infinity;
  for (let attempt = 1; ; attempt += 1) {
    const before = performance.now();
    const ending = await endingOf(intent, input);
    took = Math.min(took, performance.now() - before);
    if ("code" in ending && !o.expected.includes(ending.code)) throw ending.error;
    if (took <= timeFor(o.bytes)) return ending;
    if (attempt === 3) throw new Error(`${o.bytes} bytes took ${Math.round(took)} ms`);
  }
}

async function endingOf(intent: Intent, input: unknown): Promise<Ending & { error?: Error }> {
  try {
    return { result: await intent.parse(input as never) };
  } catch (thrown) {
    if (!(thrown instanceof IntentError)) throw new Error("no IntentError was thrown", { cause: thrown });
    const { code, stage, issues } = thrown;
    const said = issues.map((issue) => `${issue.code} ${issue.path} ${issue.message}`).join("; ");
    return { code, error: new Error(`${code}/${stage}: ${said}`, { cause: thrown.cause ?? thrown }) };
  }
}

/** Runs a property over so many random inputs; a failure is shrunk and names its seed. The heap must not grow with them. */
export async function holdsFor<T>(
  runs: number,
  arbitrary: fc.Arbitrary<T>,
  property: (value: T) => Promise<void>,
): Promise<void> {
  const seed = Number(process.env.RECOGNITION_SEED ?? 20_261_130);
  const half = (numRuns: number, offset: number) =>
    fc.assert(fc.asyncProperty(arbitrary, property), { numRuns, seed: seed + offset, endOnFailure: false });
  await half(Math.floor(runs / 2), 0);
  const before = heapMiB();
  await half(Math.ceil(runs / 2), 1);
  const grown = heapMiB() - before;
  if (grown > MOST_KEPT) throw new Error(`${runs} inputs left ${grown.toFixed(1)} MiB behind`);
}

let collect: (() => void) | undefined;

/** What is in use once everything that can be collected is. */
export function heapMiB(): number {
  setFlagsFromString("--expose-gc");
  collect ??= runInNewContext("gc") as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
