// Statuses and the moves between them; every move that is not listed is refused.
import { IntentStatus } from "@openintents/proto";

const { QUEUED, RUNNING, REQUIRES_INPUT, REQUIRES_LOGIN, REQUIRES_PAYMENT, COMPLETED, FAILED, CANCELLED } =
  IntentStatus;

const moves: ReadonlyMap<IntentStatus, readonly IntentStatus[]> = new Map([
  [QUEUED, [RUNNING, CANCELLED, FAILED]],
  [RUNNING, [QUEUED, REQUIRES_INPUT, REQUIRES_LOGIN, REQUIRES_PAYMENT, COMPLETED, FAILED, CANCELLED]],
  [REQUIRES_INPUT, [QUEUED, FAILED, CANCELLED]],
  [REQUIRES_LOGIN, [QUEUED, FAILED, CANCELLED]],
  [REQUIRES_PAYMENT, [QUEUED, FAILED, CANCELLED]],
]);

export function canMove(from: IntentStatus, to: IntentStatus): boolean {
  return moves.get(from)?.includes(to) ?? false;
}

export function isFinal(status: IntentStatus | undefined): boolean {
  return status === COMPLETED || status === FAILED || status === CANCELLED;
}

export function isPaused(status: IntentStatus | undefined): boolean {
  return status === REQUIRES_INPUT || status === REQUIRES_LOGIN || status === REQUIRES_PAYMENT;
}
