// Questions as their runner and the clock see them: opening one, and its end by time.
import type { Queryable } from "@openintents/postgres";
import type { InputKind } from "@openintents/proto";

/** How often a question of this name was asked before in this intent. */
export async function countQuestions(tx: Queryable, intentId: string, name: string): Promise<number> {
  const { rows } = await tx.query<{ asked: number }>(
    "SELECT count(*)::int AS asked FROM input_requests WHERE intent_id = $1 AND name = $2",
    [intentId, name],
    { name: "questions_count" },
  );
  return rows[0]?.asked ?? 0;
}

/** How often a question of this name ran out of time in this intent. */
export async function countExpired(tx: Queryable, intentId: string, name: string): Promise<number> {
  const { rows } = await tx.query<{ expired: number }>(
    `SELECT count(*)::int AS expired FROM input_requests WHERE intent_id = $1 AND name = $2 AND closed_as = 'expired'`,
    [intentId, name],
    { name: "questions_expired" },
  );
  return rows[0]?.expired ?? 0;
}

/** Opens a question; a second open one of the same intent is refused by the table itself. */
export async function insertQuestion(
  tx: Queryable,
  o: {
    id: string;
    intentId: string;
    kind: InputKind;
    name: string;
    attempt: number;
    /** Digest of the order that an approval would approve. */
    quoteDigest: Uint8Array | null;
    attemptId: string | null;
    openedAt: number;
    expiresAt: number;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO input_requests (id, intent_id, kind, name, attempt, quote_digest, attempt_id, opened_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      o.id,
      o.intentId,
      o.kind,
      o.name,
      o.attempt,
      o.quoteDigest,
      o.attemptId,
      new Date(o.openedAt),
      new Date(o.expiresAt),
    ],
    { name: "question_insert" },
  );
}

/** Closes whatever question of the intent is open, because its time ran out. */
export async function expireQuestions(tx: Queryable, intentId: string, now: number): Promise<void> {
  await tx.query(
    `UPDATE input_requests SET closed_at = $2, closed_as = 'expired' WHERE intent_id = $1 AND closed_at IS NULL`,
    [intentId, new Date(now)],
    { name: "questions_expire" },
  );
}
