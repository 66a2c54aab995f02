import type { DescMessage, DescService } from "@bufbuild/protobuf";
import * as contract from "../src/index.ts";

const files = [
  contract.file_openintents_account_v1_account_service,
  contract.file_openintents_account_v1_auth_service,
  contract.file_openintents_error_v1_error,
  contract.file_openintents_event_v1_event,
  contract.file_openintents_intent_v1_agent_service,
  contract.file_openintents_intent_v1_intent,
  contract.file_openintents_intent_v1_intent_event,
  contract.file_openintents_intent_v1_intent_service,
  contract.file_openintents_recognition_v1_intent_result,
  contract.file_openintents_recognition_v1_recognition_service,
  contract.file_openintents_recognition_v1_recognition_task,
  contract.file_openintents_timeline_v1_timeline_service,
  contract.file_openintents_webhook_v1_webhook_service,
];

/**
 * Every message of the contract that travels as the API's JSON. Those of wire.v1 are options and
 * stay at home; recognition's have a JSON of their own, and what holds them travels over gRPC alone.
 */
export const messages: DescMessage[] = files
  .flatMap((file) => file.messages)
  .filter((message) => !reachesRecognition(message));

function reachesRecognition(message: DescMessage, above: DescMessage[] = []): boolean {
  if (message.typeName.startsWith("openintents.recognition.")) return true;
  if (above.includes(message)) return false;
  return message.fields.some(
    (field) => field.message !== undefined && reachesRecognition(field.message, [...above, message]),
  );
}

export const services: DescService[] = files.flatMap((file) => file.services);

/** The services that REST and MCP offer. */
export const publicServices: DescService[] = [
  contract.IntentService,
  contract.TimelineService,
  contract.WebhookService,
];
