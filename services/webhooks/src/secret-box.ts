import { createHmac, randomBytes } from "node:crypto";
import { openLocal, sealLocal } from "@openintents/vault";
import { secretText } from "./domain/signature.ts";

/** Makes webhook secrets and keeps them sealed; a sealed one opens only for the record it was made for. */
export type SecretBox = {
  create(record: string): { secret: string; sealed: Buffer };
  open(record: string, sealed: Uint8Array): string;
  /** Signs cursors; of no use for opening secrets. */
  readonly cursorKey: Buffer;
};

export const endpointRecord = (id: string): string => `webhooks/endpoint/${id}`;
export const accountRecord = (account: string): string => `webhooks/account/${account}`;

/** `key` is the service's own 32 bytes. */
export function createSecretBox(key: Buffer): SecretBox {
  return {
    create(record) {
      const secret = secretText(randomBytes(32));
      return { secret, sealed: sealLocal(key, Buffer.from(secret), record) };
    },
    open: (record, sealed) => openLocal(key, sealed, record).toString("utf8"),
    cursorKey: createHmac("sha256", key).update("webhooks/cursor").digest(),
  };
}
