// The database under everything, and the proof that this is the only instance on its data.
import { join } from "node:path";
import { acquireInstanceLock, createDatabase, EmbeddedInUseError, startEmbedded } from "@openintents/postgres";
import type { Logger } from "@openintents/process";

/** Another `npm start` works on the same data. */
export class AlreadyRunningError extends Error {
  constructor(dataDir: string) {
    super(
      `an instance is already running on the data folder ${dataDir}. Stop that one, or set OPENINTENTS_DATA_DIR to another folder.`,
    );
    this.name = "AlreadyRunningError";
  }
}

/** The embedded server has a folder of its own beside the keys and the books. */
export function embeddedFolder(dataDir: string): string {
  return join(dataDir, "postgres");
}

export type Instance = { databaseUrl: string; close(): Promise<void> };

/** Starts the embedded database, or locks the given one for this data folder. */
export async function openInstance(o: {
  dataDir: string;
  databaseUrl: string | null;
  fast: boolean;
  logger: Logger;
}): Promise<Instance> {
  if (o.databaseUrl !== null) return lockExternal(o.databaseUrl, o.dataDir, o.logger);
  try {
    const server = await startEmbedded({ dataDir: embeddedFolder(o.dataDir), fast: o.fast, logger: o.logger });
    return { databaseUrl: server.url, close: () => server.stop() };
  } catch (cause) {
    if (cause instanceof EmbeddedInUseError) throw new AlreadyRunningError(o.dataDir);
    throw cause;
  }
}

async function lockExternal(url: string, dataDir: string, logger: Logger): Promise<Instance> {
  const database = createDatabase({ url, schema: "public", applicationName: "openintents-instance", max: 1, logger });
  const lock = await acquireInstanceLock(database, dataDir);
  if (!lock.acquired) {
    await database.close();
    throw new AlreadyRunningError(dataDir);
  }
  return {
    databaseUrl: url,
    async close() {
      await lock.release();
      await database.close();
    },
  };
}
