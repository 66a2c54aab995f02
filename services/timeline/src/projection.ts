import { toBinary } from "@bufbuild/protobuf";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { Queryable } from "@openintents/postgres";
import type { Logger } from "@openintents/process";
import { type Envelope, IntentEventSchema, IntentEventType } from "@openintents/proto";
import { type EventRow, insertEvents, notifyIntents } from "./store.ts";

/** Channel that names the intents with new events, separated by spaces. */
export const TIMELINE_CHANNEL = "timeline_events";

/** 200 IDs of at most 30 characters stay below the 8000 bytes that a notification may carry. */
const INTENTS_PER_NOTIFICATION = 200;

/** Writes one batch of the log into the read model, and has the waiters told when it commits. */
export function createProjection(logger: Logger): (tx: Queryable, envelopes: readonly Envelope[]) => Promise<void> {
  return async (tx, envelopes) => {
    const rows: EventRow[] = [];
    for (const envelope of envelopes) {
      const row = toRow(envelope);
      if (row === null) logger.error({ event_id: envelope.id }, "the log carries an event that is no timeline event");
      else rows.push(row);
    }
    if (rows.length === 0) return;
    await insertEvents(tx, rows);
    const intents = [...new Set(rows.map((row) => row.intent))];
    const payloads: string[] = [];
    for (let at = 0; at < intents.length; at += INTENTS_PER_NOTIFICATION) {
      payloads.push(intents.slice(at, at + INTENTS_PER_NOTIFICATION).join(" "));
    }
    await notifyIntents(tx, TIMELINE_CHANNEL, payloads);
  };
}

function toRow(envelope: Envelope): EventRow | null {
  if (envelope.payload.case !== "intentEvent") return null;
  const event = envelope.payload.value;
  const createdAt = event.createdAt ?? envelope.committedAt;
  if (!event.intent || !event.sequence || event.sequence < 1 || createdAt === undefined) return null;
  return {
    intent: event.intent,
    sequence: event.sequence,
    account: envelope.account,
    test: envelope.test,
    type: event.type ?? IntentEventType.UNSPECIFIED,
    event: toBinary(IntentEventSchema, event),
    createdAt: timestampDate(createdAt),
  };
}
