// What a change says to the outside, as messages for the event log: timeline lines with
// their numbers, and full snapshots for webhooks.
import { create, toBinary } from "@bufbuild/protobuf";
import { EnvelopeSchema, EventSchema, enumName, IntentEventSchema, IntentStatusSchema } from "@openintents/proto";
import type { Change, IntentRecord } from "./record.ts";
import { timestampOf } from "./values.ts";

export type Publication = { topic: "timeline" | "events"; key: string; id: string; value: Uint8Array };

/**
 * Numbers the timeline lines (the record's eventSequence moves on) and encodes everything.
 * The record must already carry the version that the change makes.
 */
export function publications(
  record: IntentRecord,
  change: Change,
  o: { now: number; newId: (prefix: string) => string; apiVersion: string },
): Publication[] {
  const { intent } = record;
  const id = intent.id ?? "";
  const at = timestampOf(o.now);
  const envelope = { account: record.accountId, test: intent.test ?? false, committedAt: at };
  const traceparent = record.traceparent ?? "";
  const made: Publication[] = [];
  for (const line of change.timeline) {
    record.eventSequence += 1;
    const event = create(IntentEventSchema, {
      id: o.newId("tev"),
      test: envelope.test,
      intent: id,
      sequence: record.eventSequence,
      type: line.type,
      message: line.message,
      createdAt: at,
      data: line.data,
    });
    const value = create(EnvelopeSchema, {
      ...envelope,
      id: event.id ?? "",
      traceparent,
      payload: { case: "intentEvent", value: event },
    });
    made.push({ topic: "timeline", key: id, id: value.id, value: toBinary(EnvelopeSchema, value) });
  }
  for (const draft of change.events) {
    const event = create(EventSchema, {
      id: o.newId("evt"),
      type: draft.type,
      createdAt: at,
      timestamp: at,
      test: envelope.test,
      apiVersion: o.apiVersion,
      account: record.accountId,
      sequence: intent.sequence ?? 0,
      ...(draft.previousStatus === null
        ? {}
        : { previous: { status: enumName(IntentStatusSchema, draft.previousStatus) } }),
      data: { case: "intent", value: intent },
    });
    const value = create(EnvelopeSchema, {
      ...envelope,
      id: event.id ?? "",
      traceparent,
      payload: { case: "event", value: event },
    });
    made.push({ topic: "events", key: id, id: value.id, value: toBinary(EnvelopeSchema, value) });
  }
  return made;
}
