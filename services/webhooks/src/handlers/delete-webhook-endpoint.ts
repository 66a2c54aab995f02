import type { MessageInitShape } from "@bufbuild/protobuf";
import type { DeleteWebhookEndpointRequest, DeleteWebhookEndpointResponseSchema } from "@openintents/proto";
import type { CallContext } from "@openintents/rpc";
import { authorizeCaller } from "../authorize-caller.ts";
import { idempotentCall } from "../idempotent-call.ts";
import { cancelPending } from "../store/deliveries.ts";
import { deleteEndpoint } from "../store/endpoints.ts";
import { deleteLane } from "../store/lanes.ts";
import { endpointNotFound } from "./endpoint-message.ts";
import type { HandlerDeps } from "./handler-deps.ts";

/** DeleteWebhookEndpoint: the endpoint goes, and what was pending for it is cancelled. */
export async function deleteWebhookEndpoint(
  deps: HandlerDeps,
  request: DeleteWebhookEndpointRequest,
  ctx: CallContext,
): Promise<MessageInitShape<typeof DeleteWebhookEndpointResponseSchema>> {
  const tenant = await authorizeCaller(deps.auth, ctx, "webhooks:write");
  const id = request.id ?? "";
  const call = idempotentCall(deps, ctx, { tenant, operation: "DeleteWebhookEndpoint", body: JSON.stringify([id]) });
  await call.run(async (tx) => {
    if (!(await deleteEndpoint(tx, tenant, id))) throw endpointNotFound();
    await cancelPending(tx, id, new Date(deps.clock.now()));
    await deleteLane(tx, id);
    return id;
  });
  return { id, object: "webhook_endpoint", deleted: true };
}
