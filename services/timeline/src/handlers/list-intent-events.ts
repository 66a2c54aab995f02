import { fromBinary, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { Clock } from "@openintents/process";
import { serviceError } from "@openintents/process";
import {
  type AuthService,
  type IntentEvent,
  IntentEventSchema,
  type ListIntentEventsRequest,
  type ListIntentEventsResponseSchema,
} from "@openintents/proto";
import type { CallContext, Client } from "@openintents/rpc";
import { authorizeCaller } from "../authorize-caller.ts";
import { decodeCursor, encodeCursor, type ListIdentity } from "../domain/cursor.ts";
import type { EventReader } from "../event-reader.ts";
import type { IntentNotifier } from "../intent-notifier.ts";

const DEFAULT_LIMIT = 20;
/** How long a caller waits to read what was committed before it asked. */
const CATCH_UP_MS = 1_000;

export type ListDeps = {
  auth: Client<typeof AuthService>;
  reader: EventReader;
  notifier: IntentNotifier;
  cursorKey: () => Promise<Uint8Array>;
  clock: Clock;
};

/** ListIntentEvents: ascending, without holes, and with everything committed before the call. */
export async function listIntentEvents(
  deps: ListDeps,
  request: ListIntentEventsRequest,
  ctx: CallContext,
): Promise<MessageInitShape<typeof ListIntentEventsResponseSchema>> {
  const intent = request.id ?? "";
  const limit = request.limit ?? DEFAULT_LIMIT;
  const { principal, lastEventSequence } = await authorizeCaller(deps.auth, ctx, { intent, charge: 1 });
  const owner = { account: principal.accountId, test: principal.test, intent };
  const list: ListIdentity = {
    ...owner,
    after: request.after ?? null,
    createdAfter: request.createdAfter ? timestampMs(request.createdAfter) : null,
    createdBefore: request.createdBefore ? timestampMs(request.createdBefore) : null,
  };
  const key = await deps.cursorKey();

  let start = request.after ?? 0;
  if (request.cursor !== undefined) {
    const position = decodeCursor(key, list, request.cursor, deps.clock.now());
    if (position === null) {
      throw serviceError("invalid_cursor", "This cursor is not of this list, or it is older than 24 hours.", {
        param: "cursor",
      });
    }
    start = position;
  }

  const page: IntentEvent[] = [];
  // Events are read until the page is full, since a bound on times may leave some out.
  for (let position = start; ; ) {
    const events = await readCaughtUp(deps, ctx, {
      ...owner,
      after: position,
      // One more than the page tells whether another follows.
      limit: limit + 1,
      until: Math.min(lastEventSequence, position + limit),
    });
    const seen = events.length > limit ? events.slice(0, limit) : events;
    const fitting = seen
      .map((row) => fromBinary(IntentEventSchema, row.event))
      .filter((event) => isWithin(list, event));
    page.push(...fitting.slice(0, limit - page.length));
    position = page.length < limit ? (seen.at(-1)?.sequence ?? position) : (page.at(-1)?.sequence ?? position);
    const more = position > start && (events.length > seen.length || position < lastEventSequence);
    if (more && page.length < limit && events.length > limit) continue;
    return {
      object: "list",
      data: page,
      ...(more ? { nextCursor: encodeCursor(key, list, position, deps.clock.now()) } : {}),
    };
  }
}

function isWithin({ createdAfter, createdBefore }: ListIdentity, event: IntentEvent): boolean {
  const at = event.createdAt ? timestampMs(event.createdAt) : 0;
  return (createdAfter === null || at > createdAfter) && (createdBefore === null || at < createdBefore);
}

/** Reads until the projection has the event `until`, for one second at most. */
async function readCaughtUp(
  deps: ListDeps,
  ctx: CallContext,
  o: { account: string; test: boolean; intent: string; after: number; limit: number; until: number },
) {
  // Subscribed before the first look, so that nothing arrives unseen between look and wait.
  const subscription = deps.notifier.subscribe(o.intent);
  const deadline = deps.clock.monotonic() + CATCH_UP_MS;
  try {
    for (;;) {
      const events = await deps.reader.read(o);
      const left = deadline - deps.clock.monotonic();
      if (o.after + events.length >= o.until || left <= 0) return events;
      if (!(await subscription.changed({ timeoutMs: left, signal: ctx.signal }))) return events;
    }
  } finally {
    subscription.close();
  }
}
