// P3: gRPC create at core, as a process of its own.
import { IntentService } from "@openintents/proto";
import { benchAccount } from "../ground/account.ts";
import { drained, outboxRows, unreadTexts } from "../ground/backlog.ts";
import { closeAll } from "../ground/close-all.ts";
import { startCoreProcess } from "../ground/core-process.ts";
import { orderBytes } from "../ground/order.ts";
import { takePattern } from "../ground/pattern.ts";
import { startPostgres } from "../ground/postgres.ts";
import type { Bench } from "../harness/bench.ts";
import { startEntry } from "../harness/child.ts";
import { loadedSide, startGrpcLoad } from "../load/loaded-side.ts";

const IN_FLIGHT = 64;

export const grpcCreate: Bench = {
  id: "p3",
  title: "gRPC create at core against a bare grpc-js handler with the same statement",
  unit: "creates/s",
  must: 0.75,
  aim: 0.9,
  async prepare(options) {
    const { closing, close } = closeAll();
    try {
      const postgres = await startPostgres(options);
      closing.push(() => postgres.close());
      const ourRoom = await postgres.room("ours", ["core", "event_log"]);
      const bareRoom = await postgres.room("baseline", ["core"]);
      const account = await benchAccount(ourRoom);
      const pattern = await takePattern(ourRoom, account);

      const core = await startCoreProcess(ourRoom, account, options);
      closing.push(() => core.stop());
      const bare = await startEntry<{ port: number }>(new URL("../sides/bare-grpc-entry.ts", import.meta.url), {
        core: "server",
        input: { databaseUrl: bareRoom.url, pattern },
      });
      closing.push(() => bare.stop());

      const load = async (address: string) => {
        const child = await startGrpcLoad({
          address,
          path: `/${IntentService.typeName}/CreateIntent`,
          metadata: { authorization: `Bearer ${account.apiKey}` },
          request: Buffer.from(orderBytes()).toString("base64"),
          inFlight: IN_FLIGHT,
        });
        closing.push(() => child.stop());
        return child;
      };
      return {
        ours: loadedSide({
          name: "core with its relay",
          load: await load(core.address),
          parts: { server: [core.pid], postgres: [postgres.pid] },
          own: [core.pid],
          begin: postgres.checkpoint,
          perOperation: async () => ({ commits: await ourRoom.commits() }),
          leftBehind: async () => ({ outbox: await outboxRows(ourRoom), unread: await unreadTexts(ourRoom) }),
          settle: () => drained(ourRoom),
        }),
        baseline: loadedSide({
          name: "bare grpc-js, protobuf-es and pg",
          load: await load(`127.0.0.1:${bare.ready.port}`),
          parts: { server: [bare.pid], postgres: [postgres.pid] },
          own: [bare.pid],
          begin: postgres.checkpoint,
          perOperation: async () => ({ commits: await bareRoom.commits() }),
          settle: bareRoom.vacuum,
        }),
        facts: [
          postgres.fact,
          "Core also empties its outbox into the Postgres event log meanwhile; nobody empties the baseline's.",
          "No runner: nobody carries the created intents out.",
          `${IN_FLIGHT} calls in flight on one connection; one intent row and ${pattern.outbox.length} outbox rows a create; no idempotency key.`,
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
