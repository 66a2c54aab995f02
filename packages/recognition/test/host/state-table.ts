// The state table of host mode, cell by cell, over any store. A store's own tests call `stateTable` with a factory.
import { describe, expect, test } from "vitest";
import type { HostRecordStore } from "../../src/host/record-store.ts";
import type { CancelReason } from "../../src/types/names.ts";
import {
  type Answer,
  answerOf,
  type Candidate,
  correctionOf,
  deskKit,
  type Kit,
  type Prepared,
  verdictOf,
} from "./desk-kit.ts";

export type StoreFactory = () => HostRecordStore | Promise<HostRecordStore>;

/** One request that was corrected once: an earlier token with its candidate and answer, and the current token. */
interface Situation extends Kit {
  readonly earlier: Candidate;
  readonly earlierAnswer: Answer;
  /** The current token with the candidate that is bound to it, or that is about to be. */
  readonly current: Candidate;
  /** The answer of the current candidate, as soon as there is one. */
  readonly running: Promise<Answer> | null;
}

type Column = "open" | "validating" | "done" | "failed" | "cancelled" | "expired";
const COLUMNS: readonly Column[] = ["open", "validating", "done", "failed", "cancelled", "expired"];
const BOUND: readonly Column[] = ["validating", "done", "failed", "cancelled", "expired"];

export function stateTable(title: string, makeStore: StoreFactory): void {
  /** A request in the state of this column; in cancelled and expired a candidate is bound unless `unbound`. */
  async function situation(column: Column, o: { reason?: CancelReason; unbound?: boolean } = {}): Promise<Situation> {
    const kit = deskKit(await makeStore());
    const { desk, scope, clock } = kit;
    const prepared: Prepared = { timeoutMs: 60_000 };
    const { requestId, submissionToken } = await desk.prepare(scope, "main", prepared);
    const earlier = { requestId, submissionToken, candidateText: "bad first" };
    const { error, submissionToken: next } = await correctionOf(desk.accept(scope, earlier));
    const texts = {
      open: "good",
      validating: "good gated",
      done: "good",
      failed: "bad second",
      cancelled: "good gated",
      expired: "good gated",
    };
    const current = { requestId, submissionToken: next, candidateText: texts[column] };
    let running: Promise<Answer> | null = null;
    if (column !== "open" && !o.unbound) {
      running = answerOf(desk.accept(scope, current));
      if (column === "done" || column === "failed") await running;
      else await expect.poll(() => kit.validated).toContain(current.candidateText);
    }
    if (column === "cancelled") await desk.cancel(scope, { requestId, reason: o.reason ?? "cancelled" });
    if (column === "expired") clock.advance(60_000);
    return { ...kit, earlier, earlierAnswer: { error }, current, running };
  }

  const submit = ({ desk, scope }: Kit, candidate: Candidate, change: Partial<Candidate> = {}) =>
    verdictOf(desk.accept(scope, { ...candidate, ...change }));

  describe(`${title}: the state table`, () => {
    test("open: the first candidate under the current token is bound and validated", async () => {
      const at = await situation("open");
      expect(await submit(at, at.current)).toBe("result");
      expect(at.validated).toEqual(["bad first", "good"]);
    });

    test.each<[Column, CancelReason | undefined, string]>([
      ["cancelled", undefined, "REQUEST_CANCELLED/host"],
      ["cancelled", "cancelled", "REQUEST_CANCELLED/host"],
      ["cancelled", "refusal", "EXECUTOR_REFUSED/host"],
      ["cancelled", "incomplete", "EXECUTOR_INCOMPLETE/host"],
      ["expired", undefined, "TIMEOUT/host"],
    ])("%s (%s): a first candidate is answered with %s", async (column, reason, verdict) => {
      const at = await situation(column, { unbound: true, ...(reason === undefined ? {} : { reason }) });
      expect(await submit(at, at.current)).toBe(verdict);
      expect(at.validated).toEqual(["bad first"]);
    });

    test("validating: the same bytes under the same token join the validation that runs", async () => {
      const at = await situation("validating");
      const joined = answerOf(at.desk.accept(at.scope, at.current));
      at.open();
      expect(await joined).toEqual({ text: JSON.stringify({ input: "good gated" }) });
      expect(await at.running).toEqual(await joined);
      expect(at.validated).toEqual(["bad first", "good gated"]);
    });

    test.each<[Column]>([["done"], ["failed"]])(
      "%s: the same bytes under the same token replay the reply",
      async (column) => {
        const at = await situation(column);
        expect(await answerOf(at.desk.accept(at.scope, at.current))).toEqual(await at.running);
        expect(at.validated).toHaveLength(2);
      },
    );

    test.each<[Column, CancelReason, string]>([
      ["cancelled", "cancelled", "REQUEST_CANCELLED/host"],
      ["cancelled", "refusal", "EXECUTOR_REFUSED/host"],
      ["cancelled", "incomplete", "EXECUTOR_INCOMPLETE/host"],
      ["expired", "cancelled", "TIMEOUT/host"],
    ])("%s (%s): the bound candidate is answered with %s", async (column, reason, verdict) => {
      const at = await situation(column, { reason });
      expect(await submit(at, at.current)).toBe(verdict);
    });

    test.each<[Column, string]>([
      ["validating", "CANDIDATE_CONFLICT/host"],
      ["done", "CANDIDATE_CONFLICT/host"],
      ["failed", "CANDIDATE_CONFLICT/host"],
      ["cancelled", "REQUEST_CANCELLED/host"],
      ["expired", "TIMEOUT/host"],
    ])("%s: other bytes under the same token are answered with %s and change nothing", async (column, verdict) => {
      const at = await situation(column);
      const before = await at.store.get(at.scope, at.current.requestId, at.clock.now());
      expect(await submit(at, at.current, { candidateText: "good other" })).toBe(verdict);
      expect(await at.store.get(at.scope, at.current.requestId, at.clock.now())).toEqual(before);
      at.open();
    });

    test.each<[Column]>([["open"], ["validating"], ["done"], ["failed"]])(
      "%s: an earlier token with its own bytes replays its error, correction token included",
      async (column) => {
        const at = await situation(column);
        expect(await answerOf(at.desk.accept(at.scope, at.earlier))).toEqual(at.earlierAnswer);
        expect(at.validated.filter((text) => text === "bad first")).toHaveLength(1);
        at.open();
      },
    );

    test.each<[Column]>([["open"], ["validating"], ["done"], ["failed"]])(
      "%s: an earlier token with other bytes conflicts",
      async (column) => {
        const at = await situation(column);
        expect(await submit(at, at.earlier, { candidateText: "good" })).toBe("CANDIDATE_CONFLICT/host");
        at.open();
      },
    );

    test.each<[Column, CancelReason, string]>([
      ["cancelled", "cancelled", "REQUEST_CANCELLED/host"],
      ["cancelled", "refusal", "EXECUTOR_REFUSED/host"],
      ["cancelled", "incomplete", "EXECUTOR_INCOMPLETE/host"],
      ["expired", "cancelled", "TIMEOUT/host"],
    ])("%s (%s): an earlier token is answered with %s, whatever it brings", async (column, reason, verdict) => {
      const at = await situation(column, { reason });
      expect(await submit(at, at.earlier)).toBe(verdict);
      expect(await submit(at, at.earlier, { candidateText: "good" })).toBe(verdict);
    });

    test.each(COLUMNS.map((column) => [column]))(
      "%s: a foreign token is invalid and changes nothing",
      async (column) => {
        const at = await situation(column);
        const other = await at.desk.prepare(at.scope, "main", {});
        const before = await at.store.get(at.scope, at.current.requestId, at.clock.now());
        for (const submissionToken of [other.submissionToken, "", "x".repeat(43)])
          expect(await submit(at, at.current, { submissionToken })).toBe("TOKEN_INVALID/host");
        expect(await at.store.get(at.scope, at.current.requestId, at.clock.now())).toEqual(before);
        at.open();
      },
    );

    test.each<[Column, string]>([
      ["open", "cancelled"],
      ["validating", "cancelled"],
      ["done", "already_completed"],
      ["failed", "already_completed"],
      ["cancelled", "already_cancelled"],
      ["expired", "already_completed"],
    ])("%s: cancel answers %s", async (column, status) => {
      const at = await situation(column);
      const { requestId } = at.current;
      expect(await at.desk.cancel(at.scope, { requestId })).toEqual({ requestId, status });
    });

    test("a cancel stops the validation that runs and everybody who joined learns of it", async () => {
      const at = await situation("validating");
      const joined = verdictOf(at.desk.accept(at.scope, at.current));
      await at.desk.cancel(at.scope, { requestId: at.current.requestId });
      expect(await joined).toBe("REQUEST_CANCELLED/host");
      expect(await at.running).toMatchObject({ error: { code: "REQUEST_CANCELLED" } });
      expect(at.stopped).toEqual(["good gated"]);
    });

    test("the deadline stops the validation that runs", async () => {
      const at = await situation("expired");
      expect(await at.running).toMatchObject({ error: { code: "TIMEOUT", stage: "host", retryable: false } });
      expect(at.stopped).toEqual(["good gated"]);
    });

    test.each(BOUND.map((column) => [column]))(
      "%s: another session and another owner see no request",
      async (column) => {
        const at = await situation(column);
        const { owner, session } = at.scope;
        for (const scope of [
          { owner, session: "other" },
          { owner, session: null },
          { owner: "other", session },
        ]) {
          expect(await verdictOf(at.desk.accept(scope, at.current))).toBe("REQUEST_NOT_FOUND/host");
          await expect(at.desk.cancel(scope, { requestId: at.current.requestId })).rejects.toMatchObject({
            code: "REQUEST_NOT_FOUND",
            stage: "host",
          });
        }
        at.open();
      },
    );
  });
}
