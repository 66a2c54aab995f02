import type { CallContext } from "./call-context.ts";

/**
 * Runs around a handler: `next` goes on to the next interceptor or the handler and answers
 * its reply, for a stream when it opens. `request` is the decoded message, or an iterable
 * of them where the caller streams.
 */
export type ServerInterceptor = (
  context: CallContext,
  request: unknown,
  next: () => Promise<unknown>,
) => Promise<unknown>;
