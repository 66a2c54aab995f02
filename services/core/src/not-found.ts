import { type ServiceError, serviceError } from "@openintents/process";

/** One answer for an ID that is unknown, another account's, or of the other mode. */
export function intentNotFound(): ServiceError {
  return serviceError("resource_not_found", "There is no intent of this ID in this account and mode.", { param: "id" });
}
