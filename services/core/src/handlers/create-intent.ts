import type { MessageInitShape } from "@bufbuild/protobuf";
import { currentTraceparent, newId, serviceError } from "@openintents/process";
import type { CreateIntentRequest, CreateIntentResponseSchema } from "@openintents/proto";
import type { CallContext } from "@openintents/rpc";
import type { Caller } from "../caller.ts";
import { API_VERSION } from "../change.ts";
import type { CoreDeps } from "../deps.ts";
import { publications } from "../domain/publication.ts";
import type { IntentRecord } from "../domain/record.ts";
import { canonicalSpec, newRecord, specProblem } from "../domain/spec.ts";
import { created } from "../domain/transition.ts";
import { readHeld } from "../hold.ts";
import { acceptReplay, bodyHash, idempotencyKey } from "../idempotency.ts";
import type { IntentWriter } from "../intent-writer.ts";
import { CREATE_OPERATION } from "../store/create-intent.ts";
import { findKey } from "../store/idempotency.ts";
import { findIntent } from "../store/intents.ts";

type Reply = MessageInitShape<typeof CreateIntentResponseSchema>;

export function createIntent(deps: CoreDeps) {
  const { writer } = deps;
  return async (request: CreateIntentRequest, ctx: CallContext): Promise<Reply> => {
    const caller = await deps.callers.admit(ctx, "intents:write");
    const key = idempotencyKey(ctx);
    const { spec } = request;
    if (!spec) throw serviceError("parameter_missing", "intent is required.", { param: "intent" });
    if (!caller.test && !deps.liveMode) {
      throw serviceError("live_mode_not_enabled", "Live intents are not enabled here; use a test key.");
    }
    const problem = specProblem(spec, deps);
    if (problem) throw serviceError(problem.reason, problem.message, { param: problem.param });

    const now = deps.clock.now();
    const record = newRecord({
      id: newId("int", now),
      spec,
      ...caller,
      now,
      traceparent: currentTraceparent() ?? null,
    });
    const id = await insert(deps, writer, caller, record, ctx, key, request);
    if (!request.waitSeconds && id === record.intent.id) return { intent: record.intent };
    const held = await readHeld(deps, { owner: caller, id, waitSeconds: request.waitSeconds ?? 0, signal: ctx.signal });
    if (!held) throw new Error(`intent ${id} is gone`);
    return { intent: held.intent };
  };
}

/** Writes the intent, or finds the one that an earlier call with the key made. Answers its ID. */
async function insert(
  deps: CoreDeps,
  writer: IntentWriter,
  caller: Caller,
  record: IntentRecord,
  ctx: CallContext,
  key: string | null,
  request: CreateIntentRequest,
): Promise<string> {
  const now = deps.clock.now();
  const change = created(record);
  record.intent.sequence = 1;
  const messages = publications(record, change, { now, newId, apiVersion: API_VERSION });
  const id = record.intent.id ?? "";
  const keyed = key === null ? null : { key, bodyHash: bodyHash(canonicalSpec(request)) };
  const made = await writer.write({ record, messages, key: keyed });
  if (!made) {
    const owned = { ...caller, operation: CREATE_OPERATION, key: keyed?.key ?? "" };
    const taken = keyed === null ? null : await findKey(deps.database, owned);
    if (!taken || !keyed)
      throw serviceError("idempotency_in_flight", "The first call with this key has not finished.", {
        retryAfterSeconds: 1,
      });
    acceptReplay(ctx, taken, keyed.bodyHash);
    if (!(await findIntent(deps.database, caller, taken.objectId))) throw new Error("a key without its intent");
    return taken.objectId;
  }
  deps.feed.changed(id, 1, false);
  deps.understanding.wake();
  return id;
}
