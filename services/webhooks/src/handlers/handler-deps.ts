import type { Database } from "@openintents/postgres";
import type { Clock } from "@openintents/process";
import type { AuthService } from "@openintents/proto";
import type { Client } from "@openintents/rpc";
import type { AddressPolicy } from "../address-policy.ts";
import type { SecretBox } from "../secret-box.ts";
import type { Resolve } from "../target-addresses.ts";

/** What the handlers of WebhookService work with. */
export type HandlerDeps = {
  auth: Client<typeof AuthService>;
  database: Database;
  secrets: SecretBox;
  policy: AddressPolicy;
  resolve: Resolve;
  clock: Clock;
};
