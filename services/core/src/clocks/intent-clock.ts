// An intent's own clocks: the open pause, the whole life, an order that stays unknown.

import type { Queryable } from "@openintents/postgres";
import { enumName, InputKindSchema, IntentStatus, SignalKind } from "@openintents/proto";
import type { AgentContext } from "../agent/context.ts";
import { workOffered, writeChange } from "../change.ts";
import { decisive, type PurchaseAttempt } from "../domain/attempt.ts";
import { dueAt } from "../domain/clocks.ts";
import { unconfirmed } from "../domain/loss.ts";
import { lifeExpired, pauseExpired } from "../domain/pause.ts";
import type { Change, IntentRecord } from "../domain/record.ts";
import { msOf } from "../domain/values.ts";
import { findAttempts, saveAttempt } from "../store/attempts.ts";
import { endClaim } from "../store/claims.ts";
import { lockIntentIfFree } from "../store/due.ts";
import { countExpired, expireQuestions } from "../store/input-requests.ts";

/**
 * Runs the clock of one intent that is due; false when it is not, or somebody holds the row.
 * In a transaction of its own.
 */
export async function ringIntent(agent: AgentContext, id: string): Promise<boolean> {
  const rung = await agent.database.transaction(async (tx) => {
    const record = await lockIntentIfFree(tx, id);
    const now = agent.clock.now();
    const at = record === null ? null : dueAt(record);
    if (record === null || at === null || at > now) return null;
    const before = { pausedAt: msOf(record.intent.pausedAt), kind: record.intent.inputRequest?.kind };
    const attempt = decisive(await findAttempts(tx, [id]));
    const { change, runnerId } = await expire(tx, record, attempt, now);
    if (attempt) await saveAttempt(tx, attempt);
    await writeChange(tx, record, change, now);
    if (before.kind !== undefined && before.pausedAt !== null) {
      const kind = enumName(InputKindSchema, before.kind) ?? "other";
      agent.metrics.pause.observe({ kind }, (now - before.pausedAt) / 1000);
    }
    return { record, runnerId };
  });
  if (rung === null) return false;
  const { record, runnerId } = rung;
  agent.feed.changed(id, record.intent.sequence ?? 0, workOffered(record));
  if (runnerId !== null) agent.feed.signalled(runnerId);
  return true;
}

async function expire(
  tx: Queryable,
  record: IntentRecord,
  attempt: PurchaseAttempt | null,
  now: number,
): Promise<{ change: Change; runnerId: string | null }> {
  if (record.intent.status === IntentStatus.RUNNING) {
    return { change: unconfirmed(record, attempt, now), runnerId: null };
  }
  const id = record.intent.id ?? "";
  await expireQuestions(tx, id, now);
  const overAt = msOf(record.intent.expiresAt);
  if (overAt === null || overAt > now) {
    const name = record.intent.inputRequest?.name;
    const expired = name === undefined ? 0 : await countExpired(tx, id, name);
    return { change: pauseExpired(record, attempt, { expired, now }), runnerId: null };
  }
  const change = lifeExpired(record, attempt, now);
  // An offer of the work may be out.
  return { change, runnerId: await endClaim(tx, record, { reason: "lost", signal: SignalKind.LOST, now }) };
}
