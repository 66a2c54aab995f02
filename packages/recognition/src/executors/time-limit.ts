import type { IntentExecutor } from "../types/executor.ts";
import { attachCall, callOf } from "./budget.ts";
import { executorError } from "./executor-error.ts";

/** The same executor with a time limit of its own: past it, `generate` fails with TIMEOUT/executor. */
export function withTimeLimit(executor: IntentExecutor, timeoutMs: number): IntentExecutor {
  if (!(timeoutMs > 0 && timeoutMs < Infinity)) return executor;
  return {
    id: executor.id,
    features: executor.features,
    async generate(task) {
      const limit = new AbortController();
      const signal = AbortSignal.any([task.signal, limit.signal]);
      const call = callOf(task.signal);
      if (call) attachCall(signal, { ...call, deadline: Math.min(call.deadline, performance.now() + timeoutMs) });
      const passed = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
      const timer = setTimeout(() => limit.abort(executorError("TIMEOUT")), timeoutMs);
      try {
        signal.throwIfAborted();
        return await Promise.race([executor.generate({ ...task, signal }), passed]);
      } finally {
        clearTimeout(timer);
        passed.catch(() => undefined);
      }
    },
    ...(executor.close ? { close: () => executor.close?.() ?? Promise.resolve() } : {}),
  };
}
