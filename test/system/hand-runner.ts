// A runner written by hand against the contract, as a stranger would write one. It shares no
// code with ours, says each report when it is told to, and buys at the real test shop.
import { create, type DescMessage, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { newId } from "@openintents/process";
import {
  AgentService,
  type Claim,
  type ClaimRefSchema,
  type ClaimWorkRequestSchema,
  FulfillmentKind,
  IntentEventType,
  OutcomeBasis,
  PaymentMethod,
  PurchaseOutcome,
  quoteDigest,
  type ShopQuote,
  ShopQuoteSchema,
  SubmitKind,
  TotalSource,
  WorkKind,
} from "@openintents/proto";
import { type Client, createClient, grpcTransport, type Transport } from "@openintents/rpc";

type Init<D extends DescMessage> = Exclude<MessageInitShape<D>, { $typeName: string }>;
export type Ref = Init<typeof ClaimRefSchema>;

const DRIVERS = [{ name: "simulator", version: "hand" }];

export class HandRunner {
  readonly client: Client<typeof AgentService>;
  readonly id: string;
  private readonly transport: Transport;

  private constructor(client: Client<typeof AgentService>, id: string, transport: Transport) {
    this.client = client;
    this.id = id;
    this.transport = transport;
  }

  /** Connects to core at `address` (host:port) and registers. */
  static async start(address: string, key: string): Promise<HandRunner> {
    const transport = grpcTransport({ address });
    const client = createClient(AgentService, transport, { metadata: () => ({ authorization: `Bearer ${key}` }) });
    const hello = { instance: "hand", contractMin: 1, contractMax: 1, drivers: DRIVERS };
    const { runnerId } = await client.register(hello);
    return new HandRunner(client, runnerId, transport);
  }

  async ask(more: Partial<Init<typeof ClaimWorkRequestSchema>> = {}): Promise<Claim[]> {
    const request = {
      runnerId: this.id,
      requestId: newId("req"),
      freeSlots: 1,
      kinds: [WorkKind.RUN, WorkKind.RECONCILE],
      drivers: DRIVERS,
      waitMs: 0,
      ...more,
    };
    return (await this.client.claimWork(request, { deadlineMs: request.waitMs + 5_000 })).claims;
  }

  /** Claims the work on one intent; waits for it up to 30 s. Other work that is offered first is left to go back. */
  async take(intentId: string): Promise<HandClaim> {
    const deadline = Date.now() + 30_000;
    while (Date.now() < deadline) {
      const [claim] = await this.ask({ waitMs: 5_000 });
      if (claim?.work?.intentId === intentId) return new HandClaim(this, claim);
    }
    throw new Error(`there is no work on ${intentId}`);
  }

  close(): Promise<void> {
    return this.transport.close();
  }
}

/** A claim of the hand-written runner. Nothing renews its lease unless `beat` is called. */
export class HandClaim {
  readonly claim: Claim;
  private readonly runner: HandRunner;

  constructor(runner: HandRunner, claim: Claim) {
    this.runner = runner;
    this.claim = claim;
  }

  get client(): Client<typeof AgentService> {
    return this.runner.client;
  }

  get work() {
    if (this.claim.work === undefined) throw new Error("a claim carries work");
    return this.claim.work;
  }

  /** The proof on a call; `no` 0 for calls without a report number. */
  ref(no = 0): Ref {
    const { claimId = "", epoch = 0n, token = new Uint8Array() } = this.claim.ref ?? {};
    return { claimId, epoch, token, reportNo: no };
  }

  note(no: number, text: string) {
    return this.client.reportSteps(this.noteRequest(no, text));
  }

  noteRequest(no: number, text: string) {
    const step = { type: IntentEventType.NOTE, args: { case: "note" as const, value: { text } } };
    return { ref: this.ref(no), steps: [step] };
  }

  begin(no: number, quote: ShopQuote) {
    const { revision } = this.work;
    const how = { payment: PaymentMethod.SHOP_COD, submit: SubmitKind.CALL };
    return this.client.beginPurchase({ ref: this.ref(no), quote, revision, ...how });
  }

  /** Settles the attempt as placed and completes the intent, which ends the claim. */
  placed(no: number, attemptId: string, charged: ShopQuote, confirmation: string) {
    const settled = { outcome: PurchaseOutcome.PLACED, basis: OutcomeBasis.SHOP_ANSWER, complete: true };
    return this.client.resolvePurchase({
      ref: this.ref(no),
      attemptId,
      ...settled,
      receipt: { charged, confirmation },
    });
  }

  beat() {
    return this.client.heartbeat({ runnerId: this.runner.id, claims: [this.ref()] });
  }

  /** Buys what the work wants, with the next report being number `from`. */
  async buy(shop: string, from: number): Promise<void> {
    const quote = await askPrice(shop, this.work.shops[0] ?? "ok.shop.test");
    const { attemptId, orderReference } = await this.begin(from, quote);
    const order = await placeOrder(shop, quote, orderReference);
    await this.placed(from + 1, attemptId, quote, order);
  }
}

/** What a mug costs at the test shop, as the contract wants a quote. */
export async function askPrice(shop: string, host: string): Promise<ShopQuote> {
  const answer = await fetch(`${shop}/quote?host=${host}&item=mug`);
  const told = (await answer.json()) as Record<string, number> & {
    items: { name: string; quantity: number; amount: number }[];
    currency: string;
    expires_at: string;
    fulfillment: { starts_at: string; ends_at: string };
  };
  const at = (time: string) => timestampFromDate(new Date(time));
  const { items, subtotal, shipping, tax, total, currency } = told;
  const quote = create(ShopQuoteSchema, {
    host,
    items: items.map(({ name, quantity, amount }) => ({ name, quantity, unitAmount: amount, amount })),
    ...{ subtotal, shipping, tax, total, currency },
    expiresAt: at(told.expires_at),
    observedTotal: { amount: total ?? 0, currency, source: TotalSource.PROTOCOL },
    fulfillment: {
      kind: FulfillmentKind.DELIVERY,
      startsAt: at(told.fulfillment.starts_at),
      endsAt: at(told.fulfillment.ends_at),
    },
  });
  quote.digest = quoteDigest(quote);
  return quote;
}

/** Orders at the test shop under the attempt's reference; answers the order's number. */
export async function placeOrder(shop: string, quote: ShopQuote, reference: string): Promise<string> {
  const { host, items, total, currency } = quote;
  const answer = await fetch(`${shop}/orders`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      host,
      items: items.map(({ name, quantity, amount }) => ({ name, quantity, amount })),
      total,
      currency,
      customer_reference: reference,
    }),
  });
  if (answer.status !== 201) throw new Error(`the shop answered ${answer.status}`);
  return ((await answer.json()) as { order: string }).order;
}
