import { createHash, createPrivateKey, createPublicKey, generateKeyPair as generate } from "node:crypto";
import { promisify } from "node:util";
import { VaultError } from "./vault-error.ts";

/** An X25519 key pair, 32 bytes each. `kid` names the public key and is derived from it. */
export type KeyPair = { kid: string; publicKey: Uint8Array; privateKey: Uint8Array };

const TEXT_FORM = "oi_keypair_1";
const KEY_BYTES = 32;
/** DER header of an X25519 private key in PKCS #8; the 32 key bytes follow. */
const PKCS8_HEADER = Buffer.from("302e020100300506032b656e04220420", "hex");

/** Key ID of a public key: the first 12 bytes of its SHA-256, in base64url. */
export function keyId(publicKey: Uint8Array): string {
  return createHash("sha256").update(publicKey).digest().subarray(0, 12).toString("base64url");
}

export async function generateKeyPair(): Promise<KeyPair> {
  const { privateKey } = await promisify(generate)("x25519");
  const secret = privateKey.export({ format: "der", type: "pkcs8" }).subarray(PKCS8_HEADER.length);
  return keyPairOf(new Uint8Array(secret));
}

/** One line of text for a 0600 file or an environment variable. It holds the private key. */
export function exportKeyPair(pair: KeyPair): string {
  const publicText = Buffer.from(pair.publicKey).toString("base64url");
  const privateText = Buffer.from(pair.privateKey).toString("base64url");
  return `${TEXT_FORM}.${publicText}.${privateText}`;
}

/** Reads `exportKeyPair`'s text. Throws VaultError `invalid_key` when the form is wrong or the halves do not belong together. */
export function importKeyPair(text: string): KeyPair {
  const [form, publicText, privateText, more] = text.trim().split(".");
  if (form !== TEXT_FORM || publicText === undefined || privateText === undefined || more !== undefined) {
    throw new VaultError("invalid_key", `A key pair is written as ${TEXT_FORM}.<public>.<private>.`);
  }
  const secret = new Uint8Array(Buffer.from(privateText, "base64url"));
  if (secret.length !== KEY_BYTES) throw new VaultError("invalid_key", "The private key does not have 32 bytes.");
  const pair = keyPairOf(secret);
  if (!Buffer.from(publicText, "base64url").equals(pair.publicKey)) {
    throw new VaultError("invalid_key", "The public and the private key do not belong together.");
  }
  return pair;
}

function keyPairOf(secret: Uint8Array): KeyPair {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEADER, secret]), format: "der", type: "pkcs8" });
  const { x } = createPublicKey(key).export({ format: "jwk" });
  const publicKey = new Uint8Array(Buffer.from(x ?? "", "base64url"));
  return { kid: keyId(publicKey), publicKey, privateKey: secret };
}
