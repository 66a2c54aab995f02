import type { ExecutorReply, ExecutorTask, IntentExecutor } from "../types/executor.ts";
import { boundedFetch, DEFAULT_REPLY_BYTES } from "./bounded-fetch.ts";
import { CallFailure } from "./call-failure.ts";
import { checkUrl } from "./check-url.ts";
import { readReply } from "./read-reply.ts";
import { checkRetries, type RetryClock, withRetry } from "./retry.ts";
import { concealer } from "./secrets.ts";

export interface HttpExecutorOptions {
  /** http or https, without credentials. */
  url: string;
  /** Sent as a bearer token. */
  apiKey?: string;
  /** Further calls after a failure that may pass: 0 to 2, default 2. */
  retries?: number;
  /** Bound of an answer, default 2 MiB. */
  replyBytes?: number;
  clock?: RetryClock;
}

/**
 * A language source behind a URL of one's own: it is sent the task as JSON (all members of ExecutorTask but the
 * signal) and answers with an ExecutorReply. Throws CONFIG_INVALID/config at once for a URL it cannot use.
 */
export function httpExecutor(options: HttpExecutorOptions): IntentExecutor {
  const { apiKey, clock } = options;
  const url = checkUrl(options.url, "/url");
  const retries = checkRetries(options.retries);
  const bounds = { replyBytes: options.replyBytes ?? DEFAULT_REPLY_BYTES, conceal: concealer([apiKey]) };

  async function call({ signal, ...task }: ExecutorTask): Promise<ExecutorReply> {
    const { body } = await boundedFetch(
      url,
      {
        method: "POST",
        headers: {
          accept: "application/json",
          "content-type": "application/json",
          ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
        },
        body: JSON.stringify(task),
        signal,
      },
      bounds,
    );
    const reply = readReply(parse(body));
    return "detail" in reply && reply.detail !== undefined ? { ...reply, detail: bounds.conceal(reply.detail) } : reply;
  }

  return {
    id: `http:${url.host}`,
    features: { schema: "json", abort: true, offline: false },
    generate: (task) =>
      withRetry(() => call(task), { retries, signal: task.signal, ...(clock === undefined ? {} : { clock }) }),
  };
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new CallFailure("protocol", "The answer is not JSON.");
  }
}
