import type { MessageInitShape } from "@bufbuild/protobuf";
import type { GetWebhookEndpointRequest, GetWebhookEndpointResponseSchema } from "@openintents/proto";
import type { CallContext } from "@openintents/rpc";
import { authorizeCaller } from "../authorize-caller.ts";
import { findEndpoint } from "../store/endpoints.ts";
import { endpointMessage, endpointNotFound } from "./endpoint-message.ts";
import type { HandlerDeps } from "./handler-deps.ts";

/** GetWebhookEndpoint: one of the caller's account and mode, without its secret. */
export async function getWebhookEndpoint(
  deps: HandlerDeps,
  request: GetWebhookEndpointRequest,
  ctx: CallContext,
): Promise<MessageInitShape<typeof GetWebhookEndpointResponseSchema>> {
  const tenant = await authorizeCaller(deps.auth, ctx, "webhooks:read");
  const row = await findEndpoint(deps.database, tenant, request.id ?? "");
  if (row === null) throw endpointNotFound();
  return { webhookEndpoint: endpointMessage(row) };
}
