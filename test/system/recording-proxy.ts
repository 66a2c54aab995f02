// An HTTP proxy in front of the test shop that keeps what one runner asked of it.
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";

/** `at`: epoch ms of arrival. */
export type ShopCall = { method: string; path: string; body: string; at: number };

export type RecordingProxy = { url: string; calls: ShopCall[]; close(): Promise<void> };

export async function recordingProxy(target: string): Promise<RecordingProxy> {
  const calls: ShopCall[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const at = Date.now();
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = "", url: path = "", headers } = incoming;
    const body = Buffer.concat(chunks);
    calls.push({ method, path, body: body.toString("utf8"), at });
    const onward = httpRequest(new URL(path, target), { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    onward.end(body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
