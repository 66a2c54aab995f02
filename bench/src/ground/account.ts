import { randomBytes } from "node:crypto";
import { openSchema } from "@openintents/all";
import { createAdmin } from "@openintents/core";
import { createLogger, systemClock } from "@openintents/process";
import type { Room } from "./postgres.ts";

const logger = createLogger({ service: "bench", level: "warn" });

/** The pool that serves the test shops, as `npm start` makes it; none of its runners is connected. */
const SIMULATOR = { name: "simulator", mode: "test", drivers: ["simulator"], hosts: ["*.shop.test"] } as const;

/** An account whose limits no load reaches, and core's key. The limits are on its row: there is no switch. */
export type Account = { apiKey: string; coreKey: string };

export async function benchAccount(room: Room): Promise<Account> {
  const database = openSchema(room.url, "core", { logger, max: 1 });
  try {
    const admin = createAdmin({ database, clock: systemClock });
    await admin.createPool({
      ...SIMULATOR,
      drivers: [...SIMULATOR.drivers],
      hosts: [...SIMULATOR.hosts],
      mayOpenSecrets: true,
    });
    const limits = { requestsPerMinute: 60_000_000, requestBurst: 1_000_000 };
    const { testKey } = await admin.createAccount({ name: "Bench", ...limits });
    return { apiKey: testKey.secret, coreKey: randomBytes(32).toString("base64") };
  } finally {
    await database.close();
  }
}
