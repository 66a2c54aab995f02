import { Agent } from "node:http";
import type { Clock } from "@openintents/process";
import type { RunnerMetrics } from "../../metrics.ts";
import { type HttpAnswer, httpCall, NotDispatched, Unanswered } from "./http-call.ts";

/** Amounts are minor units, times RFC 3339. */
export type ShopItem = {
  name: string;
  variant: string;
  quantity: number;
  unit_amount?: number;
  amount: number;
  url?: string;
};
export type ShopSlot = { starts_at: string; ends_at: string };

export type ShopQuoteAnswer = {
  host: string;
  shop_name: string;
  in_stock: boolean;
  items: ShopItem[];
  subtotal: number;
  shipping: number;
  tax: number;
  discount: number;
  tip: number;
  total: number;
  currency: string;
  expires_at: string;
  fulfillment: ShopSlot;
};

export type ShopOrder = {
  order: string;
  host: string;
  items: ShopItem[];
  total: number;
  currency: string;
  placed_at: string;
  customer_reference: string | null;
  fulfillment: ShopSlot;
};

export type OrderRequest = {
  host: string;
  items: { name: string; variant: string; quantity: number; amount: number }[];
  total: number;
  currency: string;
  customer_reference: string;
  fulfillment?: { starts_at: string };
};

/** The shop refused in so many words; nothing was ordered. */
export class ShopRefused extends Error {
  override readonly name = "ShopRefused";
  readonly code: string;

  constructor(code: string) {
    super(`the shop refused: ${code}`);
    this.code = code;
  }
}

/** The shop cannot be read at the moment. */
export class ShopUnavailable extends Error {
  override readonly name = "ShopUnavailable";
}

/** What a call to the shop stands under. */
export type Permission = { guard: () => void; signal: AbortSignal };

const READ_TRIES = 3;
const READ_TIMEOUT_MS = 10_000;
const ORDER_TIMEOUT_MS = 30_000;

/** Reads of the test shop: all that a look-up gets to see. */
export class ShopReader {
  protected readonly base: string;
  protected readonly metrics: RunnerMetrics;
  private readonly clock: Clock;
  private readonly agent = new Agent({ keepAlive: true, maxFreeSockets: 8 });

  constructor(o: { url: string; clock: Clock; metrics: RunnerMetrics }) {
    this.base = o.url.endsWith("/") ? o.url : `${o.url}/`;
    this.clock = o.clock;
    this.metrics = o.metrics;
  }

  /** Throws ShopRefused or ShopUnavailable. */
  async quote(
    query: { host: string; item: string; variant: string; currency: string; starts_at: string },
    permission: Permission,
  ): Promise<ShopQuoteAnswer> {
    return (await this.read("quote", query, permission)) as ShopQuoteAnswer;
  }

  /** The account's orders at a host. Throws ShopUnavailable. */
  async orders(
    query: { host: string; customer_reference?: string; from?: string; to?: string },
    permission: Permission,
  ): Promise<ShopOrder[]> {
    return ((await this.read("orders", query, permission)) as { orders: ShopOrder[] }).orders;
  }

  private async read(path: string, query: Record<string, string>, permission: Permission): Promise<unknown> {
    const url = new URL(path, this.base);
    for (const [name, value] of Object.entries(query)) if (value !== "") url.searchParams.set(name, value);
    for (let round = 1; ; round += 1) {
      try {
        const call = { method: "GET", url, agent: this.agent, timeoutMs: READ_TIMEOUT_MS } as const;
        const answer = await httpCall({ ...call, ...permission });
        if (answer.status >= 500) throw new ShopUnavailable(`the shop answers ${answer.status}`);
        this.metrics.shopCalls.inc({ method: "GET", result: String(answer.status) });
        if (answer.status >= 400) throw new ShopRefused(codeOf(answer));
        return answer.body;
      } catch (error) {
        const failed =
          error instanceof NotDispatched || error instanceof Unanswered || error instanceof ShopUnavailable;
        if (!failed) throw error;
        this.metrics.shopCalls.inc({ method: "GET", result: "failed" });
        if (round === READ_TRIES) throw new ShopUnavailable("the shop cannot be read", { cause: error });
        await this.clock.sleep(200 * round, permission.signal);
      }
    }
  }
}

/** The test shop with its one irreversible call. */
export class ShopClient extends ShopReader {
  /**
   * Places an order, once: never repeated here. Throws ShopRefused, NotDispatched, Unanswered (it may have
   * been placed), or what the guard throws.
   */
  async placeOrder(order: OrderRequest, permission: Permission): Promise<ShopOrder> {
    const url = new URL("orders", this.base);
    const count = (result: string): void => this.metrics.shopCalls.inc({ method: "POST", result });
    let answer: HttpAnswer;
    try {
      answer = await httpCall({ method: "POST", url, body: order, timeoutMs: ORDER_TIMEOUT_MS, ...permission });
    } catch (error) {
      count("failed");
      throw error;
    }
    count(String(answer.status));
    // A shop that fails while it takes an order may have taken it.
    if (answer.status >= 500 || answer.status < 200) throw new Unanswered(`the shop answers ${answer.status}`);
    if (answer.status >= 300) throw new ShopRefused(codeOf(answer));
    return answer.body as ShopOrder;
  }
}

function codeOf(answer: HttpAnswer): string {
  const code = (answer.body as { error?: { code?: unknown } } | null)?.error?.code;
  return typeof code === "string" ? code : `status_${answer.status}`;
}
