import { expect, test } from "vitest";
import { createMemoryRecordStore } from "../../src/host/memory-store.ts";
import { deskKit, verdictOf } from "./desk-kit.ts";
import { hostSuite } from "./host-suite.ts";

hostSuite("records in memory", () => createMemoryRecordStore());

test("after a restart the records are gone: prepare again", async () => {
  const before = deskKit(createMemoryRecordStore());
  const { requestId, submissionToken } = await before.desk.prepare(before.scope, "main", {});
  await before.desk.close();
  const after = deskKit(createMemoryRecordStore(), { scope: before.scope });
  const candidate = { requestId, submissionToken, candidateText: "good" };
  expect(await verdictOf(after.desk.accept(before.scope, candidate))).toBe("REQUEST_NOT_FOUND/host");
});

test("closing the desk stops what runs and leaves the records with the store", async () => {
  const kit = deskKit(createMemoryRecordStore());
  const { requestId, submissionToken } = await kit.desk.prepare(kit.scope, "main", { timeoutMs: 1000 });
  const running = verdictOf(kit.desk.accept(kit.scope, { requestId, submissionToken, candidateText: "good gated" }));
  await expect.poll(() => kit.validated).toEqual(["good gated"]);
  await kit.desk.close();
  expect(await running).toBe("SESSION_CLOSED/transport");
  expect(kit.clock.timers).toBe(0);
  expect(await kit.store.get(kit.scope, requestId, kit.clock.now())).toMatchObject({
    state: "validating",
    lease: null,
  });
});

test("a store that fails is a failure of ours, and says nothing of its cause", async () => {
  const store = createMemoryRecordStore();
  const kit = deskKit({
    ...store,
    bind: () => Promise.reject(new Error("connection to db-7.internal refused")),
    cancel: () => Promise.reject(new Error("connection to db-7.internal refused")),
  });
  const { requestId, submissionToken } = await kit.desk.prepare(kit.scope, "main", {});
  for (const work of [
    kit.desk.accept(kit.scope, { requestId, submissionToken, candidateText: "good" }),
    kit.desk.cancel(kit.scope, { requestId }),
  ]) {
    const failure = await work.then(String, (thrown: unknown) => JSON.stringify(thrown));
    expect(failure).toContain('"code":"INTERNAL"');
    expect(failure).not.toContain("db-7");
  }
});
