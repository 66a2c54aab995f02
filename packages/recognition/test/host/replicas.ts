// Two processes over one store: prepare here, accept there.
import { describe, expect, test } from "vitest";
import { answerOf, correctionOf, deskKit, newScope, verdictOf, whileTimePasses } from "./desk-kit.ts";
import type { StoreFactory } from "./state-table.ts";

export function replicas(title: string, makeStore: StoreFactory): void {
  async function two() {
    const here = deskKit(await makeStore());
    const there = here.replica();
    const { requestId, submissionToken } = await here.desk.prepare(here.scope, "main", {});
    const candidate = (candidateText: string, token = submissionToken) => ({
      requestId,
      submissionToken: token,
      candidateText,
    });
    return { here, there, scope: here.scope, clock: here.clock, requestId, candidate };
  }

  describe(`${title}: two replicas`, () => {
    test("accept lands on the other replica, its correction on the first one again", async () => {
      const { here, there, scope, candidate } = await two();
      const { error, submissionToken } = await correctionOf(there.desk.accept(scope, candidate("bad")));
      expect(await answerOf(here.desk.accept(scope, candidate("bad")))).toEqual({ error });
      expect(await verdictOf(here.desk.accept(scope, candidate("good", submissionToken)))).toBe("result");
      expect(await verdictOf(there.desk.accept(scope, candidate("good", submissionToken)))).toBe("result");
      expect([here.validated, there.validated]).toEqual([["good"], ["bad"]]);
    });

    test("two candidates at once on two replicas: one is bound", async () => {
      const { here, there, scope, candidate } = await two();
      const verdicts = await Promise.all([
        verdictOf(here.desk.accept(scope, candidate("good here"))),
        verdictOf(there.desk.accept(scope, candidate("good there"))),
      ]);
      expect(verdicts.toSorted()).toEqual(["CANDIDATE_CONFLICT/host", "result"]);
    });

    test("the same bytes on both: one validates under its lease, the other waits for the reply", async () => {
      const { here, there, scope, clock, candidate } = await two();
      const first = answerOf(here.desk.accept(scope, candidate("good gated")));
      await expect.poll(() => here.validated).toEqual(["good gated"]);
      const second = answerOf(there.desk.accept(scope, candidate("good gated")));
      await expect.poll(() => there.binds).toContain("held");
      here.open();
      expect(await whileTimePasses(clock, second)).toEqual(await first);
      expect(there.validated).toEqual([]);
    });

    test("a replica that went silent loses its lease after ten seconds; the other redoes the work", async () => {
      const { here, there, scope, clock, candidate } = await two();
      const first = answerOf(here.desk.accept(scope, candidate("good gated")));
      await expect.poll(() => here.validated).toEqual(["good gated"]);
      there.open();
      const since = clock.now();
      const second = answerOf(there.desk.accept(scope, candidate("good gated")));
      const answer = await whileTimePasses(clock, second, 100);
      expect(answer).toEqual({ text: JSON.stringify({ input: "good gated" }) });
      expect(there.validated).toEqual(["good gated"]);
      expect(clock.now() - since).toBeGreaterThanOrEqual(10_000);
      // The silent one comes back: it answers what is stored.
      here.open();
      expect(await first).toEqual(answer);
    });

    test("a cancel on one replica wins over the validation on the other", async () => {
      const { here, there, scope, requestId, candidate } = await two();
      const running = verdictOf(here.desk.accept(scope, candidate("good gated")));
      await expect.poll(() => here.validated).toEqual(["good gated"]);
      expect(await there.desk.cancel(scope, { requestId })).toEqual({ requestId, status: "cancelled" });
      here.open();
      expect(await running).toBe("REQUEST_CANCELLED/host");
      expect(await verdictOf(there.desk.accept(scope, candidate("good gated")))).toBe("REQUEST_CANCELLED/host");
    });

    test("a replica of another version does not know the request, yet cancels it", async () => {
      const { here, scope, requestId, candidate } = await two();
      for (const versions of [
        { instructionsVersion: "2", coreVersion: "1" },
        { instructionsVersion: "1", coreVersion: "2" },
      ]) {
        const other = here.replica({ versions });
        expect(await verdictOf(other.desk.accept(scope, candidate("good")))).toBe("REQUEST_NOT_FOUND/host");
      }
      const newer = here.replica({ versions: { instructionsVersion: "2", coreVersion: "2" } });
      expect(await newer.desk.cancel(scope, { requestId })).toEqual({ requestId, status: "cancelled" });
    });

    test("a replica without the instance does not know the request", async () => {
      const { here, scope, candidate } = await two();
      const other = here.replica({ instances: ["other"] });
      expect(await verdictOf(other.desk.accept(scope, candidate("good")))).toBe("REQUEST_NOT_FOUND/host");
      expect(await verdictOf(here.desk.accept(scope, candidate("good")))).toBe("result");
    });

    test("another owner sees no request on either replica", async () => {
      const { here, there, candidate } = await two();
      for (const { desk } of [here, there])
        expect(await verdictOf(desk.accept(newScope(), candidate("good")))).toBe("REQUEST_NOT_FOUND/host");
    });
  });
}
