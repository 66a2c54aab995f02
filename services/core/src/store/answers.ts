// Questions as their answers see them: what is open, what closed a moment ago.
import type { Queryable } from "@openintents/postgres";

export type ClosedAs = "answered" | "declined" | "done" | "expired" | "cancelled";
export type QuestionRow = {
  id: string;
  quoteDigest: Buffer | null;
  closedAt: number | null;
  answerHash: Buffer | null;
};

/** The question of this ID, or without one the question that was opened last. */
export async function findQuestion(tx: Queryable, intentId: string, id: string | null): Promise<QuestionRow | null> {
  const { rows } = await tx.query(
    `SELECT id, quote_digest, closed_at, answer_hash FROM input_requests
     WHERE intent_id = $1 AND ($2::text IS NULL OR id = $2) ORDER BY opened_at DESC, id DESC LIMIT 1`,
    [intentId, id],
    { name: "question_find" },
  );
  const row = rows[0];
  if (!row) return null;
  return {
    id: row.id as string,
    quoteDigest: row.quote_digest as Buffer | null,
    closedAt: (row.closed_at as Date | null)?.getTime() ?? null,
    answerHash: row.answer_hash as Buffer | null,
  };
}

export async function closeQuestion(
  tx: Queryable,
  o: { id: string; as: ClosedAs; answerHash: Buffer | null; now: number },
): Promise<void> {
  await tx.query(
    `UPDATE input_requests SET closed_at = $2, closed_as = $3, answer_hash = $4, answers = answers + 1
     WHERE id = $1 AND closed_at IS NULL`,
    [o.id, new Date(o.now), o.as, o.answerHash],
    { name: "question_close" },
  );
}

/** Public keys of every pool that may carry the intent on. */
export async function sealingKeys(
  db: Queryable,
  owner: { accountId: string; test: boolean },
): Promise<{ kid: string; publicKey: Buffer }[]> {
  const { rows } = await db.query<{ kid: string; public_key: Buffer }>(
    `SELECT k.kid, k.public_key FROM pool_keys k JOIN pools p ON p.name = k.pool
     WHERE p.test = $1 AND k.retired_at IS NULL AND (p.accounts = '{}' OR $2 = ANY(p.accounts)) ORDER BY k.kid`,
    [owner.test, owner.accountId],
    { name: "sealing_keys" },
  );
  return rows.map((row) => ({ kid: row.kid, publicKey: row.public_key }));
}
