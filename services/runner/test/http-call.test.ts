import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { httpCall, NotDispatched, Unanswered } from "../src/drivers/simulator/http-call.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A bare TCP server that shows every byte it gets. */
async function listen(
  onSocket: (socket: Socket, received: () => string) => void,
): Promise<{ url: URL; bytes: () => string }> {
  let text = "";
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      text += chunk.toString();
    });
    onSocket(socket, () => text);
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: new URL(`http://127.0.0.1:${port}/orders`), bytes: () => text };
}

const order = { method: "POST", body: { total: 1905 }, timeoutMs: 5_000, guard: () => undefined } as const;
const reply = 'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 11\r\n\r\n{"order":1}';

describe("a call to the shop", () => {
  it("sends the body and answers status and JSON", async () => {
    const { url, bytes } = await listen((socket) => socket.once("data", () => socket.write(reply)));
    expect(await httpCall({ ...order, url, signal: new AbortController().signal })).toEqual({
      status: 201,
      body: { order: 1 },
    });
    expect(bytes()).toContain('{"total":1905}');
  });

  it("lets no byte leave when the guard refuses, and throws what the guard threw", async () => {
    const refused = new Error("too late");
    const closed = Promise.withResolvers<void>();
    const { url, bytes } = await listen((socket) => socket.once("close", () => closed.resolve()));
    const guard = (): void => {
      throw refused;
    };
    await expect(httpCall({ ...order, url, guard, signal: new AbortController().signal })).rejects.toBe(refused);
    await closed.promise;
    expect(bytes()).toBe("");
  });

  it("asks the guard only once the connection stands, right before it writes", async () => {
    const seen: string[] = [];
    const { url } = await listen((socket) => {
      seen.push("connected");
      socket.once("data", () => socket.write(reply));
    });
    const guard = (): void => {
      setImmediate(() => seen.push("next turn"));
      seen.push("guard");
    };
    await httpCall({ ...order, url, guard, signal: new AbortController().signal });
    expect(seen[0] === "connected" || seen[0] === "guard").toBe(true);
    expect(seen.filter((one) => one === "guard")).toHaveLength(1);
  });

  it("lets no byte leave when it is aborted before it is dispatched", async () => {
    const { url, bytes } = await listen(() => undefined);
    const controller = new AbortController();
    const reason = new Error("fenced");
    const call = httpCall({ ...order, url, signal: controller.signal });
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(bytes()).toBe("");
  });

  it("waits for the answer to an order although it is aborted after it was dispatched", async () => {
    const controller = new AbortController();
    const { url } = await listen((socket) =>
      socket.once("data", () => {
        controller.abort(new Error("fenced"));
        setImmediate(() => socket.write(reply));
      }),
    );
    expect((await httpCall({ ...order, url, signal: controller.signal })).status).toBe(201);
  });

  it("gives a read up when it is aborted while it waits", async () => {
    const controller = new AbortController();
    const reason = new Error("fenced");
    const { url } = await listen((socket) => socket.once("data", () => controller.abort(reason)));
    const call = httpCall({ method: "GET", url, timeoutMs: 5_000, guard: () => undefined, signal: controller.signal });
    await expect(call).rejects.toBe(reason);
  });

  it("is NotDispatched when nobody listens", async () => {
    const { url } = await listen(() => undefined);
    const [server] = servers.splice(0);
    server?.close();
    await once(server as Server, "close");
    await expect(httpCall({ ...order, url, signal: new AbortController().signal })).rejects.toBeInstanceOf(
      NotDispatched,
    );
  });

  it.each<[string, (socket: Socket) => void]>([
    ["closes without an answer", (socket) => socket.destroy()],
    ["cuts its answer", (socket) => socket.end(reply.slice(0, -3))],
    ["answers no JSON", (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nno")],
    ["resets the connection", (socket) => socket.resetAndDestroy()],
  ])("is Unanswered when the shop %s", async (_what, answer) => {
    const { url } = await listen((socket) => socket.once("data", () => answer(socket)));
    await expect(httpCall({ ...order, url, signal: new AbortController().signal })).rejects.toBeInstanceOf(Unanswered);
  });

  it("is Unanswered when no answer comes in time", async () => {
    const { url } = await listen(() => undefined);
    const call = httpCall({ ...order, url, timeoutMs: 50, signal: new AbortController().signal });
    await expect(call).rejects.toBeInstanceOf(Unanswered);
  });
});
