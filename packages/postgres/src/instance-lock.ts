import type { Database } from "./database.ts";

/** The answer to "am I the only one?". `lost` aborts when the connection that holds the lock ends. */
export type InstanceLock =
  | { acquired: true; lost: AbortSignal; release(): Promise<void> }
  | { acquired: false; release(): Promise<void> };

/**
 * Tries to become the one running instance on this database (schema and name together). The
 * lock belongs to a connection, so it ends with the process however that ends, and no
 * left-over file or number of a process can keep it.
 */
export async function acquireInstanceLock(database: Database, name = "instance"): Promise<InstanceLock> {
  const session = await database.session();
  try {
    const { rows } = await session.query<{ acquired: boolean }>(
      "select pg_try_advisory_lock(hashtextextended('openintents:instance:' || current_schema() || ':' || $1, 0)) as acquired",
      [name],
    );
    if (rows[0]?.acquired === true) return { acquired: true, lost: session.signal, release: () => session.close() };
  } catch (error) {
    await session.close();
    throw error;
  }
  await session.close();
  return { acquired: false, release: async () => undefined };
}
