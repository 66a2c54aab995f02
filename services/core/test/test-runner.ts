// A runner as a stranger would write it: it keeps its refs and numbers its reports.
import { create, type DescMessage, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  type AgentService,
  type BeginPurchaseRequestSchema,
  type Claim,
  type ClaimRefSchema,
  type ClaimWorkRequestSchema,
  FulfillmentKind,
  InputAbout,
  InputKind,
  IntentEventType,
  OutcomeBasis,
  PaymentMethod,
  PurchaseOutcome,
  type QuestionSchema,
  quoteDigest,
  type ResolvePurchaseRequestSchema,
  type ShopQuote,
  ShopQuoteSchema,
  SubmitKind,
  TotalSource,
  WorkKind,
} from "@openintents/proto";
import type { Client } from "@openintents/rpc";
import type { AgentHarness } from "./agent-harness.ts";

type Init<D extends DescMessage> = Exclude<MessageInitShape<D>, { $typeName: string }>;
type Ref = Init<typeof ClaimRefSchema>;

let asks = 0;

export class TestRunner {
  readonly client: Client<typeof AgentService>;
  readonly id: string;
  readonly drivers: string[];

  constructor(client: Client<typeof AgentService>, id: string, drivers: string[]) {
    this.client = client;
    this.id = id;
    this.drivers = drivers;
  }

  static async start(harness: AgentHarness, pool = "simulator", drivers = ["simulator"]): Promise<TestRunner> {
    const key = await harness.runnerKey(pool);
    const client = harness.agentClient(key.secret);
    const { runnerId } = await client.register({
      instance: "test",
      contractMin: 1,
      contractMax: 1,
      drivers: drivers.map((name) => ({ name })),
    });
    return new TestRunner(client, runnerId, drivers);
  }

  async ask(more: Partial<Init<typeof ClaimWorkRequestSchema>> = {}): Promise<Claim[]> {
    const { claims } = await this.client.claimWork({
      runnerId: this.id,
      requestId: `ask-${asks++}`,
      freeSlots: 1,
      kinds: [WorkKind.RUN, WorkKind.RECONCILE],
      drivers: this.drivers.map((name) => ({ name })),
      waitMs: 0,
      ...more,
    });
    return claims;
  }

  /** Claims one piece of work; fails when there is none. */
  async take(more: Partial<Init<typeof ClaimWorkRequestSchema>> = {}): Promise<Held> {
    const [claim] = await this.ask(more);
    if (!claim) throw new Error("there is no work");
    return new Held(this.client, claim);
  }
}

/** A claim that this runner holds. */
export class Held {
  readonly client: Client<typeof AgentService>;
  readonly claim: Claim;
  reportNo = 0;

  constructor(client: Client<typeof AgentService>, claim: Claim) {
    this.client = client;
    this.claim = claim;
  }

  get work() {
    if (!this.claim.work) throw new Error("a claim has work");
    return this.claim.work;
  }

  /** The ref of a call without a number, or of report `no`. */
  ref(no = 0): Ref {
    const { claimId = "", epoch = 0n, token = new Uint8Array() } = this.claim.ref ?? {};
    return { claimId, epoch, token, reportNo: no };
  }

  /** Makes the next report; a refused one does not use its number up. */
  async report<T>(send: (ref: Ref) => Promise<T>): Promise<T> {
    const reply = await send(this.ref(this.reportNo + 1));
    this.reportNo += 1;
    return reply;
  }

  note(text = "looking around") {
    return this.report((ref) => this.client.reportSteps({ ref, steps: [noteStep(text)] }));
  }

  begin(more: Partial<Init<typeof BeginPurchaseRequestSchema>> = {}) {
    return this.report((ref) =>
      this.client.beginPurchase({
        ref,
        quote: quoteOf(),
        revision: this.work.revision,
        payment: PaymentMethod.SHOP_COD,
        submit: SubmitKind.CALL,
        ...more,
      }),
    );
  }

  resolve(attemptId: string, more: Partial<Init<typeof ResolvePurchaseRequestSchema>>) {
    return this.report((ref) =>
      this.client.resolvePurchase({
        ref,
        attemptId,
        outcome: PurchaseOutcome.UNKNOWN,
        basis: OutcomeBasis.SHOP_ANSWER,
        ...more,
      }),
    );
  }

  placed(attemptId: string, charged: ShopQuote = quoteOf(), more: { complete?: boolean; basis?: OutcomeBasis } = {}) {
    return this.resolve(attemptId, {
      outcome: PurchaseOutcome.PLACED,
      receipt: { charged, confirmation: "T-1001" },
      complete: true,
      ...more,
    });
  }

  notPlaced(attemptId: string, basis: OutcomeBasis, strong = false) {
    return this.resolve(attemptId, { outcome: PurchaseOutcome.NOT_PLACED, basis, strong });
  }

  askFor(question: Partial<Init<typeof QuestionSchema>> = {}) {
    return this.report((ref) => this.client.requestInput({ ref, question: { ...sizeQuestion, ...question } }));
  }
}

export const sizeQuestion = {
  kind: InputKind.CHOICE,
  name: "size",
  about: InputAbout.ORDER,
  required: true,
  promptKey: "choose_size",
  options: [
    { id: "s", label: "S" },
    { id: "m", label: "M" },
  ],
};

export function noteStep(text: string) {
  return { type: IntentEventType.NOTE, args: { case: "note" as const, value: { text } } };
}

/** What the test shops charge: 1905, to which core adds 95. */
export function quoteOf(more: Partial<Init<typeof ShopQuoteSchema>> = {}): ShopQuote {
  const quote = create(ShopQuoteSchema, {
    host: "ok.shop.test",
    shopName: "OK Shop",
    items: [{ name: "Mug", quantity: 1, unitAmount: 1500, amount: 1500 }],
    subtotal: 1500,
    shipping: 200,
    tax: 205,
    total: 1905,
    currency: "usd",
    observedTotal: { amount: 1905, currency: "usd", source: TotalSource.CODE },
    fulfillment: { kind: FulfillmentKind.DELIVERY, startsAt: timestampFromMs(Date.UTC(2027, 0, 4, 9)) },
    ...more,
  });
  if (quote.digest.byteLength === 0) quote.digest = quoteDigest(quote);
  return quote;
}

/** Charges `amount` for one item and nothing else. */
export function quoteFor(amount: number, more: Partial<Init<typeof ShopQuoteSchema>> = {}): ShopQuote {
  return quoteOf({
    items: [{ name: "Mug", quantity: 1, unitAmount: amount, amount }],
    subtotal: amount,
    shipping: 0,
    tax: 0,
    total: amount,
    observedTotal: { amount, currency: "usd", source: TotalSource.CODE },
    ...more,
  });
}
