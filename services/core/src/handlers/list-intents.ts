import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ListIntentsRequest, ListIntentsResponseSchema } from "@openintents/proto";
import type { CallContext } from "@openintents/rpc";
import type { CoreDeps } from "../deps.ts";
import { canonical } from "../domain/spec.ts";
import { msOf } from "../domain/values.ts";
import { date } from "../store/intents.ts";
import { listIntents as readIntents } from "../store/list-intents.ts";

const DEFAULT_LIMIT = 20;

export function listIntents(deps: CoreDeps) {
  return async (
    request: ListIntentsRequest,
    ctx: CallContext,
  ): Promise<MessageInitShape<typeof ListIntentsResponseSchema>> => {
    const caller = await deps.callers.admit(ctx, "intents:read");
    const now = deps.clock.now();
    const limit = request.limit ?? DEFAULT_LIMIT;
    const filter = {
      statuses: [...request.status].sort(),
      customers: [...request.customer].sort(),
      sessions: [...request.session].sort(),
      metadata: request.metadata,
      createdAfter: date(msOf(request.createdAfter)),
      createdBefore: date(msOf(request.createdBefore)),
    };
    const binding = canonical([caller.accountId, caller.test, JSON.parse(JSON.stringify(filter))]);
    const before = request.cursor === undefined ? null : deps.cursors.read(request.cursor, binding, now);
    const found = await readIntents(deps.database, { ...caller, ...filter, before, limit: limit + 1 });
    const data = found.slice(0, limit).map((record) => record.intent);
    const last = data.at(-1)?.id;
    return {
      data,
      ...(found.length > limit && last ? { nextCursor: deps.cursors.write(last, binding, now) } : {}),
    };
  };
}
