import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { type Log, nameOf } from "./log.ts";
import type { McpConnection } from "./mcp-server.ts";

/** Sessions that one process keeps at once; beyond, nobody can open another. */
export const MOST_SESSIONS = 10_000;

export interface HttpSession {
  readonly transport: NodeStreamableHTTPServerTransport;
  readonly connection: McpConnection;
  /** Keeps the session from idling until the function that it returns is called. */
  use(): () => void;
  /** Aborts what it runs and forgets it. Idempotent. */
  end(): Promise<void>;
}

interface Entry extends HttpSession {
  principal: string;
}

export interface HttpSessionsParts {
  /** Part of each session's ID, so that a router finds the process that keeps it. */
  replica: string;
  /** Milliseconds without a request or a stream after which a session ends. */
  idleMs: number;
  log: Log;
}

/** The sessions of one process. They outlive their streams, and end by DELETE, by idling, or with the process. */
export class HttpSessions {
  readonly #entries = new Map<string, Entry>();
  readonly #o: HttpSessionsParts;

  constructor(o: HttpSessionsParts) {
    this.#o = o;
  }

  get full(): boolean {
    return this.#entries.size >= MOST_SESSIONS;
  }

  /** Unknown, ended and somebody else's are one answer. */
  find(id: string, principal: string): HttpSession | undefined {
    const entry = this.#entries.get(id);
    return entry?.principal === principal ? entry : undefined;
  }

  /** A session that becomes findable once its client has initialised it. */
  async open(principal: string, connection: McpConnection): Promise<HttpSession> {
    const { log, idleMs, replica } = this.#o;
    let uses = 0;
    let id: string | undefined;
    let ended = false;
    const idle = setTimeout(() => {
      if (uses > 0) return;
      log.info("a session ended by idling");
      void end();
    }, idleMs).unref();
    const end = async (): Promise<void> => {
      ended = true;
      clearTimeout(idle);
      if (id !== undefined) this.#entries.delete(id);
      await connection.end();
      // What was running has settled; its answers are written before the streams close.
      await setImmediate();
      await transport.close();
    };
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => `${replica}.${randomBytes(32).toString("base64url")}`,
      onsessioninitialized: (given) => {
        id = given;
        this.#entries.set(given, entry);
      },
      onsessionclosed: end,
    });
    const entry: Entry = {
      principal,
      transport,
      connection,
      end,
      use() {
        uses += 1;
        return () => {
          uses -= 1;
          if (!ended) idle.refresh();
        };
      },
    };
    await connection.server.connect(transport);
    connection.server.onerror = (error) => log.debug(`a message was not served (${nameOf(error)})`);
    return entry;
  }

  /** Ends every session. */
  async close(): Promise<void> {
    await Promise.all([...this.#entries.values()].map((entry) => entry.end()));
  }
}
