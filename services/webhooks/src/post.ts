import type { Clock } from "@openintents/process";
import { Agent, type Dispatcher, errors, request } from "undici";
import { parseTarget } from "./domain/target-url.ts";
import { TargetRefused } from "./target-addresses.ts";

/** How one attempt ended. `error` is a stable word; no status code means no answer came. */
export type Attempt = {
  at: number;
  statusCode: number | null;
  durationMs: number;
  error: string | null;
  responseExcerpt: string | null;
  retryAfter: string | null;
};

export type PostRequest = { url: string; headers: Record<string, string>; body: string };

export type Poster = {
  /** Never rejects; answers null when `signal` aborted before an answer came. */
  post(o: PostRequest, signal: AbortSignal): Promise<Attempt | null>;
  close(): Promise<void>;
};

export const ATTEMPT_TIMEOUT_MS = 15_000;
const EXCERPT_BYTES = 1_024;

/** Posts through the checked connector. Redirects are not followed, HTTP/1.1 only. */
export function createPoster(o: {
  clock: Clock;
  connect: NonNullable<ConstructorParameters<typeof Agent>[0]>["connect"];
}): Poster {
  const agent = new Agent({
    ...(o.connect === undefined ? {} : { connect: o.connect }),
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 30_000,
    // The attempt's own timer is the only clock, so that it covers every part alike.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16_384,
  });

  async function attempt(
    target: PostRequest,
    controller: AbortController,
  ): Promise<Omit<Attempt, "at" | "durationMs">> {
    const parsed = parseTarget(target.url);
    if ("wrong" in parsed) throw new TargetRefused("url_refused", parsed.wrong);
    parsed.url.hash = "";
    const response = await request(parsed.url, {
      method: "POST",
      headers: target.headers,
      body: target.body,
      dispatcher: agent,
      signal: controller.signal,
    });
    const redirect = response.statusCode >= 300 && response.statusCode < 400;
    const retryAfter = response.headers["retry-after"];
    return {
      statusCode: response.statusCode,
      error: redirect ? "redirect_not_followed" : null,
      responseExcerpt: await readExcerpt(response.body),
      retryAfter: typeof retryAfter === "string" ? retryAfter : null,
    };
  }

  return {
    async post(target, signal) {
      const at = o.clock.now();
      const startedAt = o.clock.monotonic();
      const controller = new AbortController();
      let timedOut = false;
      const cancelTimer = o.clock.timer(ATTEMPT_TIMEOUT_MS, () => {
        timedOut = true;
        controller.abort();
      });
      const onAbort = () => controller.abort();
      signal.addEventListener("abort", onAbort, { once: true });
      if (signal.aborted) onAbort();
      const measured = (rest: Omit<Attempt, "at" | "durationMs">): Attempt => ({
        at,
        durationMs: Math.round(o.clock.monotonic() - startedAt),
        ...rest,
      });
      try {
        return measured(await attempt(target, controller));
      } catch (error) {
        if (signal.aborted && !timedOut) return null;
        const word = timedOut ? "timeout" : errorWord(error);
        return measured({ statusCode: null, error: word, responseExcerpt: null, retryAfter: null });
      } finally {
        cancelTimer();
        signal.removeEventListener("abort", onAbort);
      }
    },
    close: () => agent.destroy(),
  };
}

/** The first KiB of an answer as text. An answer that breaks off or never ends has a status all the same. */
async function readExcerpt(body: Dispatcher.ResponseData["body"]): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > EXCERPT_BYTES) break;
    }
  } catch {
    // What arrived before is kept; the attempt's outcome is its status.
  }
  if (bytes === 0) return null;
  return cutText(Buffer.concat(chunks).subarray(0, EXCERPT_BYTES).toString("utf8"));
}

/** At most 1 KiB of UTF-8, without what a text column refuses. */
function cutText(text: string): string {
  let cut = text.replaceAll("\0", "\ufffd");
  while (Buffer.byteLength(cut) > EXCERPT_BYTES) cut = cut.slice(0, -1);
  return cut.toWellFormed();
}

const ERROR_WORDS: Record<string, string> = {
  ECONNREFUSED: "connection_refused",
  ECONNRESET: "connection_closed",
  EPIPE: "connection_closed",
  UND_ERR_SOCKET: "connection_closed",
  UND_ERR_CONNECT_TIMEOUT: "connection_timeout",
  ETIMEDOUT: "connection_timeout",
  EHOSTUNREACH: "host_unreachable",
  ENETUNREACH: "host_unreachable",
  UND_ERR_HEADERS_OVERFLOW: "invalid_response",
};

function errorWord(error: unknown): string {
  if (error instanceof TargetRefused) return error.code;
  if (error instanceof errors.HTTPParserError) return "invalid_response";
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== "string") return "connection_failed";
  if (code.startsWith("ERR_TLS") || code.startsWith("ERR_SSL") || /CERT|SELF_SIGNED|UNABLE_TO/.test(code)) {
    return "tls_failed";
  }
  return ERROR_WORDS[code] ?? "connection_failed";
}
