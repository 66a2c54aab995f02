// How an intent ended, as everybody may know it: the API, the timeline and the shop's books.
import { type BookEntry, type IntentJson, ordersOf, type RestClient } from "./client.ts";
import type { System } from "./system.ts";

export type TimelineEvent = Awaited<ReturnType<RestClient["events"]>>[number];

export type Outcome = {
  intent: IntentJson;
  events: TimelineEvent[];
  /** Types of the timeline's events, in order. */
  types: string[];
  /** References of the attempts, in order. */
  references: string[];
  /** Orders in the books under any of these references. */
  orders: BookEntry[];
};

const ENDS = ["completed", "failed", "cancelled"];
/** The timeline follows the log, usually within milliseconds. */
const TIMELINE_MS = 15_000;

/** Waits up to so many seconds for an intent's end, then for the timeline to tell it. */
export async function outcomeOf(system: System, id: string, client: RestClient, seconds = 60): Promise<Outcome> {
  const intent = await client.settled(id, seconds);
  const deadline = Date.now() + TIMELINE_MS;
  for (;;) {
    const events = await client.events(id);
    const types = events.map((event) => event.type);
    if (ENDS.includes(types.at(-1) ?? "") || !ENDS.includes(intent.status)) {
      const references = events
        .filter((event) => event.type === "placing_order")
        .map((event) => String(event.data?.reference));
      return { intent, events, types, references, orders: await ordersOf(system, client, id) };
    }
    if (Date.now() > deadline) throw new Error(`the timeline of ${id} does not tell its end: ${types.join()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
