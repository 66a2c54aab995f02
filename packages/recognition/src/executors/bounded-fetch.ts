import { CallFailure } from "./call-failure.ts";

/** What a call brings: the whole body, within the bound. */
export interface BoundedReply {
  status: number;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
}

export interface FetchBounds {
  replyBytes: number;
  /** Blanks secrets out of what a provider said. */
  conceal: (text: string) => string;
}

export const DEFAULT_REPLY_BYTES = 2_097_152;
const SAID_LENGTH = 200;

/**
 * One request with the whole answer read. Throws CallFailure for an answer outside 200-299, for a redirect (it would
 * carry the credentials elsewhere), for a body over the bound and for a broken connection; the signal's reason when
 * that aborted.
 */
export async function boundedFetch(
  url: string | URL | Request,
  init: RequestInit,
  bounds: FetchBounds,
): Promise<BoundedReply> {
  const { signal } = init;
  try {
    const response = await fetch(url, { ...init, redirect: "manual" });
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new CallFailure("protocol", `A redirect is not followed (HTTP ${response.status}).`, {
        status: response.status,
      });
    }
    if (!response.ok) throw await refusal(response, bounds);
    const body = await readBody(response, bounds.replyBytes);
    if (body === null) throw new CallFailure("protocol", `The answer is longer than ${bounds.replyBytes} bytes.`);
    return { status: response.status, headers: response.headers, body };
  } catch (thrown) {
    if (signal?.aborted) throw signal.reason;
    if (thrown instanceof CallFailure) throw thrown;
    throw new CallFailure("transport", "The call did not get through.", { said: networkCode(thrown) });
  }
}

async function refusal(response: Response, bounds: FetchBounds): Promise<CallFailure> {
  const { status } = response;
  // What is said about credentials may repeat them, in whatever form.
  const body = status === 401 || status === 403 ? null : await readBody(response, 16_384);
  if (body === null) await response.body?.cancel().catch(() => undefined);
  const said = body === null ? "" : bounds.conceal(new TextDecoder().decode(body)).slice(0, SAID_LENGTH).toWellFormed();
  return new CallFailure("status", `HTTP ${status}`, { status, retryAfter: response.headers.get("retry-after"), said });
}

/** Null when there is more than the bound. */
async function readBody(response: Response, bound: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!response.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early cancels the body.
  for await (const chunk of response.body) {
    length += chunk.byteLength;
    if (length > bound) return null;
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** The system's own word for what went wrong (ECONNREFUSED …), found at the bottom of the causes. */
function networkCode(thrown: unknown): string {
  let code = "";
  for (let error = thrown, depth = 0; error instanceof Error && depth < 8; error = error.cause, depth += 1) {
    if ("code" in error && typeof error.code === "string") code = error.code;
  }
  return code;
}
