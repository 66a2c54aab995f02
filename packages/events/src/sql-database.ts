/** The part of a SQL database that this package needs: what @openintents/postgres' Database offers. */
export interface SqlQueryable {
  query<R extends Record<string, unknown> = Record<string, unknown>>(
    text: string,
    values?: unknown[],
    o?: { name?: string },
  ): Promise<{ rows: R[]; rowCount: number }>;
}

/** A connection of one's own; `signal` aborts when it ends. */
export interface SqlSession extends SqlQueryable {
  readonly signal: AbortSignal;
  close(): Promise<void>;
}

export interface SqlDatabase extends SqlQueryable {
  transaction<T>(fn: (tx: SqlQueryable) => Promise<T>, o?: { retry?: boolean }): Promise<T>;
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  notify(channel: string, payload: string): Promise<void>;
  session(): Promise<SqlSession>;
}
