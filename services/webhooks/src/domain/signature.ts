import { createHmac } from "node:crypto";

const PREFIX = "whsec_";

/** A webhook secret of 32 random bytes as text: `whsec_` and their base64. */
export function secretText(bytes: Uint8Array): string {
  return `${PREFIX}${Buffer.from(bytes).toString("base64")}`;
}

/**
 * The headers that let a receiver verify a delivery. `webhook-signature` follows Standard
 * Webhooks: base64 HMAC-SHA256 over `id.timestamp.body` with the secret's decoded bytes.
 * `OpenIntents-Signature`: hex HMAC-SHA256 over `timestamp.body` keyed with the whole
 * `whsec_…` text. `timestamp` is the attempt's, in Unix seconds.
 */
export function signatureHeaders(o: {
  secret: string;
  id: string;
  timestamp: number;
  body: string;
}): Record<string, string> {
  const bytes = Buffer.from(o.secret.slice(PREFIX.length), "base64");
  const standard = createHmac("sha256", bytes).update(`${o.id}.${o.timestamp}.${o.body}`).digest("base64");
  const own = createHmac("sha256", o.secret).update(`${o.timestamp}.${o.body}`).digest("hex");
  return {
    "webhook-id": o.id,
    "webhook-timestamp": String(o.timestamp),
    "webhook-signature": `v1,${standard}`,
    "openintents-signature": `t=${o.timestamp},v1=${own}`,
  };
}
