// The view of an Intent that the MCP adapter, the host desk and the servers work with. It hangs on the
// object by a WeakMap, so that nothing of it is public.
import type { Intent } from "../intent.ts";
import type { RecognitionRequest, Settings } from "../request.ts";
import type { IntentExecutor } from "../types/executor.ts";
import type { IntentOptions } from "../types/options.ts";

export interface Inside {
  readonly settings: Settings;
  readonly executor: IntentExecutor | null;
  /** Copies and checks a caller's request; throws what `parse` would reject with. */
  readInput(input: unknown): RecognitionRequest;
  /** Throws INSTANCE_DISPOSED/core after dispose. */
  assertOpen(): void;
  /** Aborts at dispose, with the INSTANCE_DISPOSED error as its reason. */
  readonly disposal: AbortSignal;
}

const views = new WeakMap<object, Inside>();
const raised = new WeakSet<object>();

/** Throws a TypeError for anything that is not an Intent made by this library. */
export function inside(intent: Intent): Inside {
  const view = views.get(intent);
  if (!view) throw new TypeError("This is not an Intent.");
  return view;
}

export function isIntent(value: unknown): value is Intent {
  return typeof value === "object" && value !== null && views.has(value);
}

export function attachInside(intent: Intent, view: Inside): void {
  views.set(intent, view);
}

/** Lets these options raise limits above the defaults: for the configuration of a server, never for a caller's object. */
export function allowRaisedLimits(options: IntentOptions): IntentOptions {
  raised.add(options);
  return options;
}

export function mayRaiseLimits(options: unknown): boolean {
  return typeof options === "object" && options !== null && raised.has(options);
}
