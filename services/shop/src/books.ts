import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import type { Slot } from "./domain/price.ts";

export type OrderItem = { name: string; variant: string; quantity: number; amount: number };

/** One order as the books keep it; `order` is the shop's own number. Amounts are minor units. */
export type Order = {
  order: string;
  host: string;
  items: OrderItem[];
  total: number;
  currency: string;
  placed_at: string;
  customer_reference: string | null;
  fulfillment: Slot;
};

type Waiting = { line: Buffer; order: Order; resolve: (order: Order) => void; reject: (error: unknown) => void };

const NEWLINE = 0x0a;

/**
 * The shop's books: an append-only file of JSON lines. An order counts, and can be seen, only
 * once its line is on the disk. Orders that arrive while a write is under way share the next
 * write, so the disk is waited for once for all of them.
 */
export class Books {
  private readonly file: FileHandle;
  private readonly all: Order[];
  private readonly byHost = new Map<string, Order[]>();
  private size: number;
  private lastNumber = 0;
  private waiting: Waiting[] = [];
  private writing: Promise<void> | undefined;
  private broken: unknown;

  private constructor(file: FileHandle, orders: Order[], size: number) {
    this.file = file;
    this.all = [];
    this.size = size;
    for (const order of orders) this.show(order);
  }

  /**
   * Opens the books, made when absent. A last line without its line end was cut by a crash before
   * anybody was told of the order: it is removed. Any other unreadable line is an error.
   */
  static async open(path: string): Promise<Books> {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(path, "a+", 0o600);
    try {
      const content = await file.readFile();
      const size = content.lastIndexOf(NEWLINE) + 1;
      if (size < content.length) await file.truncate(size);
      const lines = content.subarray(0, size).toString("utf8").split("\n").slice(0, -1);
      const orders = lines.map((line, index) => parseLine(line, `${path}:${index + 1}`));
      await file.sync();
      await syncDirectory(dirname(path));
      return new Books(file, orders, size);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Every order, oldest first. */
  orders(): readonly Order[] {
    return this.all;
  }

  /** Orders of one host, oldest first. */
  ordersOf(host: string): readonly Order[] {
    return this.byHost.get(host) ?? [];
  }

  /** Writes a new order, numbered here. Resolves when it is on the disk. */
  place(details: Omit<Order, "order">): Promise<Order> {
    this.lastNumber += 1;
    const order: Order = { order: `SO-${String(this.lastNumber).padStart(6, "0")}`, ...details };
    const line = Buffer.from(`${JSON.stringify(order)}\n`, "utf8");
    return new Promise((resolve, reject) => {
      this.waiting.push({ line, order, resolve, reject });
      this.writing ??= this.drain().finally(() => {
        this.writing = undefined;
      });
    });
  }

  async close(): Promise<void> {
    await this.writing;
    await this.file.close();
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      try {
        await this.append(Buffer.concat(batch.map((one) => one.line)));
      } catch (error) {
        for (const one of batch) one.reject(error);
        continue;
      }
      for (const one of batch) {
        this.show(one.order);
        one.resolve(one.order);
      }
    }
  }

  private async append(bytes: Buffer): Promise<void> {
    if (this.broken !== undefined) throw new Error("the books cannot be written", { cause: this.broken });
    try {
      await this.file.appendFile(bytes);
      await this.file.datasync();
      this.size += bytes.length;
    } catch (error) {
      // Half a line must not stay in front of the next order.
      await this.file.truncate(this.size).catch((cause: unknown) => {
        this.broken = cause;
      });
      throw error;
    }
  }

  private show(order: Order): void {
    this.all.push(order);
    const ofHost = this.byHost.get(order.host);
    if (ofHost === undefined) this.byHost.set(order.host, [order]);
    else ofHost.push(order);
    this.lastNumber = Math.max(this.lastNumber, Number(order.order.slice(3)));
  }
}

function parseLine(line: string, place: string): Order {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new Error(`the books cannot be read: ${place} is not JSON`, { cause });
  }
  const order = value as Partial<Order> | null;
  if (typeof order?.order !== "string" || typeof order.host !== "string" || typeof order.total !== "number") {
    throw new Error(`the books cannot be read: ${place} is not an order`);
  }
  return order as Order;
}

/** A new file is safe only when its directory entry is. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
