// Purchase attempts as rows: one function per statement.
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import type { Queryable, Row } from "@openintents/postgres";
import {
  type AttemptState,
  type OutcomeBasis,
  ReceiptSchema,
  ShopQuoteSchema,
  type SubmitKind,
} from "@openintents/proto";
import type { PurchaseAttempt } from "../domain/attempt.ts";
import { date } from "./intents.ts";

const COLUMNS = `id, intent_id, claim_id, epoch, state, submit, order_reference, idempotency_key, quote, fee, begun_at,
  commit_until, lookups, unknown_at, settled_at, basis, overcharged, receipt`;

/** All attempts of these intents, oldest first. */
export async function findAttempts(db: Queryable, intentIds: string[]): Promise<PurchaseAttempt[]> {
  const { rows } = await db.query(
    `SELECT ${COLUMNS} FROM attempts WHERE intent_id = ANY($1) ORDER BY intent_id, begun_at, id`,
    [intentIds],
    { name: "attempts_find" },
  );
  return rows.map(toAttempt);
}

export async function insertAttempt(tx: Queryable, attempt: PurchaseAttempt): Promise<void> {
  await tx.query(
    `INSERT INTO attempts (id, intent_id, claim_id, epoch, state, submit, order_reference, idempotency_key, quote, fee,
       begun_at, commit_until)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      attempt.id,
      attempt.intentId,
      attempt.claimId,
      attempt.epoch,
      attempt.state,
      attempt.submit,
      attempt.orderReference,
      attempt.idempotencyKey,
      toBinary(ShopQuoteSchema, attempt.quote),
      attempt.fee,
      new Date(attempt.begunAt),
      new Date(attempt.commitUntil),
    ],
    { name: "attempt_insert" },
  );
}

/** Writes what may change of an attempt. The caller holds the lock of its intent. */
export async function saveAttempt(tx: Queryable, attempt: PurchaseAttempt): Promise<void> {
  await tx.query(
    `UPDATE attempts SET state = $2, lookups = $3, unknown_at = $4, settled_at = $5, basis = $6, overcharged = $7,
       receipt = $8
     WHERE id = $1`,
    [
      attempt.id,
      attempt.state,
      attempt.lookups,
      date(attempt.unknownAt),
      date(attempt.settledAt),
      attempt.basis,
      attempt.overcharged,
      attempt.receipt ? toBinary(ReceiptSchema, attempt.receipt) : null,
    ],
    { name: "attempt_save" },
  );
}

function toAttempt(row: Row): PurchaseAttempt {
  return {
    id: row.id as string,
    intentId: row.intent_id as string,
    claimId: row.claim_id as string,
    epoch: row.epoch as number,
    state: row.state as AttemptState,
    submit: row.submit as SubmitKind,
    orderReference: row.order_reference as string,
    idempotencyKey: row.idempotency_key as string,
    quote: fromBinary(ShopQuoteSchema, row.quote as Buffer),
    fee: row.fee as number,
    begunAt: (row.begun_at as Date).getTime(),
    commitUntil: (row.commit_until as Date).getTime(),
    lookups: row.lookups as number,
    unknownAt: (row.unknown_at as Date | null)?.getTime() ?? null,
    settledAt: (row.settled_at as Date | null)?.getTime() ?? null,
    basis: row.basis as OutcomeBasis | null,
    overcharged: row.overcharged as boolean,
    receipt: row.receipt === null ? null : fromBinary(ReceiptSchema, row.receipt as Buffer),
  };
}
