import { createHash } from "node:crypto";
import type { Message, MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { serviceError } from "@openintents/process";
import {
  type AgentService,
  AttemptState,
  type ClaimRef,
  PurchaseOutcome,
  type ResolvePurchaseRequest,
  WorkKind,
} from "@openintents/proto";
import { type CallContext, type Handlers, receivedBytes } from "@openintents/rpc";
import type { FakeCore, Lent } from "./fake-core.ts";

type Reply<M extends keyof (typeof AgentService)["method"]> = MessageInitShape<
  (typeof AgentService)["method"][M]["output"]
>;

/** AgentService over a FakeCore. `faults` may fail a call before or after it took effect. */
export function agentHandlers(core: FakeCore): Partial<Handlers<typeof AgentService>> {
  function lentOf(ref: ClaimRef | undefined): Lent {
    const lent = core.lent.get(ref?.claimId ?? "");
    if (lent === undefined || lent.claim.ref?.epoch !== ref?.epoch) throw serviceError("claim_lost", "unknown claim");
    return lent;
  }

  function confirm(lent: Lent): void {
    if (lent.ended !== undefined) throw serviceError(lent.ended, "the claim is over");
    if (lent.confirmed) return;
    lent.confirmed = true;
    lent.expiresAt = Date.now() + core.settings.leaseMs;
  }

  /** Report numbers as the contract has them: the last reply again for the same bytes, refusals use no number up. */
  function numbered<R>(request: Message & { ref?: ClaimRef }, apply: (lent: Lent) => R): R {
    const lent = lentOf(request.ref);
    const number = request.ref?.reportNo ?? 0;
    const digest = createHash("sha256")
      .update(receivedBytes(request) ?? new Uint8Array())
      .digest("hex");
    if (number === lent.reportNo && number > 0) {
      if (digest !== lent.digest) throw serviceError("report_conflict", "other bytes");
      return lent.reply as R;
    }
    confirm(lent);
    const expected = lent.reportNo + 1;
    if (number !== expected) throw serviceError("report_gap", "gap", { details: { expected } });
    const reply = apply(lent);
    Object.assign(lent, { reportNo: number, digest, reply });
    core.changed();
    return reply;
  }

  function resolve(request: ResolvePurchaseRequest, lent: Lent): Reply<"resolvePurchase"> {
    const { job } = lent;
    const attempt = job.attempts.find((one) => one.id === request.attemptId);
    if (attempt === undefined) throw serviceError("attempt_not_open", "no such attempt");
    const { outcome, basis, strong, failure } = request;
    job.resolutions.push({ outcome, basis, strong, failure });
    if (outcome === PurchaseOutcome.PLACED) {
      attempt.state = AttemptState.PLACED;
      if (request.complete) {
        job.end = { kind: "completed" };
        core.endClaim(lent, "claim_ended");
      }
    } else if (outcome === PurchaseOutcome.UNKNOWN) {
      attempt.state = AttemptState.UNKNOWN;
      core.endClaim(lent, "claim_ended");
    } else {
      attempt.state = AttemptState.NOT_PLACED;
      if (failure !== 0) job.end = { kind: "failed", code: failure, details: undefined };
      if (failure !== 0 || lent.claim.kind === WorkKind.RECONCILE) core.endClaim(lent, "claim_ended");
      if (failure === 0 && lent.claim.kind === WorkKind.RECONCILE) core.enqueue(job, WorkKind.RUN);
    }
    return { sequence: 1, claimAlive: lent.ended === undefined };
  }

  return {
    register: () => ({
      runnerId: "run_1",
      settings: core.settings,
      serverTime: timestampFromMs(Date.now()),
      contract: 1,
    }),

    async claimWork(request, ctx: CallContext) {
      const repeated = core.repeats.get(request.requestId);
      if (repeated !== undefined) return { claims: repeated };
      const wait = new Promise<void>((resolve) => {
        ctx.signal.addEventListener("abort", () => resolve(), { once: true });
      });
      const work = core.until(() => core.queued > 0 || ctx.signal.aborted, "there is work", request.waitMs + 5_000);
      await Promise.race([wait, work]);
      if (ctx.signal.aborted) return { claims: [] };
      const claims = core.take(request.runnerId, request.freeSlots);
      core.repeats.set(request.requestId, claims);
      return { claims };
    },

    async *signals(request, ctx: CallContext) {
      let after = request.afterSignal;
      ctx.signal.addEventListener("abort", () => core.changed(), { once: true });
      while (!ctx.signal.aborted) {
        for (const signal of core.signals.filter((one) => one.id > after)) {
          after = signal.id;
          yield { signal };
        }
        const seen = after;
        await core.until(() => ctx.signal.aborted || core.signals.some((one) => one.id > seen), "a signal", 600_000);
      }
    },

    heartbeat(request) {
      const renewed: string[] = [];
      const lost: { claimId: string; reason: string }[] = [];
      for (const ref of request.claims) {
        const lent = lentOf(ref);
        if (lent.ended !== undefined) {
          lost.push({ claimId: ref.claimId, reason: lent.ended });
          continue;
        }
        confirm(lent);
        lent.expiresAt = Date.now() + core.settings.leaseMs;
        renewed.push(ref.claimId);
      }
      return { renewed, lost, signals: core.signals.filter((one) => one.id > request.afterSignal) };
    },

    releaseClaim(request) {
      const lent = lentOf(request.ref);
      if (lent.ended !== undefined) throw serviceError(lent.ended, "the claim is over");
      lent.job.releases.push(request.reason);
      if (request.checkpoint !== undefined) lent.job.checkpoint = request.checkpoint;
      core.endClaim(lent, "claim_ended");
      core.enqueue(lent.job, lent.claim.kind);
      return {};
    },

    reportSteps: (request) =>
      numbered(request, ({ job }) => {
        core.say(
          job,
          request.steps.map((step) => step.type),
        );
        job.quote = request.steps.findLast((step) => step.quote !== undefined)?.quote ?? job.quote;
        return { sequence: 1 };
      }),

    saveCheckpoint: (request) =>
      numbered(request, ({ job }) => {
        job.checkpoint = request.checkpoint;
        return {};
      }),

    requestInput: (request) =>
      numbered(request, (lent) => {
        if (request.question === undefined) throw serviceError("parameter_missing", "question", { param: "question" });
        lent.job.questions.push(request.question);
        lent.job.checkpoint = request.checkpoint;
        core.endClaim(lent, "claim_ended");
        return { inputRequest: `inp_${lent.job.questions.length}` };
      }),

    beginPurchase: (request) =>
      numbered(request, ({ job }): Reply<"beginPurchase"> => {
        const { quote } = request;
        if (quote === undefined) throw serviceError("parameter_missing", "quote", { param: "quote" });
        const refusal = job.policy(quote, job);
        if (refusal !== undefined) throw refusal;
        if (core.openAttempt(job) !== undefined) throw serviceError("attempt_open", "an attempt is open");
        const number = job.attempts.length + 1;
        const orderReference = `REF${job.id.slice(-7).toUpperCase()}${String(number).padStart(2, "0")}`;
        job.attempts.push({ id: `att_${number}`, state: AttemptState.COMMITTING, orderReference, quote });
        job.begunAt.push(Date.now());
        return { attemptId: `att_${number}`, orderReference, idempotencyKey: `k${number}`, commitMs: core.commitMs };
      }),

    resolvePurchase: (request) => numbered(request, (lent) => resolve(request, lent)),

    completeWork: (request) =>
      numbered(request, (lent) => {
        lent.job.end = { kind: "completed" };
        core.endClaim(lent, "claim_ended");
        return { sequence: 1 };
      }),

    failWork: (request) =>
      numbered(request, (lent) => {
        lent.job.end = { kind: "failed", code: request.code, details: request.details };
        core.endClaim(lent, "claim_ended");
        return { sequence: 1 };
      }),
  };
}
