/** A refusal of the shop, as its API answers it: `{error: {code, message}}`. */
export class ShopError extends Error {
  override readonly name = "ShopError";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
