import { create } from "@bufbuild/protobuf";
import { ServiceError } from "@openintents/process";
import {
  BeginPurchaseRequestSchema,
  PaymentMethod,
  QuestionSchema,
  quoteDigest,
  ReleaseClaimRequestSchema,
  ReleaseReason,
  ReportStepsRequestSchema,
  RequestInputRequestSchema,
  RequestWalletStepRequestSchema,
  ResolvePurchaseRequestSchema,
  SaveCheckpointRequestSchema,
  type ShopQuote,
  ShopQuoteSchema,
  SubmitKind,
} from "@openintents/proto";
import { type ClaimDeps, claimContext } from "./claim-context.ts";
import { CommitWindow } from "./commit-window.ts";
import {
  type BegunPurchase,
  type PurchaseEnd,
  PurchaseRefused,
  type QuestionInit,
  type RunContext,
  type SavedState,
  type StepInit,
} from "./drivers/driver.ts";
import { basisName, outcomeName, questionName, stepName } from "./names.ts";
import { openAnswer, openState, sealState } from "./sealed-state.ts";

/** Refusals of a purchase, or of asking to approve it, that a driver deals with; any other refusal is a fault. */
const REFUSALS = [
  "stale_intent",
  "attempt_open",
  "shop_not_allowed",
  "quote_invalid",
  "over_cap",
  "prohibited",
  "needs_approval",
  "needs_funds",
];

/** The contract client of one RUN claim. */
export function runContext(deps: ClaimDeps): RunContext {
  const { agent, reporter, lease, claim, work, metrics, driver } = deps;

  function refused(error: ServiceError): PurchaseRefused {
    metrics.refusals.inc({ rule: error.reason });
    return new PurchaseRefused(error.reason, error.details);
  }

  async function release(state: SavedState): Promise<never> {
    const checkpoint = await sealState(claim, work, state);
    const reason = ReleaseReason.DRAINING;
    await reporter.unnumbered(
      (ref) => create(ReleaseClaimRequestSchema, { ref, reason, ...(checkpoint === undefined ? {} : { checkpoint }) }),
      (request, options) => agent.releaseClaim(request, options),
    );
    throw lease.end("released");
  }

  async function report(...steps: StepInit[]): Promise<void> {
    await reporter.report(
      ReportStepsRequestSchema,
      (ref) => create(ReportStepsRequestSchema, { ref, steps }),
      (request, options) => agent.reportSteps(request, options),
    );
    for (const step of steps) metrics.steps.inc({ driver, action: stepName(step.type), result: "ok" });
    deps.confirmed();
  }

  async function saveState(state: SavedState): Promise<void> {
    const checkpoint = await sealState(claim, work, state);
    if (checkpoint === undefined) return;
    await reporter.report(
      SaveCheckpointRequestSchema,
      (ref) => create(SaveCheckpointRequestSchema, { ref, checkpoint }),
      (request, options) => agent.saveCheckpoint(request, options),
    );
  }

  async function ask(question: QuestionInit, state: SavedState): Promise<unknown> {
    const checkpoint = await sealState(claim, work, state);
    const { reply } = await reporter
      .report(
        RequestInputRequestSchema,
        (ref) => {
          const asked = create(QuestionSchema, question);
          return create(RequestInputRequestSchema, { ref, question: asked, ...(checkpoint && { checkpoint }) });
        },
        (request, options) => agent.requestInput(request, options),
      )
      .catch((error: unknown) => {
        throw isRefusal(error, REFUSALS) ? refused(error) : error;
      });
    if (reply.continue === undefined) {
      metrics.pauses.inc({ kind: questionName(question.kind) });
      throw lease.end("paused");
    }
    const { answer, purpose } = reply.continue;
    return openAnswer(deps.keys, work, answer === undefined ? [] : [answer], purpose);
  }

  async function wallet(quote: ShopQuote, state: SavedState): Promise<void> {
    const checkpoint = await sealState(claim, work, state);
    const { reply } = await reporter
      .report(
        RequestWalletStepRequestSchema,
        (ref) => create(RequestWalletStepRequestSchema, { ref, quote, ...(checkpoint && { checkpoint }) }),
        (request, options) => agent.requestWalletStep(request, options),
      )
      .catch((error: unknown) => {
        throw isRefusal(error, ["not_implemented"]) ? new PurchaseRefused("needs_funds", null) : error;
      });
    if (reply.continue !== undefined) return;
    metrics.pauses.inc({ kind: "wallet" });
    throw lease.end("paused");
  }

  async function begin(quote: ShopQuote): Promise<BegunPurchase> {
    const digested = create(ShopQuoteSchema, { ...quote, digest: quoteDigest(quote) });
    const payment = PaymentMethod.WALLET;
    try {
      const { reply, sent } = await reporter.report(
        BeginPurchaseRequestSchema,
        (ref) =>
          create(BeginPurchaseRequestSchema, {
            ref,
            quote: digested,
            revision: work.revision,
            payment,
            submit: SubmitKind.CALL,
          }),
        (request, options) => agent.beginPurchase(request, options),
      );
      const window = new CommitWindow({ clock: deps.clock, begun: sent, lengthMs: reply.commitMs });
      deps.attemptOpened();
      return {
        attemptId: reply.attemptId,
        orderReference: reply.orderReference,
        idempotencyKey: reply.idempotencyKey,
        mayDispatch: () => {
          lease.mayTouchShop();
          window.check();
        },
      };
    } catch (error) {
      throw isRefusal(error, REFUSALS) ? refused(error) : error;
    }
  }

  async function resolve(end: PurchaseEnd): Promise<boolean> {
    const { reply } = await reporter.report(
      ResolvePurchaseRequestSchema,
      (ref) => create(ResolvePurchaseRequestSchema, { ref, ...end }),
      (request, options) => agent.resolvePurchase(request, options),
    );
    metrics.attempts.inc({ outcome: outcomeName(end.outcome), basis: basisName(end.basis) });
    deps.attemptSettled();
    if (!reply.claimAlive) lease.end("ended");
    return reply.claimAlive;
  }

  return {
    ...claimContext(deps),
    report,
    savedState: () => openState(deps.keys, work),
    saveState,
    async safePoint(state) {
      lease.check();
      if (deps.draining.aborted) await release(state);
    },
    release,
    resumedAnswer: () => openAnswer(deps.keys, work, work.resume?.answers ?? [], work.resume?.purpose ?? ""),
    ask,
    wallet,
    begin,
    resolve,
    abandon() {
      throw lease.end("abandoned");
    },
  };
}

function isRefusal(error: unknown, reasons: readonly string[]): error is ServiceError {
  return error instanceof ServiceError && reasons.includes(error.reason);
}
