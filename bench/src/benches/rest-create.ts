// P1: REST create in one process, on real PostgreSQL with durable settings, auth on.
import { benchAccount } from "../ground/account.ts";
import { drained, outboxRows, unreadTexts } from "../ground/backlog.ts";
import { closeAll } from "../ground/close-all.ts";
import { ORDER } from "../ground/order.ts";
import { takePattern } from "../ground/pattern.ts";
import { startPostgres } from "../ground/postgres.ts";
import type { Bench } from "../harness/bench.ts";
import { startEntry } from "../harness/child.ts";
import type { HttpLoad } from "../load/http-entry.ts";
import { loadedSide, startHttpLoad } from "../load/loaded-side.ts";

const CONNECTIONS = 32;
const SCHEMAS = ["core", "timeline", "webhooks", "event_log"] as const;

export const restCreate: Bench = {
  id: "p1",
  title: "REST create in one process against bare fastify with the same statement",
  unit: "creates/s",
  must: 0.4,
  aim: 0.6,
  async prepare(options) {
    const { closing, close } = closeAll();
    try {
      const postgres = await startPostgres(options);
      closing.push(() => postgres.close());
      const ourRoom = await postgres.room("ours", SCHEMAS);
      const bareRoom = await postgres.room("baseline", ["core"]);
      const account = await benchAccount(ourRoom);
      const pattern = await takePattern(ourRoom, account);

      const { background } = options;
      const server = await startEntry<{ port: number }>(new URL("../sides/all-in-one-entry.ts", import.meta.url), {
        core: "server",
        input: { databaseUrl: ourRoom.url, coreKey: account.coreKey, background },
        cpuProfile: options.cpuProfile,
      });
      closing.push(() => server.stop());
      const bare = await startEntry<{ port: number }>(new URL("../sides/bare-fastify-entry.ts", import.meta.url), {
        core: "server",
        input: { databaseUrl: bareRoom.url, pattern },
      });
      closing.push(() => bare.stop());

      const load = async (port: number) => {
        const input: HttpLoad = {
          port,
          path: "/v1/intents",
          headers: { "Content-Type": "application/json", Authorization: `Bearer ${account.apiKey}` },
          body: JSON.stringify(ORDER),
          connections: CONNECTIONS,
          status: 201,
          contains: '"id":"int_',
        };
        const child = await startHttpLoad(input);
        closing.push(() => child.stop());
        return child;
      };
      return {
        ours: loadedSide({
          name: "one process: rest, mcp, core with its relay, timeline, webhooks",
          load: await load(server.ready.port),
          parts: { server: [server.pid], postgres: [postgres.pid] },
          own: [server.pid],
          begin: postgres.checkpoint,
          perOperation: async () => ({ commits: await ourRoom.commits() }),
          leftBehind: async () => ({ outbox: await outboxRows(ourRoom), unread: await unreadTexts(ourRoom) }),
          settle: background ? () => drained(ourRoom) : undefined,
        }),
        baseline: loadedSide({
          name: "bare fastify and pg",
          load: await load(bare.ready.port),
          parts: { server: [bare.pid], postgres: [postgres.pid] },
          own: [bare.pid],
          begin: postgres.checkpoint,
          perOperation: async () => ({ commits: await bareRoom.commits() }),
          settle: bareRoom.vacuum,
        }),
        facts: [
          postgres.fact,
          background
            ? "Our process also empties its outbox into the Postgres event log and feeds timeline and webhooks meanwhile; nobody empties the baseline's."
            : "Our relay and consumers rest.",
          "No runner and no test shop: nobody carries the created intents out.",
          `${CONNECTIONS} keep-alive connections in a closed loop; one intent row and ${pattern.outbox.length} outbox rows a create; no idempotency key.`,
        ],
        statements: () => postgres.statements(ourRoom),
        close,
      };
    } catch (cause) {
      await close();
      throw cause;
    }
  },
};
