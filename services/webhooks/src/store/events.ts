import type { Queryable } from "@openintents/postgres";

export type EventRow = {
  id: string;
  account: string;
  test: boolean;
  type: string;
  objectId: string;
  sequence: number;
  /** The Event message, binary. */
  event: Uint8Array;
  /** Its JSON, as every delivery sends it. */
  body: string;
  createdAt: Date;
};

/** Adds events in their order; answers the IDs of those that were not there yet. */
export async function insertEvents(tx: Queryable, rows: readonly EventRow[]): Promise<Set<string>> {
  const { rows: added } = await tx.query<{ id: string }>(
    `insert into events (id, account, test, type, object_id, sequence, event, body, created_at)
     select id, account, test, type, object_id, sequence, event, body, created_at
     from unnest($1::text[], $2::text[], $3::bool[], $4::text[], $5::text[], $6::int[], $7::bytea[], $8::text[],
       $9::timestamptz[]) with ordinality
       as row (id, account, test, type, object_id, sequence, event, body, created_at, place)
     order by place
     on conflict (id) do nothing returning id`,
    [
      rows.map((row) => row.id),
      rows.map((row) => row.account),
      rows.map((row) => row.test),
      rows.map((row) => row.type),
      rows.map((row) => row.objectId),
      rows.map((row) => row.sequence),
      rows.map((row) => Buffer.from(row.event)),
      rows.map((row) => row.body),
      rows.map((row) => row.createdAt.toISOString()),
    ],
    { name: "webhooks_insert_events" },
  );
  return new Set(added.map(({ id }) => id));
}
