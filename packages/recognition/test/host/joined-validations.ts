// What callers share and what they do not: concurrent accepts, leaving, cancelling, the budget.
import { describe, expect, test } from "vitest";
import { answerOf, correctionOf, deskKit, PROBLEM, verdictOf } from "./desk-kit.ts";
import type { StoreFactory } from "./state-table.ts";

const LIMIT = 512 * 1024;

export function joinedValidations(title: string, makeStore: StoreFactory): void {
  async function prepared(input: object = {}) {
    const kit = deskKit(await makeStore());
    const { requestId, submissionToken } = await kit.desk.prepare(kit.scope, "main", input);
    const submit = (candidateText: string, o: { token?: string; signal?: AbortSignal } = {}) =>
      kit.desk.accept(
        kit.scope,
        { requestId, submissionToken: o.token ?? submissionToken, candidateText },
        o.signal ? { signal: o.signal } : {},
      );
    const record = async () => {
      const found = await kit.store.get(kit.scope, requestId, kit.clock.now());
      if (!found) throw new Error("The record is gone.");
      return found;
    };
    return { ...kit, requestId, submissionToken, submit, record };
  }

  describe(`${title}: concurrent submissions`, () => {
    test("twenty accepts of the same bytes share one validation and get the same reply", async () => {
      const at = await prepared();
      const answers = Array.from({ length: 20 }, () => answerOf(at.submit("good gated")));
      await expect.poll(() => at.validated).toEqual(["good gated"]);
      at.open();
      const texts = new Set((await Promise.all(answers)).map((answer) => JSON.stringify(answer)));
      expect([...texts]).toEqual([JSON.stringify({ text: JSON.stringify({ input: "good gated" }) })]);
      expect(at.validated).toEqual(["good gated"]);
    });

    test("of two different candidates at once exactly one is bound, the other conflicts", async () => {
      const at = await prepared();
      const verdicts = await Promise.all([verdictOf(at.submit("good one")), verdictOf(at.submit("good two"))]);
      expect(verdicts.toSorted()).toEqual(["CANDIDATE_CONFLICT/host", "result"]);
      expect(at.validated).toHaveLength(1);
    });

    test("one joined caller that aborts gets its own reason and leaves the others", async () => {
      const at = await prepared();
      const leaving = new AbortController();
      const left = at.submit("good gated", { signal: leaving.signal });
      const staying = verdictOf(at.submit("good gated"));
      await expect.poll(() => at.validated).toEqual(["good gated"]);
      const reason = new Error("The client went away.");
      leaving.abort(reason);
      await expect(left).rejects.toBe(reason);
      at.open();
      expect(await staying).toBe("result");
      expect(at.stopped).toEqual([]);
    });

    test("when the last caller leaves, validation stops, the binding stays and the attempt is spent", async () => {
      const at = await prepared();
      const [one, two] = [new AbortController(), new AbortController()];
      const both = [at.submit("good gated", { signal: one.signal }), at.submit("good gated", { signal: two.signal })];
      await expect.poll(() => at.validated).toEqual(["good gated"]);
      one.abort("one");
      two.abort("two");
      expect(await Promise.allSettled(both)).toEqual([
        { status: "rejected", reason: "one" },
        { status: "rejected", reason: "two" },
      ]);
      await expect.poll(() => at.stopped).toEqual(["good gated"]);
      await expect.poll(async () => (await at.record()).lease).toBeNull();
      expect(await at.record()).toMatchObject({ state: "validating", attemptsLeft: 1 });
      expect(await verdictOf(at.submit("good other"))).toBe("CANDIDATE_CONFLICT/host");
      at.open();
      expect(await verdictOf(at.submit("good gated"))).toBe("result");
      expect(await at.record()).toMatchObject({ state: "done", attemptsLeft: 1 });
    });

    test("a caller whose signal is aborted already binds nothing", async () => {
      const at = await prepared();
      await expect(at.submit("good", { signal: AbortSignal.abort("gone") })).rejects.toBe("gone");
      expect(await at.record()).toMatchObject({ state: "open", attemptsLeft: 2 });
    });

    test("a cancel with a reason tells joined callers that the request was cancelled", async () => {
      const at = await prepared();
      const joined = verdictOf(at.submit("good gated"));
      await expect.poll(() => at.validated).toEqual(["good gated"]);
      await at.desk.cancel(at.scope, { requestId: at.requestId, reason: "refusal" });
      expect(await joined).toBe("REQUEST_CANCELLED/host");
      expect(await verdictOf(at.submit("good gated"))).toBe("EXECUTOR_REFUSED/host");
    });
  });

  describe(`${title}: the budget`, () => {
    test("a candidate that breaks a rule opens one correction under a new token", async () => {
      const at = await prepared();
      const { error, submissionToken, attemptsLeft, problems } = await correctionOf(at.submit("bad"));
      expect(error).toMatchObject({
        code: "CANDIDATE_INVALID",
        stage: "candidate",
        retryable: true,
        requestId: at.requestId,
      });
      expect(error.issues).toEqual([PROBLEM]);
      expect(problems).toEqual([PROBLEM]);
      expect(attemptsLeft).toBe(1);
      expect(submissionToken).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(submissionToken).not.toBe(at.submissionToken);
      expect(await verdictOf(at.submit("good", { token: submissionToken }))).toBe("result");
    });

    test("a second invalid candidate fails the request for good", async () => {
      const at = await prepared();
      const { submissionToken: token } = await correctionOf(at.submit("bad"));
      const answer = await answerOf(at.submit("bad again", { token }));
      expect(answer).toMatchObject({ error: { code: "CANDIDATE_INVALID", retryable: false, issues: [PROBLEM] } });
      expect(answer).not.toHaveProperty("error.correction");
      expect(await at.record()).toMatchObject({ state: "failed", attemptsLeft: 0, input: "" });
    });

    test("without corrections the first invalid candidate is the last", async () => {
      const at = await prepared({ corrections: 0 });
      expect(await answerOf(at.submit("bad"))).toMatchObject({
        error: { code: "CANDIDATE_INVALID", retryable: false },
      });
      expect(await at.record()).toMatchObject({ state: "failed" });
    });

    test("512 KiB of candidate text belong to the request: a correction token does not refill them", async () => {
      const at = await prepared();
      const first = `bad ${"x".repeat(300 * 1024)}`;
      const { submissionToken: token } = await correctionOf(at.submit(first));
      const second = `good ${"x".repeat(300 * 1024)}`;
      const answer = await answerOf(at.submit(second, { token }));
      expect(answer).toMatchObject({
        error: { code: "BUDGET_EXHAUSTED", stage: "host", retryable: false, requestId: at.requestId },
      });
      expect(await answerOf(at.submit(second, { token }))).toEqual(answer);
      expect(at.validated).toEqual([first]);
      expect(await at.record()).toMatchObject({ state: "failed" });
    });

    test("exactly 512 KiB are looked at; they leave nothing for a correction", async () => {
      const at = await prepared();
      const answer = await answerOf(at.submit("bad ".padEnd(LIMIT, "x")));
      expect(answer).toMatchObject({ error: { code: "CANDIDATE_INVALID", retryable: false } });
    });

    test("bytes count as UTF-8", async () => {
      const at = await prepared();
      expect(await verdictOf(at.submit("good ".padEnd(LIMIT / 2 + 3, "é")))).toBe("BUDGET_EXHAUSTED/host");
    });

    test("2 s of validation belong to the request: a correction token does not refill them", async () => {
      const at = await prepared();
      at.takes(1500);
      const { submissionToken: token } = await correctionOf(at.submit("bad"));
      expect(await at.record()).toMatchObject({ validationMs: 1500, validationLimitMs: 2000 });
      at.takes(400);
      expect(await answerOf(at.submit("bad again", { token }))).toMatchObject({ error: { code: "CANDIDATE_INVALID" } });
      expect(at.limits).toEqual([2000, 500]);
      expect(await at.record()).toMatchObject({ validationMs: 1900, state: "failed" });
    });

    test("an invalid candidate that used the time up opens no correction", async () => {
      const at = await prepared();
      at.takes(2000);
      expect(await answerOf(at.submit("bad"))).toMatchObject({
        error: { code: "CANDIDATE_INVALID", retryable: false },
      });
    });

    test("a validation that runs over its time fails the request with an exhausted budget", async () => {
      const at = await prepared();
      const answer = await answerOf(at.submit("slow"));
      expect(answer).toMatchObject({ error: { code: "BUDGET_EXHAUSTED", stage: "host" } });
      expect(await answerOf(at.submit("slow"))).toEqual(answer);
      expect(await at.record()).toMatchObject({ state: "failed" });
    });

    test("time spent before everybody left counts: the candidate is not taken up again without any", async () => {
      const at = await prepared();
      const leaving = new AbortController();
      const left = at.submit("good gated", { signal: leaving.signal });
      await expect.poll(() => at.validated).toEqual(["good gated"]);
      at.clock.jump(2000);
      leaving.abort("gone");
      await expect(left).rejects.toBe("gone");
      await expect.poll(async () => (await at.record()).lease).toBeNull();
      expect(await verdictOf(at.submit("good gated"))).toBe("BUDGET_EXHAUSTED/host");
    });

    test("replays and joins cost nothing", async () => {
      const at = await prepared();
      const { error } = await correctionOf(at.submit("bad"));
      const before = await at.record();
      for (let again = 0; again < 5; again += 1) expect(await answerOf(at.submit("bad"))).toEqual({ error });
      expect(await at.record()).toEqual(before);
    });

    test("a failure of ours ends the request and is replayed, naming the request", async () => {
      const at = await prepared();
      const answer = await answerOf(at.submit("broken"));
      expect(answer).toMatchObject({ error: { code: "INTERNAL", stage: "core", requestId: at.requestId } });
      expect(await answerOf(at.submit("broken"))).toEqual(answer);
      expect(at.validated).toEqual(["broken"]);
    });
  });

  test(`${title}: no token is kept, only hashes`, async () => {
    const at = await prepared();
    const { submissionToken: next } = await correctionOf(at.submit("bad"));
    const kept = JSON.stringify(await at.record());
    expect(kept).not.toContain(at.submissionToken);
    expect(kept).not.toContain(next);
    expect(at.requestId).toMatch(/^[A-Za-z0-9_-]{22}$/);
  });
}
