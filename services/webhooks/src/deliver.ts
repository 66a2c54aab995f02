import type { Clock } from "@openintents/process";
import { signatureHeaders } from "./domain/signature.ts";
import type { Attempt, Poster } from "./post.ts";
import { accountRecord, endpointRecord, type SecretBox } from "./secret-box.ts";
import type { DueDelivery } from "./store/deliveries.ts";

export type Deliver = (delivery: DueDelivery, signal: AbortSignal) => Promise<Attempt | null>;

/**
 * Makes the function that signs and posts one delivery. What goes to an endpoint is signed
 * with its own secret, what goes to an intent's webhook_url with the account's.
 */
export function createDeliver(o: {
  poster: Poster;
  secrets: SecretBox;
  /** The account's secret, made when there is none yet. */
  accountSecret: (account: string) => Promise<string>;
  clock: Clock;
}): Deliver {
  async function secretOf(delivery: DueDelivery): Promise<string> {
    if (delivery.endpoint !== null && delivery.endpointSecret !== null) {
      return o.secrets.open(endpointRecord(delivery.endpoint), delivery.endpointSecret);
    }
    if (delivery.accountSecret !== null) return o.secrets.open(accountRecord(delivery.account), delivery.accountSecret);
    return await o.accountSecret(delivery.account);
  }

  return async (delivery, signal) => {
    const timestamp = Math.floor(o.clock.now() / 1000);
    const secret = await secretOf(delivery);
    const headers = {
      "content-type": "application/json",
      "user-agent": "OpenIntents-Webhooks/1",
      ...signatureHeaders({ secret, id: delivery.event, timestamp, body: delivery.body }),
    };
    return await o.poster.post({ url: delivery.url, headers, body: delivery.body }, signal);
  };
}
