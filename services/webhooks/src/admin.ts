import type { Database } from "@openintents/postgres";
import type { Clock } from "@openintents/process";
import { readSecretKey } from "./config.ts";
import { accountRecord, createSecretBox } from "./secret-box.ts";
import { keepAccountSecret } from "./store/endpoints.ts";

export type WebhooksAdmin = {
  /** The account's webhook secret (`whsec_…`), made the first time and the same ever after. */
  createAccountSecret(account: string): Promise<string>;
};

/** What an operator, or a first start, makes at the webhook service: on its schema, under its key. */
export function createWebhooksAdmin(deps: { database: Database; secretKey: string; clock: Clock }): WebhooksAdmin {
  const secrets = createSecretBox(readSecretKey(deps.secretKey));
  return {
    async createAccountSecret(account) {
      const record = accountRecord(account);
      const { sealed } = secrets.create(record);
      const now = new Date(deps.clock.now());
      return secrets.open(record, await keepAccountSecret(deps.database, { account, sealed, now }));
    },
  };
}
