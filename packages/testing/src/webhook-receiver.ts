import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** One request that arrived: headers by lower-case name, the body's exact text, epoch ms of arrival. */
export type Delivery = { method: string; path: string; headers: IncomingHttpHeaders; body: string; at: number };

/** How to answer: a status, or a status with a body and headers, or "hang up" / "never answer". */
export type Answer = number | { status: number; body?: string; headers?: Record<string, string> } | "reset" | "hang";

export type WebhookReceiver = {
  url: string;
  /** In order of arrival; also those that got an error as the answer. */
  deliveries: Delivery[];
  /** Resolves with the first delivery that fits, also one that has arrived already. */
  waitFor(fits: (delivery: Delivery) => boolean, timeoutMs?: number): Promise<Delivery>;
  close(): Promise<void>;
};

/** An endpoint for webhooks on a loopback port. `status` decides each answer; default 200. */
export async function webhookReceiver(
  o: { status?: (delivery: Delivery) => Answer | Promise<Answer>; port?: number } = {},
): Promise<WebhookReceiver> {
  const deliveries: Delivery[] = [];
  const waiting = new Set<(delivery: Delivery) => void>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const delivery: Delivery = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks).toString("utf8"),
      at: Date.now(),
    };
    deliveries.push(delivery);
    for (const look of [...waiting]) look(delivery);
    const answer = (await o.status?.(delivery)) ?? 200;
    if (answer === "hang") return;
    if (answer === "reset") {
      request.socket.destroy();
      return;
    }
    const { status, body = "", headers = {} } = typeof answer === "number" ? { status: answer } : answer;
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(o.port ?? 0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    deliveries,
    waitFor(fits, timeoutMs = 10_000) {
      const arrived = deliveries.find(fits);
      if (arrived !== undefined) return Promise.resolve(arrived);
      return new Promise((resolve, reject) => {
        const look = (delivery: Delivery) => {
          if (!fits(delivery)) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(delivery);
        };
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`no such delivery within ${timeoutMs} ms; ${deliveries.length} others arrived`));
        }, timeoutMs);
        waiting.add(look);
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
