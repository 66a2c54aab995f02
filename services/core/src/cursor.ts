// Opaque cursors of lists: a position bound to the account and the filters, signed, and
// good for 24 hours.
import { createHmac, timingSafeEqual } from "node:crypto";
import { serviceError } from "@openintents/process";

const LIFE_MS = 24 * 3600 * 1000;
const MAC_BYTES = 16;

export type Cursors = {
  write(after: string, binding: string, now: number): string;
  read(cursor: string, binding: string, now: number): string;
};

export function createCursors(secret: Buffer): Cursors {
  const mac = (payload: string, binding: string) =>
    createHmac("sha256", secret).update(`cursor\n${binding}\n${payload}`).digest().subarray(0, MAC_BYTES);
  return {
    write(after, binding, now) {
      const payload = `${now.toString(36)}.${after}`;
      return Buffer.concat([mac(payload, binding), Buffer.from(payload, "utf8")]).toString("base64url");
    },
    read(cursor, binding, now) {
      const bytes = Buffer.from(cursor, "base64url");
      const payload = bytes.subarray(MAC_BYTES).toString("utf8");
      const [issued = "", after] = payload.split(".");
      const signed = bytes.length > MAC_BYTES && timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(payload, binding));
      const age = now - Number.parseInt(issued, 36);
      if (!signed || after === undefined || !(age <= LIFE_MS)) {
        throw serviceError(
          "invalid_cursor",
          "The cursor is not valid: unknown, older than 24 hours, or made for other filters.",
          {
            param: "cursor",
          },
        );
      }
      return after;
    },
  };
}
