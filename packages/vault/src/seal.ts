import type { MessageInitShape } from "@bufbuild/protobuf";
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from "@hpke/core";
import type { Sealed, SealedSchema } from "@openintents/proto";
import type { KeyPair } from "./key-pair.ts";
import { VaultError } from "./vault-error.ts";

/** What a sealed value is bound to: it opens only for the same account, mode, payer, intent, purpose and version. */
export type Aad = { account: string; test: boolean; payer: string; intent: string; purpose: string; version: number };

export type SealedInit = MessageInitShape<typeof SealedSchema>;

const INFO = new TextEncoder().encode("openintents vault 1");

/** RFC 9180 base mode. */
const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });

/** A JSON array in fixed order, UTF-8, so that a runner in any language can make the same bytes. */
function aadBytes(aad: Aad): ArrayBuffer {
  const parts = [aad.account, aad.test ? "test" : "live", aad.payer, aad.intent, aad.purpose, aad.version];
  return plain(new TextEncoder().encode(JSON.stringify(parts)));
}

/** The HPKE library takes whole ArrayBuffers; a view may be a window on a larger one. */
function plain(bytes: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(copy).set(bytes);
  return copy;
}

/** Seals to a public key (X25519, 32 bytes). Throws VaultError `invalid_key` when it is none. */
export async function seal(
  to: { kid: string; publicKey: Uint8Array },
  plaintext: Uint8Array,
  aad: Aad,
): Promise<SealedInit> {
  let sender: Awaited<ReturnType<typeof suite.createSenderContext>>;
  try {
    const recipientPublicKey = await suite.kem.deserializePublicKey(plain(to.publicKey));
    sender = await suite.createSenderContext({ recipientPublicKey, info: plain(INFO) });
  } catch (cause) {
    throw new VaultError("invalid_key", `Key ${to.kid} is not a usable X25519 public key.`, { cause });
  }
  const ciphertext = await sender.seal(plain(plaintext), aadBytes(aad));
  return { kid: to.kid, enc: new Uint8Array(sender.enc), ciphertext: new Uint8Array(ciphertext) };
}

/** Opens what `seal` made, with the pair that its key ID names. Throws VaultError `unknown_key` or `not_opened`. */
export async function open(keys: KeyPair[], sealed: Sealed, aad: Aad): Promise<Uint8Array> {
  const pair = keys.find((candidate) => candidate.kid === sealed.kid);
  if (pair === undefined) throw new VaultError("unknown_key", `No key pair of ID ${sealed.kid} is at hand.`);
  try {
    const recipientKey = await suite.kem.deserializePrivateKey(plain(pair.privateKey));
    const recipient = await suite.createRecipientContext({ recipientKey, enc: plain(sealed.enc), info: plain(INFO) });
    return new Uint8Array(await recipient.open(plain(sealed.ciphertext), aadBytes(aad)));
  } catch (cause) {
    throw new VaultError("not_opened", "The sealed value does not open with this key and binding.", { cause });
  }
}
