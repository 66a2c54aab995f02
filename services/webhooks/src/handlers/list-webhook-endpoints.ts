import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { serviceError } from "@openintents/process";
import type { ListWebhookEndpointsRequest, ListWebhookEndpointsResponseSchema } from "@openintents/proto";
import type { CallContext } from "@openintents/rpc";
import { authorizeCaller } from "../authorize-caller.ts";
import { decodeCursor, encodeCursor } from "../domain/cursor.ts";
import { type EndpointRow, listEndpoints } from "../store/endpoints.ts";
import { endpointMessage } from "./endpoint-message.ts";
import type { HandlerDeps } from "./handler-deps.ts";

const DEFAULT_LIMIT = 20;

/** ListWebhookEndpoints: newest first, without secrets. */
export async function listWebhookEndpoints(
  deps: HandlerDeps,
  request: ListWebhookEndpointsRequest,
  ctx: CallContext,
): Promise<MessageInitShape<typeof ListWebhookEndpointsResponseSchema>> {
  const tenant = await authorizeCaller(deps.auth, ctx, "webhooks:read");
  const limit = request.limit ?? DEFAULT_LIMIT;
  const after = date(request.createdAfter);
  const before = date(request.createdBefore);
  const now = deps.clock.now();
  const key = deps.secrets.cursorKey;
  const binding = JSON.stringify(["endpoints", tenant.account, tenant.test, after, before]);

  let below: { createdAt: Date; id: string } | null = null;
  if (request.cursor !== undefined) {
    const position = decodeCursor(key, binding, request.cursor, now);
    if (position === null) {
      throw serviceError("invalid_cursor", "This cursor is not of this list, or it is older than 24 hours.", {
        param: "cursor",
      });
    }
    const [at = "", id = ""] = position.split(" ");
    below = { createdAt: new Date(Number(at)), id };
  }

  const rows = await listEndpoints(deps.database, tenant, { after, before, below, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    object: "list",
    data: page.map((row) => endpointMessage(row)),
    ...(last === undefined ? {} : { nextCursor: encodeCursor(key, binding, positionOf(last), now) }),
  };
}

const positionOf = (row: EndpointRow) => `${row.createdAt.getTime()} ${row.id}`;

const date = (time: Timestamp | undefined) => (time === undefined ? null : timestampDate(time));
