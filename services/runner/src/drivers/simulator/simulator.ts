import type { Clock } from "@openintents/process";
import { FailureCode, type ShopQuote, type Work } from "@openintents/proto";
import type { RunnerMetrics } from "../../metrics.ts";
import type { Driver, Outcome, RunContext } from "../driver.ts";
import { lookUp } from "./lookup.ts";
import { type PurchaseDeps, purchase } from "./purchase.ts";
import { SIZES, sizeQuestion } from "./questions.ts";
import { quoteOf } from "./quotes.ts";
import { type Request, requestOf } from "./request.ts";
import { freshState, type RunState, restored, saved } from "./run-state.ts";
import { hostOf, type Scenario, scenarioOfHost } from "./scenario.ts";
import { ShopClient, ShopReader, ShopRefused, ShopUnavailable } from "./shop-client.ts";
import * as steps from "./steps.ts";

const NOTES = 18;
const NOTE_MS = 5_000;

export type SimulatorOptions = {
  shopUrl: string;
  /** Factor on every simulated wait. */
  pace: number;
  crash: "exit" | "forget";
  clock: Clock;
  metrics: RunnerMetrics;
};

/** Buys at the test shop's hosts, each of which plays one scenario. */
export function createSimulator(o: SimulatorOptions): Driver {
  const access = { url: o.shopUrl, clock: o.clock, metrics: o.metrics };
  const shop = new ShopClient(access);
  const reader = new ShopReader(access);
  return {
    name: "simulator",
    version: "1",
    features: [],
    // Whatever a test intent wants is simulated; nothing outside is ever contacted.
    canServe: (work) => (work.test ? "strong" : "no"),
    async run(ctx, work) {
      const host = hostOf(work);
      const scenario = scenarioOfHost(host);
      if (scenario === undefined) return { kind: "failed", code: FailureCode.SHOP_NOT_SUPPORTED };
      try {
        return (await new SimulatedRun(o, shop, ctx, { host, scenario, work }).carryOut()) ?? ended(ctx);
      } catch (error) {
        if (error instanceof ShopUnavailable) return { kind: "failed", code: FailureCode.SHOP_UNAVAILABLE };
        if (error instanceof ShopRefused) return { kind: "failed", code: FailureCode.SHOP_NOT_SUPPORTED };
        throw error;
      }
    },
    reconcile: (ctx, attempt) => lookUp(ctx, reader, attempt),
  };
}

/** A call of the contract ended the claim; should it live on all the same, it goes by itself when its lease ends. */
function ended(ctx: RunContext): never {
  return ctx.abandon();
}

class SimulatedRun {
  private readonly o: SimulatorOptions;
  private readonly shop: ShopClient;
  private readonly ctx: RunContext;
  private readonly scenario: Scenario;
  private readonly work: Work;
  private readonly request: Request;
  private state: RunState;

  constructor(
    o: SimulatorOptions,
    shop: ShopClient,
    ctx: RunContext,
    what: { host: string; scenario: Scenario; work: Work },
  ) {
    this.o = o;
    this.shop = shop;
    this.ctx = ctx;
    this.scenario = what.scenario;
    this.work = what.work;
    this.request = requestOf(what.work);
    this.state = freshState(what.host, this.request.startsAt);
  }

  async carryOut(): Promise<Outcome | undefined> {
    const { ctx, scenario } = this;
    this.state = restored(await ctx.savedState(), this.state.host) ?? this.state;
    const browsed = this.state.browsed ? await this.reopen() : await this.browse();
    if (browsed !== undefined) return browsed;
    if (scenario === "slow") await this.dawdle();
    if (scenario === "size") await this.chooseSize();
    await this.fillCart();
    const quote = await this.price();
    await this.idle(300);
    await ctx.safePoint(saved(this.state));
    return purchase(this.purchaseDeps(), quote, scenario === "approve" && !isApproved(this.work, quote));
  }

  private async browse(): Promise<Outcome | undefined> {
    const { ctx, state, request } = this;
    // The plan is in the timeline already: core writes it once the text is understood.
    await ctx.report(steps.shopOpenedStep(state.host));
    await this.idle(400);
    const { quote, inStock } = await this.quote();
    await ctx.report(steps.searchedStep(request.item));
    if (!inStock) return { kind: "failed", code: FailureCode.OUT_OF_STOCK };
    await this.idle(400);
    await ctx.report(steps.itemSelectedStep(quote));
    if (this.scenario === "crash" && this.work.restarts === 0) await this.crash();
    state.browsed = true;
    await this.idle(300);
    await ctx.safePoint(saved(state));
    return undefined;
  }

  /** After a pause: the page is opened again and the cart rebuilt. */
  private async reopen(): Promise<undefined> {
    await this.ctx.report(steps.shopOpenedStep(this.state.host));
    return undefined;
  }

  private async dawdle(): Promise<void> {
    const { ctx, state } = this;
    while (state.notes < NOTES) {
      await this.idle(NOTE_MS);
      await ctx.safePoint(saved(state));
      state.notes += 1;
      await ctx.report(steps.noteStep(`The shop is slow; step ${state.notes} of ${NOTES}.`));
    }
  }

  private async chooseSize(): Promise<void> {
    const { ctx, state } = this;
    if (state.variant !== "") return;
    const known = sizeIn(await ctx.resumedAnswer());
    const size = known ?? sizeIn(await ctx.ask(sizeQuestion(this.request.item), saved(state)));
    if (size === undefined) throw new Error("the answer names none of the sizes offered");
    state.variant = size;
    // An answer is given once; what it said must survive the next crash.
    await ctx.saveState(saved(state));
  }

  private async fillCart(): Promise<void> {
    const { quote } = await this.quote();
    await this.ctx.report(steps.cartUpdatedStep(quote));
    await this.idle(300);
  }

  /** Reads the price of the cart and reports it. */
  private async price(): Promise<ShopQuote> {
    const { quote } = await this.quote();
    await this.ctx.report(steps.pricedStep(quote));
    return quote;
  }

  private async quote(): Promise<{ quote: ShopQuote; inStock: boolean }> {
    const { ctx, state, request, work } = this;
    const answer = await this.shop.quote(
      {
        host: state.host,
        item: request.item,
        variant: state.variant,
        currency: work.currency || "usd",
        starts_at: state.startsAt,
      },
      { guard: () => ctx.mayTouchShop(), signal: ctx.signal },
    );
    state.startsAt = answer.fulfillment.starts_at;
    return { quote: quoteOf(answer), inStock: answer.in_stock };
  }

  private async idle(ms: number): Promise<void> {
    await this.ctx.wait(ms * this.o.pace);
  }

  private async crash(): Promise<never> {
    if (this.o.crash === "exit") process.kill(process.pid, "SIGKILL");
    return this.ctx.abandon();
  }

  private purchaseDeps(): PurchaseDeps {
    const { ctx, shop, scenario, state } = this;
    return {
      ctx,
      shop,
      scenario,
      state,
      price: () => this.price(),
      idle: (ms) => this.idle(ms),
      crash: () => this.crash(),
    };
  }
}

function sizeIn(answer: unknown): string | undefined {
  return typeof answer === "string" && SIZES.includes(answer) ? answer : undefined;
}

function isApproved(work: Work, quote: ShopQuote): boolean {
  return work.approvedDigest.length > 0 && Buffer.from(work.approvedDigest).equals(quote.digest);
}
