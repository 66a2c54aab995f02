import { fileURLToPath } from "node:url";

/**
 * Directory of the migrations that make the `outbox` table. The owning service migrates it
 * into its own schema, before its own migrations.
 */
export const outboxMigrations = fileURLToPath(new URL("../migrations", import.meta.url));

/** Notification channel on which a relay is woken. */
export const OUTBOX_CHANNEL = "outbox";

/** A fact to publish: `id` is the event's, unique; `key` is the object's, which orders. */
export type OutboxMessage = { topic: string; key: string; id: string; value: Uint8Array };

/**
 * The four array parameters of outbox rows, in the order in which OUTBOX_ROWS takes them:
 * topics, keys, event ids, values.
 */
export function outboxValues(messages: OutboxMessage[]): [string[], string[], string[], Buffer[]] {
  return [
    messages.map((message) => message.topic),
    messages.map((message) => message.key),
    messages.map((message) => message.id),
    messages.map(({ value }) => Buffer.from(value.buffer, value.byteOffset, value.byteLength)),
  ];
}

/**
 * SQL that inserts outbox rows, to stand in a statement of its own or in a CTE beside the
 * change (`with changed as (…), sent as (${outboxInsertSql(5)}) select …`): parameters
 * `first` to `first + 3` are outboxValues. With `from`, the name of an earlier CTE, rows are
 * written only when that CTE returned a row, so a refused change publishes nothing.
 */
export function outboxInsertSql(first: number, from?: string): string {
  const [topics, keys, ids, values] = [first, first + 1, first + 2, first + 3];
  return `insert into outbox (topic, key, event_id, value)
    select topic, key, event_id, value
    from unnest($${topics}::text[], $${keys}::text[], $${ids}::text[], $${values}::bytea[])
      with ordinality as fact (topic, key, event_id, value, place)
    ${from === undefined ? "" : `where exists (select from ${from})`}
    order by place`;
}

/** A whole statement that inserts the messages in their order: `tx.query(text, values)`. */
export function outboxInsert(messages: OutboxMessage[]): { text: string; values: unknown[] } {
  return { text: outboxInsertSql(1), values: outboxValues(messages) };
}
