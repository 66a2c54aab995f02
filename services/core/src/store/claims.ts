// Claims as rows: one function per statement. A claim is changed only under the lock of its
// intent; a heartbeat alone moves a lease without it.
import type { Queryable, Row } from "@openintents/postgres";
import { SignalKind, type WorkKind } from "@openintents/proto";
import { decisive } from "../domain/attempt.ts";
import type { Claim, EndReason } from "../domain/claim.ts";
import { leaveOpen } from "../domain/loss.ts";
import type { Publication } from "../domain/publication.ts";
import type { IntentRecord } from "../domain/record.ts";
import { findAttempts, saveAttempt } from "./attempts.ts";
import { date, INTENT_COLUMNS, intentValues, saveIntentSql, toRecord } from "./intents.ts";
import { insertSignal } from "./signals.ts";

const CLAIM_COLUMNS = `c.id AS claim, c.intent_id, c.kind AS claim_kind, c.epoch AS claim_epoch, c.runner_id, c.pool,
  c.token_hash, c.host AS claim_host, c.confirmed_at, c.expires_at, c.progress_at, c.excused, c.report_no,
  c.report_digest, c.report_reply, c.ended_at, c.end_reason`;

const INTENT_OF_CLAIM = INTENT_COLUMNS.split(",")
  .map((column) => `i.${column.trim()}`)
  .join(", ");

export type ClaimedRecord = { record: IntentRecord; claim: Claim };

/**
 * Locks intent and claim, in this order as everybody does. With `skipLocked` a pair that is
 * being worked on is left alone.
 */
export async function lockClaim(tx: Queryable, claimId: string, skipLocked = false): Promise<ClaimedRecord | null> {
  const { rows } = await tx.query(
    `SELECT ${INTENT_OF_CLAIM}, ${CLAIM_COLUMNS} FROM claims c JOIN intents i ON i.id = c.intent_id
     WHERE c.id = $1 FOR UPDATE OF i, c${skipLocked ? " SKIP LOCKED" : ""}`,
    [claimId],
    { name: skipLocked ? "claim_lock_free" : "claim_lock" },
  );
  return rows[0] ? { record: toRecord(rows[0]), claim: toClaim(rows[0]) } : null;
}

const SAVE_REPORT = saveIntentSql(
  `UPDATE claims SET confirmed_at = $29, expires_at = $30, progress_at = $31, excused = $32, report_no = $33,
     report_digest = $34, report_reply = $35, ended_at = $36, end_reason = $37, host = $38
   WHERE id = $28`,
);

/** Writes record, claim and messages in one statement. The caller holds both locks. */
export async function saveReport(
  tx: Queryable,
  record: IntentRecord,
  claim: Claim,
  messages: Publication[],
): Promise<void> {
  await tx.query(
    SAVE_REPORT,
    [
      ...intentValues(record, messages),
      claim.id,
      date(claim.confirmedAt),
      new Date(claim.expiresAt),
      new Date(claim.progressAt),
      claim.excused,
      claim.reportNo,
      claim.reportDigest,
      claim.reportReply,
      date(claim.endedAt),
      claim.endReason,
      claim.host,
    ],
    { name: "report_save" },
  );
}

/** The living claims that an ask was answered with, for asking again. */
export async function findClaimsOfRequest(
  db: Queryable,
  o: { runnerId: string; requestId: string; now: number },
): Promise<ClaimedRecord[]> {
  const { rows } = await db.query(
    `SELECT ${INTENT_OF_CLAIM}, ${CLAIM_COLUMNS} FROM claims c JOIN intents i ON i.id = c.intent_id
     WHERE c.runner_id = $1 AND c.request_id = $2 AND c.ended_at IS NULL
       AND (c.confirmed_at IS NOT NULL OR c.expires_at > $3) ORDER BY c.id`,
    [o.runnerId, o.requestId, new Date(o.now)],
    { name: "claims_of_request" },
  );
  return rows.map((row) => ({ record: toRecord(row), claim: toClaim(row) }));
}

export async function findClaims(db: Queryable, ids: string[]): Promise<Claim[]> {
  const { rows } = await db.query(`SELECT ${CLAIM_COLUMNS} FROM claims c WHERE c.id = ANY($1)`, [ids], {
    name: "claims_find",
  });
  return rows.map(toClaim);
}

/** An unconfirmed offer goes back: nothing counts and nothing is said. */
export async function returnOffer(tx: Queryable, o: { claimId: string; intentId: string; now: number }): Promise<void> {
  await tx.query(
    `WITH returned AS (UPDATE claims SET ended_at = $3, end_reason = 'offer' WHERE id = $1)
     UPDATE intents SET claim_id = NULL WHERE id = $2 AND claim_id = $1`,
    [o.claimId, o.intentId, new Date(o.now)],
    { name: "offer_return" },
  );
}

/**
 * Call in the transaction of a cancel, before the record is moved to cancelled: ends the open
 * claim, leaves a signal for its runner, and keeps the lookup of an order that the payer may
 * have paid at the shop. Answers the runner to ring after the commit.
 */
export async function endClaimOnCancel(tx: Queryable, record: IntentRecord, now: number): Promise<string | null> {
  await leaveAttemptOpen(tx, record, now);
  return endClaim(tx, record, { reason: "cancelled", signal: SignalKind.CANCELLED, now });
}

/**
 * Call in a transaction that ends an intent whose payer may have paid at the shop (a payment
 * question is declined), before the record is moved: the attempt becomes unknown and is looked
 * up after the code's expiry. True when there was one: then `failed` gets `unknown: true`.
 */
export async function leaveAttemptOpen(tx: Queryable, record: IntentRecord, now: number): Promise<boolean> {
  // Before the first claim there is none.
  if (record.epoch === 0) return false;
  const attempt = decisive(await findAttempts(tx, [record.intent.id ?? ""]));
  if (attempt === null || !leaveOpen(record, attempt, now)) return false;
  await saveAttempt(tx, attempt);
  return true;
}

/** Ends the open claim of an intent, if any, and tells its runner. Answers the runner to ring. */
export async function endClaim(
  tx: Queryable,
  record: IntentRecord,
  o: { reason: EndReason; signal: SignalKind; now: number },
): Promise<string | null> {
  if (record.claimId === null) return null;
  const { rows } = await tx.query<{ runner_id: string; epoch: number }>(
    `UPDATE claims SET ended_at = $2, end_reason = $3 WHERE id = $1 AND ended_at IS NULL RETURNING runner_id, epoch`,
    [record.claimId, new Date(o.now), o.reason],
    { name: "claim_end" },
  );
  const claimId = record.claimId;
  record.claimId = null;
  const ended = rows[0];
  if (!ended) return null;
  const { runner_id: runnerId, epoch } = ended;
  await insertSignal(tx, { runnerId, kind: o.signal, claimId, epoch, revision: null, now: o.now });
  return runnerId;
}

/** Call in the transaction of a caller's change (cap, metadata): answers the runner to ring after the commit. */
export async function signalChange(tx: Queryable, record: IntentRecord, now: number): Promise<string | null> {
  if (record.claimId === null) return null;
  const { rows } = await tx.query<{ runner_id: string; epoch: number }>(
    "SELECT runner_id, epoch FROM claims WHERE id = $1 AND ended_at IS NULL",
    [record.claimId],
    { name: "claim_runner" },
  );
  const claim = rows[0];
  if (!claim) return null;
  await insertSignal(tx, {
    runnerId: claim.runner_id,
    kind: SignalKind.CHANGED,
    claimId: record.claimId,
    epoch: claim.epoch,
    revision: record.revision,
    now,
  });
  return claim.runner_id;
}

function toClaim(row: Row): Claim {
  return {
    id: row.claim as string,
    intentId: row.intent_id as string,
    kind: row.claim_kind as WorkKind,
    epoch: row.claim_epoch as number,
    runnerId: row.runner_id as string,
    pool: row.pool as string,
    tokenHash: row.token_hash as Buffer,
    host: row.claim_host as string | null,
    confirmedAt: (row.confirmed_at as Date | null)?.getTime() ?? null,
    expiresAt: (row.expires_at as Date).getTime(),
    progressAt: (row.progress_at as Date).getTime(),
    excused: row.excused as boolean,
    reportNo: row.report_no as number,
    reportDigest: row.report_digest as Buffer | null,
    reportReply: row.report_reply as Buffer | null,
    endedAt: (row.ended_at as Date | null)?.getTime() ?? null,
    endReason: row.end_reason as EndReason | null,
  };
}
