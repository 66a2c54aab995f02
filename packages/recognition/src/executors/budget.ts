// What an executor of ours knows of the parse beside its task. It is found by the task's signal, so that one that calls
// more than once (a retry, a fallback member) can spend from the budget without being handed anything but the task.
import { IntentError } from "../errors.ts";
import type { Settings } from "../request.ts";
import type { IntentLimits } from "../types/options.ts";

export interface Usage {
  inputTokens: number;
  outputTokens: number;
}

/** What an executor may know of the parse that its task belongs to. */
export interface ParseCall {
  readonly budget: Budget;
  /** On the scale of `performance.now()`; Infinity: none. */
  readonly deadline: number;
  /** How the instance reads what the words leave open, and how much it takes. */
  readonly settings?: Pick<Settings, "language" | "defaults" | "limits">;
}

const calls = new WeakMap<AbortSignal, ParseCall>();

export function exhausted(what: string): IntentError {
  return new IntentError("BUDGET_EXHAUSTED", "executor", `The budget of this recognition is used up: ${what}.`);
}

export class Budget {
  readonly #bounds: IntentLimits["budget"];
  #calls = 0;
  readonly #used: Usage = { inputTokens: 0, outputTokens: 0 };

  constructor(bounds: IntentLimits["budget"]) {
    this.#bounds = bounds;
  }

  get calls(): number {
    return this.#calls;
  }

  get used(): Readonly<Usage> {
    return this.#used;
  }

  /** Tokens that a reply may still have; null: not bounded. */
  get outputTokensLeft(): number | null {
    const { outputTokens } = this.#bounds;
    return outputTokens === undefined ? null : Math.max(0, outputTokens - this.#used.outputTokens);
  }

  /** Before each call of a language source. Throws BUDGET_EXHAUSTED/executor when none is left. */
  spendCall(): void {
    const { calls, inputTokens, outputTokens } = this.#bounds;
    if (calls !== undefined && this.#calls >= calls) throw exhausted("calls");
    if (inputTokens !== undefined && this.#used.inputTokens >= inputTokens) throw exhausted("input tokens");
    if (outputTokens !== undefined && this.#used.outputTokens >= outputTokens) throw exhausted("output tokens");
    this.#calls += 1;
  }

  /** After each reply. Throws BUDGET_EXHAUSTED/executor when it cost more than there was. */
  spendTokens(usage: Partial<Usage>): void {
    this.#used.inputTokens += usage.inputTokens ?? 0;
    this.#used.outputTokens += usage.outputTokens ?? 0;
    const { inputTokens, outputTokens } = this.#bounds;
    if (inputTokens !== undefined && this.#used.inputTokens > inputTokens) throw exhausted("input tokens");
    if (outputTokens !== undefined && this.#used.outputTokens > outputTokens) throw exhausted("output tokens");
  }
}

export function attachCall(signal: AbortSignal, call: ParseCall): void {
  calls.set(signal, call);
}

/** Null for a task that no parse made. */
export function callOf(signal: AbortSignal): ParseCall | null {
  return calls.get(signal) ?? null;
}
