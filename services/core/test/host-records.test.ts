import { fileURLToPath } from "node:url";
import { outboxMigrations } from "@openintents/postgres";
import { HOST_BOUNDS } from "@openintents/recognition/host";
import { testDatabase } from "@openintents/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deskKit, verdictOf } from "../../../packages/recognition/test/host/desk-kit.ts";
import { hostSuite } from "../../../packages/recognition/test/host/host-suite.ts";
import { createHostRecordStore } from "../src/store/host-records.ts";

const migrations = fileURLToPath(new URL("../migrations", import.meta.url));
let made: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  made = await testDatabase({ schema: "core", migrations: [outboxMigrations, migrations] });
});
afterAll(() => made.close());

const newStore = () => createHostRecordStore(made.database);

hostSuite("records in PostgreSQL", newStore);

describe("records that are shared", () => {
  test("another session of the same credential sees nothing, with or without a name", async () => {
    const kit = deskKit(newStore());
    const { desk, scope } = kit;
    const { requestId, submissionToken } = await desk.prepare(scope, "main", {});
    const submission = { requestId, submissionToken, candidateText: "good" };
    for (const other of [
      { ...scope, session: "another" },
      { ...scope, session: null },
    ]) {
      expect(await verdictOf(desk.accept(other, submission))).toBe("REQUEST_NOT_FOUND/host");
      await expect(desk.cancel(other, { requestId })).rejects.toMatchObject({ code: "REQUEST_NOT_FOUND" });
    }
    expect(await verdictOf(desk.accept(scope, submission))).toBe("result");
  });

  test("the bound of open records holds over replicas that prepare at the same time", async () => {
    const first = deskKit(newStore());
    const { scope } = first;
    const second = first.replica();
    const prepared = await Promise.allSettled(
      Array.from({ length: HOST_BOUNDS.openPerSession + 6 }, (_, index) =>
        (index % 2 === 0 ? first : second).desk.prepare(scope, "main", {}),
      ),
    );
    const refused = prepared.filter((one) => one.status === "rejected");
    expect(refused).toHaveLength(6);
    expect(refused[0]?.reason).toMatchObject({ code: "LIMIT_EXCEEDED", stage: "host", retryable: true });
  });

  test("what nobody came back to is swept, and what is overdue expires", async () => {
    const store = newStore();
    const kit = deskKit(store);
    const { desk, scope, clock } = kit;
    const { requestId } = await desk.prepare(scope, "main", { timeoutMs: 1_000 });
    const kept = await desk.prepare(scope, "main", {});
    clock.jump(2_000);
    expect(await store.sweep({ now: clock.now(), idleBefore: 0 })).toBeGreaterThanOrEqual(1);
    expect(await store.get(scope, requestId, clock.now())).toMatchObject({ state: "expired", input: "" });
    await store.sweep({ now: clock.now(), idleBefore: clock.now() + 1 });
    expect(await store.get(scope, kept.requestId, clock.now())).toBeNull();
  });

  test("material with characters that a database refuses elsewhere is kept as it is", async () => {
    const store = newStore();
    const { desk, scope, clock } = deskKit(store);
    const { requestId } = await desk.prepare(scope, "main", { odd: "a\u0000b\ud800" });
    const record = await store.get(scope, requestId, clock.now());
    expect(JSON.parse(record?.input ?? "")).toEqual({ odd: "a\u0000b\ud800" });
  });
});
