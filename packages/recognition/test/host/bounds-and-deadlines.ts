// How many records there may be, how long they live, and what ends them.
import { describe, expect, test } from "vitest";
import { type Candidate, deskKit, type Kit, newScope, verdictOf } from "./desk-kit.ts";
import type { StoreFactory } from "./state-table.ts";

const MIB = 1024 * 1024;

async function open(kit: Kit, scope = kit.scope, input: object = {}): Promise<Candidate> {
  const { requestId, submissionToken } = await kit.desk.prepare(scope, "main", input);
  return { requestId, submissionToken, candidateText: "good" };
}

async function finished(kit: Kit, candidateText = "good"): Promise<Candidate> {
  const candidate = { ...(await open(kit)), candidateText };
  expect(await verdictOf(kit.desk.accept(kit.scope, candidate))).toBe("result");
  return candidate;
}

export function boundsAndDeadlines(title: string, makeStore: StoreFactory): void {
  const newKit = async () => deskKit(await makeStore());
  const replay = (kit: Kit, candidate: Candidate) => verdictOf(kit.desk.accept(kit.scope, candidate));
  const refusal = { code: "LIMIT_EXCEEDED", stage: "host", retryable: true };

  describe(`${title}: open records`, () => {
    test("the 33rd open request of a session is refused and no other is touched", async () => {
      const kit = await newKit();
      const first = await open(kit);
      for (let count = 1; count < 32; count += 1) await open(kit);
      await expect(open(kit)).rejects.toMatchObject(refusal);
      await expect(open(kit, { ...kit.scope, session: "another" })).resolves.toBeDefined();
      expect(await replay(kit, first)).toBe("result");
      await expect(open(kit)).resolves.toBeDefined();
    });

    test("a request that validates counts as open", async () => {
      const kit = await newKit();
      const running = verdictOf(kit.desk.accept(kit.scope, { ...(await open(kit)), candidateText: "good gated" }));
      for (let count = 1; count < 32; count += 1) await open(kit);
      await expect(open(kit)).rejects.toMatchObject(refusal);
      kit.open();
      expect(await running).toBe("result");
    });

    test("requests that are overdue do not count", async () => {
      const kit = await newKit();
      for (let count = 0; count < 32; count += 1) await open(kit, kit.scope, { timeoutMs: 1000 });
      kit.clock.jump(1000);
      await expect(open(kit)).resolves.toBeDefined();
    });

    test("the 257th open request of an owner is refused, in whatever session", async () => {
      const kit = await newKit();
      for (let count = 0; count < 256; count += 1) await open(kit, { ...kit.scope, session: `session-${count % 8}` });
      await expect(open(kit, { ...kit.scope, session: "ninth" })).rejects.toMatchObject(refusal);
      await expect(open(kit, newScope())).resolves.toBeDefined();
    });

    test("sixty-four prepares at once open exactly 32", async () => {
      const kit = await newKit();
      const outcomes = await Promise.allSettled(Array.from({ length: 64 }, () => open(kit)));
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(32);
    });
  });

  describe(`${title}: terminal records`, () => {
    test("the 33rd terminal record pushes out the one that finished first", async () => {
      const kit = await newKit();
      const [slow, ...others] = [await open(kit), await open(kit), await open(kit)];
      const done: Candidate[] = [];
      for (const candidate of others) {
        expect(await replay(kit, candidate)).toBe("result");
        done.push(candidate);
      }
      while (done.length < 32) done.push(await finished(kit));
      expect(await replay(kit, done[0] as Candidate)).toBe("result");
      // Prepared first, finished last: it stays, and the first that finished goes.
      expect(await replay(kit, slow as Candidate)).toBe("result");
      expect(await replay(kit, done[0] as Candidate)).toBe("REQUEST_NOT_FOUND/host");
      expect(await replay(kit, done[1] as Candidate)).toBe("result");
      expect(await replay(kit, slow as Candidate)).toBe("result");
    });

    test("replies above 8 MiB push out the oldest, well before there are 32", async () => {
      const kit = await newKit();
      const done: Candidate[] = [];
      for (let count = 0; count < 8; count += 1) done.push(await finished(kit, `good size=${MIB - 64}`));
      expect(await replay(kit, done[0] as Candidate)).toBe("result");
      done.push(await finished(kit, `good size=${MIB - 64}`));
      expect(await replay(kit, done[0] as Candidate)).toBe("REQUEST_NOT_FOUND/host");
      expect(await replay(kit, done[1] as Candidate)).toBe("result");
      expect(await replay(kit, done[8] as Candidate)).toBe("result");
    });

    test("cancelled and expired records count among the 32", async () => {
      const kit = await newKit();
      const oldest = await finished(kit);
      for (let count = 0; count < 16; count += 1)
        await kit.desk.cancel(kit.scope, { requestId: (await open(kit)).requestId });
      for (let count = 0; count < 15; count += 1) await open(kit, kit.scope, { timeoutMs: 1000 });
      expect(await replay(kit, oldest)).toBe("result");
      await open(kit, kit.scope, { timeoutMs: 1000 });
      kit.clock.jump(1000);
      await open(kit);
      expect(await replay(kit, oldest)).toBe("REQUEST_NOT_FOUND/host");
    });

    test("another owner's records do not count", async () => {
      const kit = await newKit();
      const mine = await finished(kit);
      const other: Kit = { ...kit, scope: newScope() };
      for (let count = 0; count < 33; count += 1) await finished(other);
      expect(await replay(kit, mine)).toBe("result");
    });
  });

  describe(`${title}: ends`, () => {
    test("there is no deadline unless one is asked for", async () => {
      const kit = await newKit();
      const candidate = await open(kit);
      kit.clock.advance(30 * 24 * 3_600_000);
      expect(await replay(kit, candidate)).toBe("result");
    });

    test("a deadline starts at prepare and holds by the next touch", async () => {
      const kit = await newKit();
      const candidate = await open(kit, kit.scope, { timeoutMs: 1000 });
      kit.clock.jump(999);
      expect(await replay(kit, { ...candidate, submissionToken: "x" })).toBe("TOKEN_INVALID/host");
      kit.clock.jump(1);
      expect(await replay(kit, candidate)).toBe("TIMEOUT/host");
      expect(kit.validated).toEqual([]);
    });

    test("a deadline holds by the timer, without any touch", async () => {
      const kit = await newKit();
      await open(kit, kit.scope, { timeoutMs: 1000 });
      for (let count = 1; count < 32; count += 1) await open(kit);
      await expect(open(kit)).rejects.toMatchObject(refusal);
      kit.clock.advance(1000);
      await expect
        .poll(() =>
          open(kit).then(
            () => "opened",
            () => "refused",
          ),
        )
        .toBe("opened");
    });

    test("the earlier of the instance's deadline and the call's holds", async () => {
      const kit = await newKit();
      const { requestId, submissionToken } = await kit.desk.prepare(
        kit.scope,
        "main",
        { timeoutMs: 5000 },
        { timeoutMs: 1000 },
      );
      kit.clock.jump(1000);
      expect(await replay(kit, { requestId, submissionToken, candidateText: "good" })).toBe("TIMEOUT/host");
    });

    test("a deadline covers the correction", async () => {
      const kit = await newKit();
      const candidate = { ...(await open(kit, kit.scope, { timeoutMs: 1000 })), candidateText: "bad" };
      kit.clock.jump(600);
      expect(await replay(kit, candidate)).toBe("CANDIDATE_INVALID/candidate");
      kit.clock.jump(400);
      expect(await replay(kit, candidate)).toBe("TIMEOUT/host");
    });

    test("finished requests keep no timer", async () => {
      const kit = await newKit();
      const candidate = await open(kit, kit.scope, { timeoutMs: 1000 });
      const cancelled = await open(kit, kit.scope, { timeoutMs: 1000 });
      expect(kit.clock.timers).toBe(2);
      expect(await replay(kit, candidate)).toBe("result");
      await kit.desk.cancel(kit.scope, { requestId: cancelled.requestId });
      expect(kit.clock.timers).toBe(0);
    });

    test("the end of a session stops its work and drops its records, and no other session's", async () => {
      const kit = await newKit();
      const beside: Kit = { ...kit, scope: { ...kit.scope, session: "beside" } };
      const kept = await finished(beside);
      const done = await finished(kit);
      const running = { ...(await open(kit, kit.scope, { timeoutMs: 1000 })), candidateText: "good gated" };
      const joined = verdictOf(kit.desk.accept(kit.scope, running));
      await expect.poll(() => kit.validated).toContain("good gated");
      await kit.desk.drop(kit.scope);
      expect(await joined).toBe("SESSION_CLOSED/transport");
      expect(kit.stopped).toEqual(["good gated"]);
      expect(kit.clock.timers).toBe(0);
      expect(await replay(kit, done)).toBe("REQUEST_NOT_FOUND/host");
      expect(await replay(kit, running)).toBe("REQUEST_NOT_FOUND/host");
      expect(await replay(beside, kept)).toBe("result");
    });

    test("a sweep expires what is overdue and removes what nobody wrote to", async () => {
      const kit = await newKit();
      const start = kit.clock.now();
      const idle = await open(kit);
      const overdue = await open(kit, kit.scope, { timeoutMs: 5000 });
      kit.clock.jump(4000);
      const fresh = await open(kit);
      kit.clock.jump(1000);
      await kit.store.sweep({ now: kit.clock.now(), idleBefore: start });
      expect(await kit.store.get(kit.scope, overdue.requestId, start)).toMatchObject({ state: "expired" });
      await kit.store.sweep({ now: kit.clock.now(), idleBefore: start + 1 });
      expect(await replay(kit, idle)).toBe("REQUEST_NOT_FOUND/host");
      expect(await replay(kit, overdue)).toBe("TIMEOUT/host");
      expect(await replay(kit, fresh)).toBe("result");
    });
  });
}
