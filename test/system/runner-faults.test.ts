// The contract between core and its runners under faults, over sockets: lost answers, repeats,
// gaps, stale claims, and a deploy under load. The shop's books decide what was bought.
import { randomUUID } from "node:crypto";
import { create, toJson } from "@bufbuild/protobuf";
import { openSchema } from "@openintents/all";
import type { Database } from "@openintents/postgres";
import { FailureCode, ReleaseReason, ReportStepsRequestSchema } from "@openintents/proto";
import { testLogger } from "@openintents/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bufFailure } from "./buf-curl.ts";
import { books, type IntentJson, type RestClient, restClient } from "./client.ts";
import { askPrice, HandClaim, HandRunner, placeOrder } from "./hand-runner.ts";
import { type LossyProxy, lossyProxy } from "./lossy-proxy.ts";
import { outcomeOf } from "./outcome.ts";
import { type System, startSystem } from "./system.ts";

let system: System;
let client: RestClient;
let core: Database;

beforeAll(async () => {
  system = await startSystem("a process a service", { RUNNER_SLOTS: "40" });
  client = restClient(system);
  core = openSchema(system.databaseUrl ?? "", "core", { logger: testLogger, max: 1 });
}, 120_000);
afterAll(async () => {
  await core?.close();
  await system?.close();
}, 60_000);

/** Made, and understood: before that no runner is offered it. */
const createAt = async (host = "ok.shop.test") => {
  const { body } = await client.create({ intent: "a mug", shops: [host], max_amount: 2500 });
  await expect.poll(() => typesOf(body.id), { timeout: 10_000 }).toContain("plan");
  return body;
};
const typesOf = async (id: string) => (await client.events(id)).map((event) => event.type);
const boughtOnce = async (id: string) => {
  const outcome = await outcomeOf(system, id, client);
  expect(outcome.intent.status).toBe("completed");
  expect(outcome.orders).toHaveLength(1);
  return outcome;
};
const refusal = (call: Promise<unknown>): Promise<{ reason: string; details: unknown }> =>
  call.then(
    () => Promise.reject(new Error("the call was not refused")),
    (error) => error,
  );

describe("with a runner written by hand", () => {
  let proxy: LossyProxy;
  let runner: HandRunner;

  beforeAll(async () => {
    // The stock runner would take the work first.
    expect(await system.processes?.runner.stop()).toBe(0);
    proxy = await lossyProxy(system.grpc);
    runner = await HandRunner.start(proxy.address, system.credentials.runner_key);
  });
  afterAll(async () => {
    await runner?.close();
    await proxy?.close();
    await system.processes?.runner.start();
  });

  /** Makes a call whose answer is lost on the way, once `happened` says that core has carried it out. */
  async function loseAnswer(call: () => Promise<unknown>, happened: () => Promise<boolean>): Promise<void> {
    proxy.loseAnswers();
    const lost = refusal(call());
    await expect.poll(happened, { timeout: 10_000 }).toBe(true);
    proxy.cut();
    expect(await lost).toMatchObject({ reason: "unavailable" });
  }

  test("a lost answer to ClaimWork loses nothing: the same request gets the same claims", async () => {
    const intents = [await createAt(), await createAt()];
    const requestId = randomUUID();
    const given = async () =>
      (await core.query<{ id: string }>("SELECT id FROM claims WHERE request_id = $1 ORDER BY id", [requestId])).rows;
    const ask = () => runner.ask({ requestId, freeSlots: 2 });
    await loseAnswer(ask, async () => (await given()).length === 2);

    const claims = await ask();
    expect(claims.map((claim) => claim.ref?.claimId).sort()).toEqual((await given()).map((row) => row.id));
    expect(claims.map((claim) => claim.work?.intentId).sort()).toEqual(intents.map((intent) => intent.id).sort());
    expect(claims.map((claim) => Buffer.from(claim.ref?.token ?? []).byteLength)).toEqual([32, 32]);
    expect(await ask()).toEqual(claims);
    expect(await runner.ask({ freeSlots: 2 })).toEqual([]);

    for (const claim of claims) await new HandClaim(runner, claim).buy(system.shop, 1);
    for (const { id } of intents) await boughtOnce(id);
  });

  test("a run of which every answer is lost once: each report counts once, and one order is placed", async () => {
    const { id } = await createAt();
    const held = await runner.take(id);
    const seen = (type: string) => async () => (await typesOf(id)).includes(type);

    const note = () => held.note(1, "seen once");
    await loseAnswer(note, seen("note"));
    expect((await note()).sequence).toBe((await client.get(id)).sequence);

    const quote = await askPrice(system.shop, "ok.shop.test");
    const begin = () => held.begin(2, quote);
    await loseAnswer(begin, seen("placing_order"));
    const begun = await begin();
    expect(await begin()).toEqual(begun);
    const order = await placeOrder(system.shop, quote, begun.orderReference);

    const placed = () => held.placed(3, begun.attemptId, quote, order);
    await loseAnswer(placed, seen("completed"));
    // The claim is over by now, and its last answer is still kept.
    expect(await placed()).toMatchObject({ claimAlive: false });

    const { intent, types, orders } = await boughtOnce(id);
    expect(types).toEqual("created queued plan started note placing_order order_placed completed".split(" "));
    expect(intent.result).toMatchObject({ confirmation: order, total: 2000 });
    expect(orders[0]?.order).toBe(order);
  });

  test("a number that was used for other bytes is a conflict, a number too far a gap; neither changes anything", async () => {
    const { id } = await createAt();
    const held = await runner.take(id);
    const reply = await held.note(1, "first");
    expect(await held.note(1, "first")).toEqual(reply);
    expect(await refusal(held.note(1, "another"))).toMatchObject({
      reason: "report_conflict",
      details: { expected: 2 },
    });
    // The same bytes mean something else to another method.
    expect(await refusal(held.client.saveCheckpoint({ ref: held.ref(1), checkpoint: { kid: "none" } }))).toMatchObject({
      reason: "report_conflict",
    });
    expect(await refusal(held.note(5, "too far"))).toMatchObject({ reason: "report_gap", details: { expected: 2 } });
    expect((await client.get(id)).sequence).toBe(reply.sequence);
    await held.buy(system.shop, 2);
    expect((await boughtOnce(id)).types.filter((type) => type === "note")).toHaveLength(1);
  });

  test("a runner that was silent past its lease is told so, and whatever it still says changes nothing", async () => {
    const { id } = await createAt();
    const old = await runner.take(id);
    await old.note(1, "the last that is heard of it");
    const other = await HandRunner.start(system.grpc, system.credentials.runner_key);
    const next = await other.take(id);
    expect(next.claim.ref?.epoch).toBeGreaterThan(old.claim.ref?.epoch ?? 0n);
    await next.note(1, "the other one goes on");
    await expect
      .poll(() => typesOf(id), { timeout: 15_000 })
      .toEqual("created queued plan started note retrying resumed note".split(" "));
    const before = { intent: await client.get(id), events: await client.events(id), orders: await books(system) };

    const quote = await askPrice(system.shop, "ok.shop.test");
    const { client: agent } = old;
    const late = [
      old.note(2, "late"),
      old.note(1, "the last that is heard of it, in other words"),
      old.begin(2, quote),
      agent.saveCheckpoint({ ref: old.ref(2), checkpoint: { kid: "none" } }),
      agent.completeWork({ ref: old.ref(2) }),
      agent.failWork({ ref: old.ref(2), code: FailureCode.INTERNAL_ERROR }),
      agent.releaseClaim({ ref: old.ref(), reason: ReleaseReason.DRAINING }),
    ];
    for (const refused of await Promise.all(late.map((call) => refusal(call))))
      expect(refused).toMatchObject({ reason: "claim_lost" });
    expect(await old.beat()).toMatchObject({ renewed: [], lost: [{ reason: "claim_lost" }] });
    // With the new epoch written into the old proof, its token still belongs to the old claim.
    const forged = { ...old.ref(2), claimId: next.claim.ref?.claimId ?? "", epoch: next.claim.ref?.epoch ?? 0n };
    expect(await refusal(agent.failWork({ ref: forged, code: FailureCode.INTERNAL_ERROR }))).toMatchObject({
      reason: "claim_lost",
    });
    const report = toJson(ReportStepsRequestSchema, create(ReportStepsRequestSchema, old.noteRequest(2, "late")));
    const status = await bufFailure(system.grpc, "openintents.intent.v1.AgentService/ReportSteps", report, {
      authorization: `Bearer ${system.credentials.runner_key}`,
    });
    expect(status.code).toBe("aborted");

    expect({ intent: await client.get(id), events: await client.events(id), orders: await books(system) }).toEqual(
      before,
    );
    await next.beat();
    await next.buy(system.shop, 2);
    await boughtOnce(id);
    await other.close();
  });
});

test("SIGTERM under load hands everything back, and the next runner goes on where it was", async () => {
  const before = (await books(system)).length;
  const hosts = Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? "slow.shop.test" : "uncancelable.shop.test"));
  const ids = (await Promise.all(hosts.map((host) => createAt(host)))).map((intent) => intent.id);
  const all = () => Promise.all(ids.map((id) => client.get(id)));
  const count = (intents: IntentJson[], status: string) => intents.filter((one) => one.status === status).length;
  const underLoad = async () => {
    const now = await all();
    return count(now, "running") === 30 && now.filter((intent) => intent.phase === "placing").length >= 5;
  };
  await expect.poll(underLoad, { timeout: 20_000 }).toBe(true);

  const runner = system.processes?.runner;
  const at = performance.now();
  expect(await runner?.stop()).toBe(0);
  expect(performance.now() - at).toBeLessThan(10_000);
  expect(count(await all(), "queued")).toBeGreaterThanOrEqual(15);

  await runner?.start();
  const outcomes = await Promise.all(ids.map((id) => boughtOnce(id)));
  for (const { types } of outcomes) expect(types).not.toContain("retrying");
  // Each slow shop's notes are told once: the next runner went on from the checkpoint.
  const slow = outcomes.filter((_, n) => hosts[n] === "slow.shop.test");
  for (const { types } of slow) expect(types.filter((type) => type === "note")).toHaveLength(18);
  expect(await books(system)).toHaveLength(before + 30);
  const { rows } = await core.query("SELECT id FROM intents WHERE restarts > 0 AND id = ANY($1)", [ids]);
  expect(rows).toEqual([]);
}, 120_000);
