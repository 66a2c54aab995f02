// Records of host mode as rows. Every step runs under the lock of its owner, so that bounds hold and
// two replicas never accept two candidates; the rules themselves are the library's transitions.
import type { Database, Queryable } from "@openintents/postgres";
import {
  bind,
  cancel,
  finish,
  HOST_BOUNDS,
  type HostBounds,
  type HostRecord,
  type HostRecordStore,
  type HostScope,
  isTerminal,
  overflow,
  release,
  replyBytes,
  touch,
} from "@openintents/recognition/host";

type Transition<Outcome> = (record: HostRecord) => { record: HostRecord; outcome: Outcome };

export function createHostRecordStore(database: Database, bounds: HostBounds = HOST_BOUNDS): HostRecordStore {
  /** One transition of one record, and what its end pushes out, in one transaction. */
  function step<Outcome>(
    scope: HostScope,
    requestId: string,
    transition: Transition<Outcome>,
  ): Promise<Outcome | { outcome: "not_found" }> {
    return database.transaction(
      async (tx) => {
        await lockOwner(tx, scope.owner);
        const given = await find(tx, scope, requestId);
        if (!given) return { outcome: "not_found" as const };
        const { record, outcome } = transition(given);
        if (record !== given) await write(tx, given, record, bounds);
        return outcome;
      },
      { retry: true },
    );
  }

  return {
    create(record) {
      return database.transaction(
        async (tx) => {
          const { owner, session } = record.scope;
          await lockOwner(tx, owner);
          await expireOverdue(tx, owner, record.createdAt, bounds);
          const { open, beside } = await countOpen(tx, owner, session);
          if (open >= bounds.openPerOwner) return { outcome: "full" as const, bound: "owner" as const };
          if (beside >= bounds.openPerSession) return { outcome: "full" as const, bound: "session" as const };
          await insert(tx, record);
          return { outcome: "created" as const };
        },
        { retry: true },
      );
    },
    bind: (scope, requestId, request) => step(scope, requestId, (record) => bind(record, request)),
    finish: (scope, requestId, request) => step(scope, requestId, (record) => finish(record, request)),
    async release(scope, requestId, request) {
      await step(scope, requestId, (record) => ({ record: release(record, request), outcome: undefined }));
    },
    cancel: (scope, requestId, request) => step(scope, requestId, (record) => cancel(record, request)),
    async get(scope, requestId, now) {
      await step(scope, requestId, (record) => ({ record: touch(record, now), outcome: undefined }));
      return find(database, scope, requestId);
    },
    async drop(scope) {
      await database.query(
        "DELETE FROM host_records WHERE owner = $1 AND session = $2",
        [scope.owner, scope.session ?? ""],
        { name: "host_records_drop" },
      );
    },
    async sweep({ now, idleBefore }) {
      const { rowCount } = await database.query(
        "DELETE FROM host_records WHERE changed_at < $1",
        [new Date(idleBefore)],
        { name: "host_records_sweep" },
      );
      const { rows } = await database.query<{ owner: string }>(
        "SELECT DISTINCT owner FROM host_records WHERE open AND deadline <= $1",
        [new Date(now)],
        { name: "host_records_overdue" },
      );
      let changed = rowCount;
      for (const { owner } of rows) {
        changed += await database.transaction(async (tx) => {
          await lockOwner(tx, owner);
          return expireOverdue(tx, owner, now, bounds);
        });
      }
      return changed;
    },
  };
}

async function lockOwner(tx: Queryable, owner: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('core:host ' || $1, 0))", [owner], {
    name: "host_owner_lock",
  });
}

async function find(db: Queryable, scope: HostScope, requestId: string): Promise<HostRecord | null> {
  const { rows } = await db.query<{ record: string }>(
    "SELECT record FROM host_records WHERE request_id = $1 AND owner = $2 AND session = $3",
    [requestId, scope.owner, scope.session ?? ""],
    { name: "host_record_find" },
  );
  return rows[0] ? (JSON.parse(rows[0].record) as HostRecord) : null;
}

async function countOpen(
  tx: Queryable,
  owner: string,
  session: string | null,
): Promise<{ open: number; beside: number }> {
  const { rows } = await tx.query<{ open: number; beside: number }>(
    `SELECT count(*)::int AS open, (count(*) FILTER (WHERE session = $2))::int AS beside
     FROM host_records WHERE owner = $1 AND open`,
    [owner, session ?? ""],
    { name: "host_records_open" },
  );
  return rows[0] ?? { open: 0, beside: 0 };
}

async function insert(tx: Queryable, record: HostRecord): Promise<void> {
  await tx.query(
    `INSERT INTO host_records (request_id, owner, session, record, open, deadline, changed_at)
     VALUES ($1, $2, $3, $4, true, $5, $6)`,
    [
      record.requestId,
      record.scope.owner,
      record.scope.session ?? "",
      JSON.stringify(record),
      at(record.deadline),
      at(record.changedAt),
    ],
    { name: "host_record_insert" },
  );
}

/** Writes a changed record; one that ends may push out the oldest that ended before it. */
async function write(tx: Queryable, before: HostRecord, record: HostRecord, bounds: HostBounds): Promise<void> {
  const ends = isTerminal(record) && !isTerminal(before);
  await tx.query(
    `UPDATE host_records SET record = $2, open = $3, deadline = $4, changed_at = $5, finished_at = $6, reply_bytes = $7,
       finished_no = CASE WHEN $8 THEN nextval('host_records_finished') ELSE finished_no END
     WHERE request_id = $1`,
    [
      record.requestId,
      JSON.stringify(record),
      !isTerminal(record),
      at(record.deadline),
      at(record.changedAt),
      at(record.finishedAt),
      replyBytes(record),
      ends,
    ],
    { name: "host_record_write" },
  );
  if (ends) await evict(tx, record.scope.owner, bounds);
}

async function evict(tx: Queryable, owner: string, bounds: HostBounds): Promise<void> {
  const { rows } = await tx.query<{ request_id: string; reply_bytes: number }>(
    "SELECT request_id, reply_bytes FROM host_records WHERE owner = $1 AND NOT open ORDER BY finished_at, finished_no",
    [owner],
    { name: "host_records_ended" },
  );
  const finished = rows.map((row) => ({ requestId: row.request_id, bytes: row.reply_bytes }));
  const leaving = overflow(finished, bounds);
  if (leaving.length === 0) return;
  await tx.query("DELETE FROM host_records WHERE request_id = ANY($1)", [leaving], { name: "host_records_evict" });
}

async function expireOverdue(tx: Queryable, owner: string, now: number, bounds: HostBounds): Promise<number> {
  const { rows } = await tx.query<{ record: string }>(
    "SELECT record FROM host_records WHERE owner = $1 AND open AND deadline <= $2 ORDER BY deadline",
    [owner, new Date(now)],
    { name: "host_records_expire" },
  );
  for (const row of rows) {
    const before = JSON.parse(row.record) as HostRecord;
    await write(tx, before, touch(before, now), bounds);
  }
  return rows.length;
}

function at(time: number | null): Date | null {
  return time === null ? null : new Date(time);
}
