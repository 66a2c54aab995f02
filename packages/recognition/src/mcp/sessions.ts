import { adapterClosed, type IntentMcpSession } from "./session.ts";

/** The open sessions of one adapter, and its end. */
export interface Sessions {
  /** Throws SESSION_CLOSED/transport once the adapter is closed. */
  open(make: (closed: (session: IntentMcpSession) => void) => IntentMcpSession): IntentMcpSession;
  close(): Promise<void>;
}

export function createSessions(): Sessions {
  const sessions = new Set<IntentMcpSession>();
  let closing: Promise<void> | null = null;
  return {
    open(make) {
      if (closing) throw adapterClosed();
      const session = make((ended) => sessions.delete(ended));
      sessions.add(session);
      return session;
    },
    close() {
      closing ??= Promise.all([...sessions].map((session) => session.close())).then(() => undefined);
      return closing;
    },
  };
}
