import type { MessageInitShape } from "@bufbuild/protobuf";
import { newId, serviceError } from "@openintents/process";
import {
  type CreateWebhookEndpointRequest,
  type CreateWebhookEndpointResponseSchema,
  EventTypeSchema,
  enumName,
} from "@openintents/proto";
import type { CallContext } from "@openintents/rpc";
import { authorizeCaller } from "../authorize-caller.ts";
import { checkTarget } from "../check-target.ts";
import { isKnownPattern } from "../domain/event-pattern.ts";
import { idempotentCall } from "../idempotent-call.ts";
import { endpointRecord } from "../secret-box.ts";
import { countEndpoints, findEndpoint, insertEndpoint, lockEndpoints, type Tenant } from "../store/endpoints.ts";
import { endpointMessage, endpointNotFound } from "./endpoint-message.ts";
import type { HandlerDeps } from "./handler-deps.ts";

/** The dated versions of the API, newest first; there is one until a second is needed. */
const API_VERSIONS = ["2026-11-30"] as const;
const MOST_PER_MODE = 16;

const EVENT_TYPES = EventTypeSchema.values.flatMap((value) => enumName(EventTypeSchema, value.number) ?? []);

/**
 * CreateWebhookEndpoint. A replay answers the endpoint as it is now, with its secret: the
 * caller may have lost the first answer, and nobody else knows key and body.
 */
export async function createWebhookEndpoint(
  deps: HandlerDeps,
  request: CreateWebhookEndpointRequest,
  ctx: CallContext,
): Promise<MessageInitShape<typeof CreateWebhookEndpointResponseSchema>> {
  const tenant = await authorizeCaller(deps.auth, ctx, "webhooks:write");
  const call = idempotentCall(deps, ctx, { tenant, operation: "CreateWebhookEndpoint", body: canonical(request) });
  const earlier = await call.replayed();
  if (earlier !== null) return answer(deps, tenant, earlier);

  checkPatterns(request.events);
  checkVersion(request.apiVersion);
  const url = await checkTarget(deps, request.url ?? "");
  const { object } = await call.run(async (tx) => {
    await lockEndpoints(tx, tenant);
    if ((await countEndpoints(tx, tenant)) >= MOST_PER_MODE) {
      throw serviceError("limit_reached", `An account has at most ${MOST_PER_MODE} webhook endpoints in each mode.`);
    }
    const now = deps.clock.now();
    const id = newId("whe", now);
    await insertEndpoint(tx, {
      ...tenant,
      id,
      url,
      events: request.events.length === 0 ? ["*"] : request.events,
      description: request.description ?? null,
      enabled: request.enabled ?? true,
      apiVersion: request.apiVersion ?? API_VERSIONS[0],
      metadata: Object.fromEntries(Object.entries(request.metadata).filter(([, value]) => value !== "")),
      secret: deps.secrets.create(endpointRecord(id)).sealed,
      createdAt: new Date(now),
    });
    return id;
  });
  return answer(deps, tenant, object);
}

async function answer(deps: HandlerDeps, tenant: Tenant, id: string) {
  const row = await findEndpoint(deps.database, tenant, id);
  // The endpoint of a replay may have been deleted since.
  if (row === null) throw endpointNotFound();
  return { webhookEndpoint: endpointMessage(row, deps.secrets.open(endpointRecord(id), row.secret)) };
}

function checkPatterns(patterns: readonly string[]): void {
  const wrong = patterns.findIndex((pattern) => !isKnownPattern(pattern, EVENT_TYPES));
  if (wrong < 0) return;
  throw serviceError("parameter_invalid", `There is no event type that ${patterns[wrong]} matches.`, {
    param: `events.${wrong}`,
  });
}

function checkVersion(version: string | undefined): void {
  if (version === undefined || API_VERSIONS.some((known) => known === version)) return;
  throw serviceError("unsupported_version", "api_version names no version of this API.", {
    param: "api_version",
    details: { supported_versions: API_VERSIONS },
  });
}

/** The documented fields in one order, so that the order of a body's keys does not matter. */
function canonical(request: CreateWebhookEndpointRequest): string {
  const metadata = Object.entries(request.metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  const { url, events, description, enabled, apiVersion } = request;
  return JSON.stringify([url, events, description, enabled, metadata, apiVersion]);
}
