import type { Pattern } from "./pattern.ts";
import type { Room } from "./postgres.ts";

/** Writes the outbox rows of so many creates, each under a key and ids of its own. */
export async function fillOutbox({ admin }: Room, { outbox }: Pattern, intents: number): Promise<void> {
  await admin.query("truncate core.outbox");
  await admin.query(
    `insert into core.outbox (topic, key, event_id, value)
     select fact.topic, 'int_' || key, 'evt_' || substr(md5(key || place), 1, 26), fact.value
     from (select substr(md5(random()::text || number), 1, 26) as key from generate_series(1, $3::int) as number) as made,
       unnest($1::text[], $2::bytea[]) with ordinality as fact (topic, value, place)`,
    [outbox.map(({ topic }) => topic), outbox.map(({ value }) => Buffer.from(value, "base64")), intents],
  );
  await admin.query("vacuum analyze core.outbox");
}
