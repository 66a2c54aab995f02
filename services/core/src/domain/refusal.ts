/** Why a request of a runner is refused: a stable reason, a sentence, and facts to act on. */
export type Refusal = { reason: string; message: string; param?: string; details?: Record<string, unknown> };
