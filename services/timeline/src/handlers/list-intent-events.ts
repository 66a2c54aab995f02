import { fromBinary, type MessageInitShape } from "@bufbuild/protobuf";
import type { Clock } from "@openintents/process";
import { serviceError } from "@openintents/process";
import {
  type AuthService,
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
  const intent = request.intent ?? "";
  const limit = request.limit ?? DEFAULT_LIMIT;
  const { principal, lastEventSequence } = await authorizeCaller(deps.auth, ctx, { intent, charge: 1 });
  const owner = { account: principal.accountId, test: principal.test, intent };
  const list: ListIdentity = { ...owner, after: request.after ?? null };
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

  const events = await readCaughtUp(deps, ctx, {
    ...owner,
    after: start,
    // One more than the page tells whether another follows.
    limit: limit + 1,
    until: Math.min(lastEventSequence, start + limit),
  });
  const page = events.slice(0, limit);
  const last = page.at(-1);
  const more = last !== undefined && (events.length > page.length || last.sequence < lastEventSequence);
  return {
    object: "list",
    data: page.map((event) => fromBinary(IntentEventSchema, event.event)),
    ...(more ? { nextCursor: encodeCursor(key, list, last.sequence, deps.clock.now()) } : {}),
  };
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
