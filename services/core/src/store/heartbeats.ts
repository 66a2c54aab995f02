// A heartbeat as one statement: it renews leases and reads what its runner has not heard.
import type { Queryable } from "@openintents/postgres";
import type { SignalKind } from "@openintents/proto";
import type { SignalRow } from "./signals.ts";

type HeardRow = {
  renewed: string | null;
  id: number | null;
  kind: SignalKind;
  claim_id: string | null;
  epoch: number | null;
  revision: number | null;
};

/** Renews those of the claims that still live and are confirmed; answers them and up to 100 signals. */
export async function renewAndListen(
  db: Queryable,
  o: { runnerId: string; claimIds: string[]; expiresAt: number; after: number },
): Promise<{ renewed: string[]; signals: SignalRow[] }> {
  const { rows } = await db.query<HeardRow>(
    `WITH living AS (
       SELECT id FROM claims WHERE id = ANY($1) AND ended_at IS NULL AND confirmed_at IS NOT NULL ORDER BY id FOR UPDATE),
     renewed AS (
       UPDATE claims SET expires_at = greatest(expires_at, $2), excused = false
       WHERE id IN (SELECT id FROM living) RETURNING id),
     heard AS (SELECT * FROM signals WHERE runner_id = $3 AND id > $4 ORDER BY id LIMIT 100)
     SELECT id AS renewed, NULL::bigint AS id, NULL::smallint AS kind, NULL AS claim_id, NULL::bigint AS epoch,
       NULL::integer AS revision FROM renewed
     UNION ALL SELECT NULL, id, kind, claim_id, epoch, revision FROM heard`,
    [o.claimIds, new Date(o.expiresAt), o.runnerId, o.after],
    { name: "heartbeat" },
  );
  const renewed = rows.flatMap((row) => (row.renewed === null ? [] : [row.renewed]));
  const signals = rows.flatMap((row) =>
    row.id === null
      ? []
      : [
          {
            id: row.id,
            runnerId: o.runnerId,
            kind: row.kind,
            claimId: row.claim_id,
            epoch: row.epoch,
            revision: row.revision,
          },
        ],
  );
  return { renewed, signals: signals.sort((a, b) => a.id - b.id) };
}
