/**
 * Why something sealed could not be opened. `unknown_key`: none of the given key pairs has its key ID.
 * `not_opened`: wrong key, wrong binding, or altered bytes, which cannot be told apart. `invalid_key`: a
 * key text or a key of the wrong form. The message never carries key material or plaintext.
 */
export class VaultError extends Error {
  override readonly name = "VaultError";
  readonly code: "unknown_key" | "not_opened" | "invalid_key";

  constructor(code: VaultError["code"], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
