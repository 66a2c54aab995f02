import type { Queryable } from "@openintents/postgres";

/** Whose data: nothing is ever read or written without it. */
export type Tenant = { account: string; test: boolean };

export type EndpointRow = Tenant & {
  id: string;
  url: string;
  events: string[];
  description: string | null;
  enabled: boolean;
  apiVersion: string;
  metadata: Record<string, string>;
  /** Sealed. */
  secret: Buffer;
  createdAt: Date;
};

const COLUMNS = `id, account, test, url, events, description, enabled, api_version as "apiVersion", metadata, secret,
  created_at as "createdAt"`;

/** Lets one transaction at a time count and add endpoints of an account and mode. */
export async function lockEndpoints(tx: Queryable, tenant: Tenant): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `webhooks/endpoints/${tenant.account}/${tenant.test}`,
  ]);
}

export async function countEndpoints(db: Queryable, tenant: Tenant): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    "select count(*) as count from endpoints where account = $1 and test = $2",
    [tenant.account, tenant.test],
  );
  return rows[0]?.count ?? 0;
}

export async function insertEndpoint(db: Queryable, row: EndpointRow): Promise<void> {
  await db.query(
    `insert into endpoints (id, account, test, url, events, description, enabled, api_version, metadata, secret, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      row.id,
      row.account,
      row.test,
      row.url,
      row.events,
      row.description,
      row.enabled,
      row.apiVersion,
      JSON.stringify(row.metadata),
      row.secret,
      row.createdAt.toISOString(),
    ],
  );
}

export async function findEndpoint(db: Queryable, tenant: Tenant, id: string): Promise<EndpointRow | null> {
  const { rows } = await db.query<EndpointRow>(
    `select ${COLUMNS} from endpoints where id = $1 and account = $2 and test = $3`,
    [id, tenant.account, tenant.test],
    { name: "webhooks_find_endpoint" },
  );
  return rows[0] ?? null;
}

/** Newest first, below the position when one is given. Times are exclusive bounds. */
export async function listEndpoints(
  db: Queryable,
  tenant: Tenant,
  o: { after: Date | null; before: Date | null; below: { createdAt: Date; id: string } | null; limit: number },
): Promise<EndpointRow[]> {
  const { rows } = await db.query<EndpointRow>(
    `select ${COLUMNS} from endpoints
     where account = $1 and test = $2
       and ($3::timestamptz is null or created_at > $3) and ($4::timestamptz is null or created_at < $4)
       and ($5::timestamptz is null or (created_at, id) < ($5, $6::text))
     order by created_at desc, id desc limit $7`,
    [tenant.account, tenant.test, o.after, o.before, o.below?.createdAt ?? null, o.below?.id ?? null, o.limit],
    { name: "webhooks_list_endpoints" },
  );
  return rows;
}

/** Deletes an endpoint; false when the tenant has none of this ID. Waits for a fan-out under way. */
export async function deleteEndpoint(tx: Queryable, tenant: Tenant, id: string): Promise<boolean> {
  const { rowCount } = await tx.query("delete from endpoints where id = $1 and account = $2 and test = $3", [
    id,
    tenant.account,
    tenant.test,
  ]);
  return rowCount > 0;
}

/** Disables an endpoint for a reason of ours. Waits for a fan-out under way. */
export async function disableEndpoint(tx: Queryable, id: string, reason: string, now: Date): Promise<void> {
  await tx.query(
    "update endpoints set enabled = false, disabled_at = $2, disabled_reason = $3 where id = $1 and enabled",
    [id, now, reason],
  );
}

/**
 * The enabled endpoints of these accounts. They are locked against being deleted or
 * disabled until the transaction ends, so that no delivery is left to one that is gone.
 */
export async function subscribers(
  tx: Queryable,
  accounts: readonly string[],
): Promise<(Tenant & { id: string; events: string[] })[]> {
  const { rows } = await tx.query<Tenant & { id: string; events: string[] }>(
    "select id, account, test, events from endpoints where account = any($1) and enabled for share",
    [accounts],
    { name: "webhooks_subscribers" },
  );
  return rows;
}

/** The account's sealed secret: the one that is there, else the offered one. */
export async function keepAccountSecret(
  db: Queryable,
  o: { account: string; sealed: Buffer; now: Date },
): Promise<Buffer> {
  await db.query(
    `insert into account_secrets (account, secret, created_at) values ($1, $2, $3) on conflict (account) do nothing`,
    [o.account, o.sealed, o.now],
  );
  const { rows } = await db.query<{ secret: Buffer }>("select secret from account_secrets where account = $1", [
    o.account,
  ]);
  return rows[0]?.secret ?? o.sealed;
}
