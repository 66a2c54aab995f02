import { createHash } from "node:crypto";
import { toBinary } from "@bufbuild/protobuf";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { Queryable } from "@openintents/postgres";
import { type Clock, type Logger, newId } from "@openintents/process";
import { type Envelope, type Event, EventSchema, EventTypeSchema, enumName, toWire } from "@openintents/proto";
import { wantsType } from "./domain/event-pattern.ts";
import { insertDeliveries, type NewDelivery } from "./store/deliveries.ts";
import { subscribers } from "./store/endpoints.ts";
import { type EventRow, insertEvents } from "./store/events.ts";

/** Channel that tells senders that deliveries were added. */
export const DELIVERIES_CHANNEL = "webhook_deliveries";

type Arrival = { row: EventRow; webhookUrl: string | null };

/**
 * Handles one batch of the topic `events`: keeps each event and adds a delivery for every
 * enabled endpoint of its account and mode that asked for the type, and one for the
 * intent's own webhook_url.
 */
export function createIntake(o: {
  clock: Clock;
  logger: Logger;
}): (tx: Queryable, envelopes: readonly Envelope[]) => Promise<void> {
  return async (tx, envelopes) => {
    const arrivals: Arrival[] = [];
    for (const envelope of envelopes) {
      const arrival = read(envelope);
      if (arrival === null) o.logger.error({ event_id: envelope.id }, "the log carries an event that cannot be sent");
      else arrivals.push(arrival);
    }
    if (arrivals.length === 0) return;
    const added = await insertEvents(
      tx,
      arrivals.map(({ row }) => row),
    );
    const fresh = arrivals.filter(({ row }) => added.delete(row.id));
    if (fresh.length === 0) return;
    const endpoints = await subscribers(tx, [...new Set(fresh.map(({ row }) => row.account))]);
    const now = o.clock.now();
    const deliveries = fresh.flatMap(({ row, webhookUrl }) => {
      const common = {
        account: row.account,
        test: row.test,
        event: row.id,
        objectId: row.objectId,
        sequence: row.sequence,
      };
      const toEndpoints: NewDelivery[] = endpoints
        .filter((one) => one.account === row.account && one.test === row.test && wantsType(one.events, row.type))
        .map(({ id }) => ({ id: newId("whd", now), ...common, lane: id, endpoint: id, url: null }));
      if (webhookUrl === null) return toEndpoints;
      const lane = serverLane(row, webhookUrl);
      return [...toEndpoints, { id: newId("whd", now), ...common, lane, endpoint: null, url: webhookUrl }];
    });
    if (deliveries.length === 0) return;
    await insertDeliveries(tx, deliveries, new Date(now));
    await tx.query("select pg_notify($1, $2)", [DELIVERIES_CHANNEL, "new"], { name: "webhooks_notify" });
  };
}

function read(envelope: Envelope): Arrival | null {
  if (envelope.payload.case !== "event") return null;
  const event = envelope.payload.value;
  const type = event.type === undefined ? null : enumName(EventTypeSchema, event.type);
  const createdAt = event.createdAt ?? envelope.committedAt;
  const objectId = event.data.value?.id;
  if (!event.id || !type || !objectId || createdAt === undefined) return null;
  return {
    row: {
      id: event.id,
      account: envelope.account,
      test: envelope.test,
      type,
      objectId,
      sequence: event.sequence ?? 0,
      event: toBinary(EventSchema, event),
      body: JSON.stringify(toWire(EventSchema, event)),
      createdAt: timestampDate(createdAt),
    },
    webhookUrl: webhookUrlOf(event),
  };
}

function webhookUrlOf(event: Event): string | null {
  return event.data.case === "intent" ? event.data.value.spec?.webhookUrl || null : null;
}

/**
 * Intents that name the same server share a lane, whatever the path: a server that hangs
 * must not get a lane, and slots, for each intent.
 */
function serverLane(row: EventRow, url: string): string {
  const origin = URL.canParse(url) ? new URL(url).origin : url;
  const digest = createHash("sha256")
    .update(JSON.stringify([row.account, row.test, origin]))
    .digest("hex");
  return `url_${digest.slice(0, 40)}`;
}
