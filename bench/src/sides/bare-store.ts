// The insert of the bare baselines: a pool, one prepared statement, the bytes that core writes.
import { newId } from "@openintents/process";
import pg from "pg";
import type { Pattern } from "../ground/pattern.ts";

const INSERT = {
  name: "create",
  text: `with made as (
      insert into intents (id, account_id, test, status, metadata, created_at, version, event_sequence,
        intent, request, work_kind, wake_at, due_at)
      values ($1, $2, true, 1, $3, $4, 1, $5, $6, $7, 1, $4, $8))
    insert into outbox (topic, key, event_id, value)
    select * from unnest($9::text[], $10::text[], $11::text[], $12::bytea[])`,
};
const DAY_MS = 86_400_000;

export type BareStore = {
  /** Writes one intent and its outbox rows; answers the intent's id. */
  create(): Promise<string>;
  close(): Promise<void>;
};

export function bareStore(databaseUrl: string, pattern: Pattern): BareStore {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, options: "-c search_path=core" });
  const bytes = (base64: string) => Buffer.from(base64, "base64");
  const intent = bytes(pattern.intent);
  const request = bytes(pattern.request);
  const topics = pattern.outbox.map(({ topic }) => topic);
  const values = pattern.outbox.map(({ value }) => bytes(value));
  const timelineLines = topics.filter((topic) => topic === "timeline").length;
  return {
    async create() {
      const id = newId("int");
      const now = new Date();
      await pool.query({
        ...INSERT,
        values: [
          id,
          pattern.account,
          pattern.metadata,
          now,
          timelineLines,
          intent,
          request,
          new Date(now.getTime() + DAY_MS),
          topics,
          topics.map(() => id),
          topics.map((topic) => newId(topic === "timeline" ? "tev" : "evt")),
          values,
        ],
      });
      return id;
    },
    close: () => pool.end(),
  };
}
