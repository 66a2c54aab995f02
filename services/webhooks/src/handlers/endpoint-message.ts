import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { serviceError } from "@openintents/process";
import type { WebhookEndpointSchema } from "@openintents/proto";
import type { EndpointRow } from "../store/endpoints.ts";

/** The endpoint as answers show it; its secret only where one is given. */
export function endpointMessage(row: EndpointRow, secret?: string): MessageInitShape<typeof WebhookEndpointSchema> {
  return {
    id: row.id,
    object: "webhook_endpoint",
    test: row.test,
    createdAt: timestampFromDate(row.createdAt),
    url: row.url,
    events: row.events,
    enabled: row.enabled,
    apiVersion: row.apiVersion,
    metadata: row.metadata,
    ...(row.description === null ? {} : { description: row.description }),
    ...(secret === undefined ? {} : { secret }),
  };
}

export function endpointNotFound() {
  return serviceError("resource_not_found", "There is no webhook endpoint of this ID.", { param: "id" });
}
