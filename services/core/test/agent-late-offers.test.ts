import { WorkKind } from "@openintents/proto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { takeOfferTurn } from "../src/store/offers.ts";
import { type AgentHarness, agentHarness } from "./agent-harness.ts";
import { TestRunner } from "./test-runner.ts";

let harness: AgentHarness;

beforeAll(async () => {
  harness = await agentHarness();
});
afterAll(() => harness.close());

test("work that was found for an ask which nobody waits for any more goes to the next one at once", async () => {
  const runner = await TestRunner.start(harness);
  const id = await harness.create();
  const gone = new AbortController();
  const drivers = [{ name: "simulator" }];
  const request = { runnerId: runner.id, freeSlots: 1, kinds: [WorkKind.RUN], drivers, waitMs: 30_000 };
  await harness.database.transaction(async (tx) => {
    // The look waits for its turn; meanwhile the one who asked leaves.
    await takeOfferTurn(tx, true);
    const left = runner.client.claimWork({ ...request, requestId: "left" }, { signal: gone.signal });
    await expect.poll(() => harness.agent.waiting()).toBe(1);
    const turns = `SELECT count(*)::int AS waiting FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`;
    await expect.poll(async () => (await harness.database.query(turns)).rows[0]?.waiting).toBe(1);
    gone.abort();
    await expect(left).rejects.toMatchObject({ reason: "cancelled" });
    await expect.poll(() => harness.agent.waiting()).toBe(0);
  });
  const [claim] = await runner.ask({ waitMs: 5_000 });
  expect(claim?.work?.intentId).toBe(id);
  expect(await harness.timeline(id)).toEqual(["created", "queued", "plan"]);
});
