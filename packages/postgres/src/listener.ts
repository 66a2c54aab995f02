import type { Logger } from "@openintents/process";
import type { Session } from "./session.ts";

type Handler = (payload: string) => void;

/** LISTEN for many channels over one connection that comes back by itself. */
export type Listener = {
  listen(channel: string, handler: Handler): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

const quoted = (channel: string) => `"${channel.replaceAll('"', '""')}"`;

/**
 * Creates a listener. `open` opens the connection and is called again after it broke. What
 * was sent meanwhile is lost, so after a reconnect every handler is called with "" and
 * looks for itself.
 */
export function createListener(
  open: (onNotification: (channel: string, payload: string) => void) => Promise<Session>,
  logger: Logger,
): Listener {
  const handlers = new Map<string, Set<Handler>>();
  let session: Session | undefined;
  let connecting: Promise<Session> | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  const call = (handler: Handler, channel: string, payload: string) => {
    try {
      handler(payload);
    } catch (error) {
      logger.error({ err: error, channel }, "notification handler failed");
    }
  };

  async function connect(): Promise<Session> {
    const opened = await open((channel, payload) => {
      for (const handler of handlers.get(channel) ?? []) call(handler, channel, payload);
    });
    try {
      for (const channel of handlers.keys()) await opened.query(`listen ${quoted(channel)}`);
    } catch (error) {
      await opened.close();
      throw error;
    }
    if (closed) {
      await opened.close();
      throw new Error("the database is closed");
    }
    opened.signal.addEventListener("abort", () => {
      session = undefined;
      if (!closed && handlers.size > 0) reconnectAfter(FIRST_RETRY_MS);
    });
    session = opened;
    return opened;
  }

  function reconnectAfter(delay: number): void {
    retry = setTimeout(async () => {
      retry = undefined;
      try {
        await ensure();
        for (const [channel, set] of handlers) for (const handler of set) call(handler, channel, "");
      } catch (error) {
        if (closed) return;
        logger.warn({ err: error, retry_ms: delay }, "cannot listen to the database, will retry");
        reconnectAfter(Math.min(delay * 2, LAST_RETRY_MS));
      }
    }, delay);
    retry.unref();
  }

  function ensure(): Promise<Session> {
    if (session !== undefined) return Promise.resolve(session);
    connecting ??= connect().finally(() => {
      connecting = undefined;
    });
    return connecting;
  }

  return {
    async listen(channel, handler) {
      if (closed) throw new Error("the database is closed");
      const set = handlers.get(channel) ?? new Set();
      handlers.set(channel, set);
      set.add(handler);
      try {
        const current = await ensure();
        // Repeating LISTEN is harmless, and covers a channel added while connecting.
        await current.query(`listen ${quoted(channel)}`);
      } catch (error) {
        set.delete(handler);
        if (set.size === 0) handlers.delete(channel);
        throw error;
      }
      return async () => {
        set.delete(handler);
        if (set.size > 0 || handlers.get(channel) !== set) return;
        handlers.delete(channel);
        if (session !== undefined && !closed) await session.query(`unlisten ${quoted(channel)}`);
      };
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      handlers.clear();
      await connecting?.catch(() => undefined);
      await session?.close();
    },
  };
}
