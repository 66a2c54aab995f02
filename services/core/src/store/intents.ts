// Intents as rows: one function per statement. A state change is one row version and its
// outbox messages, written by one statement.
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { outboxInsertSql, outboxValues, type Queryable, type Row } from "@openintents/postgres";
import {
  IntentSchema,
  IntentSpecSchema,
  IntentStatus,
  ResumeSchema,
  SealedSchema,
  type WorkKind,
} from "@openintents/proto";
import { dueAt } from "../domain/clocks.ts";
import type { Publication } from "../domain/publication.ts";
import type { IntentRecord } from "../domain/record.ts";
import { routingOf } from "../domain/routing.ts";

export const INTENT_COLUMNS = `account_id, intent, request, revision, event_sequence, work_kind, wake_at, claim_id, epoch, restarts, steps,
  host, driver_hint, resume, checkpoint, approved_digest, unconfirmed_at, traceparent`;

/** Reads an intent of one account and mode; null for anybody else's. */
export async function findIntent(
  db: Queryable,
  owner: { accountId: string; test: boolean },
  id: string,
): Promise<IntentRecord | null> {
  const { rows } = await db.query(
    `SELECT ${INTENT_COLUMNS} FROM intents WHERE id = $1 AND account_id = $2 AND test = $3`,
    [id, owner.accountId, owner.test],
    { name: "intent_find" },
  );
  return rows[0] ? toRecord(rows[0]) : null;
}

/** Locks the row until the transaction ends. */
export async function lockIntent(tx: Queryable, id: string): Promise<IntentRecord | null> {
  const { rows } = await tx.query(`SELECT ${INTENT_COLUMNS} FROM intents WHERE id = $1 FOR UPDATE`, [id], {
    name: "intent_lock",
  });
  return rows[0] ? toRecord(rows[0]) : null;
}

/** Updates the whole row of a record; its parameters are those of `intentValues`. */
const UPDATE_INTENT = `UPDATE intents SET status = $2, version = $3, event_sequence = $4, intent = $5, request = $6,
    revision = $7, work_kind = $8, wake_at = $9, claim_id = $10, epoch = $11, restarts = $12, steps = $13, host = $14,
    driver_hint = $15, resume = $16, checkpoint = $17, approved_digest = $18, unconfirmed_at = $19, due_at = $20,
    metadata = $21, hosts = $22, country = $23,
    recognise_at = CASE WHEN $2::smallint = ${IntentStatus.QUEUED} AND $8::smallint IS NULL THEN recognise_at END
  WHERE id = $1`;

/** The statement that writes a record and its messages, and beside them what `extra` says (parameters from $28 on). */
export function saveIntentSql(extra?: string): string {
  return `WITH changed AS (${UPDATE_INTENT})${extra === undefined ? "" : `, beside AS (${extra})`}
    ${outboxInsertSql(24)}`;
}

/** Parameters $1 to $27 of `saveIntentSql`. */
export function intentValues(record: IntentRecord, messages: Publication[]): unknown[] {
  const { intent } = record;
  const routing = routingOf(record);
  return [
    intent.id,
    intent.status,
    intent.sequence,
    record.eventSequence,
    toBinary(IntentSchema, intent),
    toBinary(IntentSpecSchema, record.request),
    record.revision,
    record.work?.kind ?? null,
    record.work ? new Date(record.work.wakeAt) : null,
    record.claimId,
    record.epoch,
    record.restarts,
    record.steps,
    record.host,
    record.driverHint,
    record.resume ? toBinary(ResumeSchema, record.resume) : null,
    record.checkpoint ? toBinary(SealedSchema, record.checkpoint) : null,
    record.approvedDigest,
    date(record.unconfirmedAt),
    date(dueAt(record)),
    JSON.stringify(intent.spec?.metadata ?? {}),
    routing.hosts,
    routing.country,
    ...outboxValues(messages),
  ];
}

const SAVE_INTENT = saveIntentSql();

/** Writes the changed record and its messages. The caller holds the row's lock. */
export async function saveIntent(tx: Queryable, record: IntentRecord, messages: Publication[]): Promise<void> {
  await tx.query(SAVE_INTENT, intentValues(record, messages), { name: "intent_save" });
}

export function date(at: number | null): Date | null {
  return at === null ? null : new Date(at);
}

export function toRecord(row: Row): IntentRecord {
  const wakeAt = row.wake_at as Date | null;
  return {
    accountId: row.account_id as string,
    intent: fromBinary(IntentSchema, row.intent as Buffer),
    request: fromBinary(IntentSpecSchema, row.request as Buffer),
    revision: row.revision as number,
    eventSequence: row.event_sequence as number,
    work: row.work_kind === null ? null : { kind: row.work_kind as WorkKind, wakeAt: wakeAt?.getTime() ?? 0 },
    claimId: row.claim_id as string | null,
    epoch: row.epoch as number,
    restarts: row.restarts as number,
    steps: row.steps as number,
    host: row.host as string | null,
    driverHint: row.driver_hint as string | null,
    resume: row.resume === null ? null : fromBinary(ResumeSchema, row.resume as Buffer),
    checkpoint: row.checkpoint === null ? null : fromBinary(SealedSchema, row.checkpoint as Buffer),
    approvedDigest: row.approved_digest as Buffer | null,
    unconfirmedAt: (row.unconfirmed_at as Date | null)?.getTime() ?? null,
    traceparent: row.traceparent as string | null,
  };
}

/** The little that an authorisation says of an intent. */
export async function findIntentState(
  db: Queryable,
  owner: { accountId: string; test: boolean },
  id: string,
): Promise<{ eventSequence: number; status: IntentStatus } | null> {
  const { rows } = await db.query<{ event_sequence: number; status: IntentStatus }>(
    "SELECT event_sequence, status FROM intents WHERE id = $1 AND account_id = $2 AND test = $3",
    [id, owner.accountId, owner.test],
    { name: "intent_state" },
  );
  const row = rows[0];
  return row ? { eventSequence: row.event_sequence, status: row.status } : null;
}
