import pg from "pg";
import { identifier } from "./connection-options.ts";

/**
 * Makes sure that the schema and the role exist that one service owns. Idempotent, and safe
 * when several processes do it at once. The role cannot log in: connections are made as
 * the user of `adminUrl` and then act as the role, which sees its own schema and no other.
 * The user needs CREATEROLE and CREATE on the database the first time; when both exist and
 * fit, nothing is changed and ordinary rights suffice.
 */
export async function provision(o: { adminUrl: string; schema: string; role: string }): Promise<void> {
  const schema = identifier(o.schema, "schema");
  const role = identifier(o.role, "role");
  const client = new pg.Client({ connectionString: o.adminUrl, connectionTimeoutMillis: 10_000 });
  // The failing statement reports a lost connection as well.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("begin");
    // Two databases of one server share roles but not advisory locks, hence the handlers too.
    await client.query("select pg_advisory_xact_lock(hashtext('openintents:provision'))");
    await client.query(`do $$ begin
      if to_regrole('${role}') is null then create role ${role} nologin; end if;
    exception when duplicate_object or unique_violation then null; end $$`);
    // From version 16 on the maker of a role administers it and may still lack the right to act as it.
    await client.query(`do $$ begin
      if not pg_has_role(current_user, '${role}',
          case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end) then
        grant ${role} to current_user;
      end if;
    exception when unique_violation then null; end $$`);
    const found = await client.query("select pg_get_userbyid(nspowner) as owner from pg_namespace where nspname = $1", [
      schema,
    ]);
    if (found.rows.length === 0) await client.query(`create schema ${schema} authorization ${role}`);
    else if (found.rows[0].owner !== role) await client.query(`alter schema ${schema} owner to ${role}`);
    await client.query("commit");
  } finally {
    await client.end();
  }
}
