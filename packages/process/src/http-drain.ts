import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "./clock.ts";

/** How long answers ask their clients to hang up before the listener closes. */
const FAREWELL_MS = 400;

/** Closes an HTTP server so that every request that reached it is answered; `close` closes the server itself. */
export type HttpDrain = (close: () => Promise<unknown>) => Promise<void>;

/**
 * Knows the connections of an HTTP server and which of them carry a request. First every
 * answer says `Connection: close` for a moment, since a connection closed without that word
 * may cut off a request on its way. Then the server is closed, and with it the connections
 * that carry nothing: Node counts one that never sent anything as busy and would wait for it.
 */
export function trackConnections(server: Server, clock: Clock): HttpDrain {
  const requests = new Map<Socket, number>();
  let leaving = false;
  let closing = false;

  server.on("connection", (socket) => {
    requests.set(socket, 0);
    socket.once("close", () => requests.delete(socket));
  });
  server.prependListener("request", (request, response) => {
    const { socket } = request;
    requests.set(socket, (requests.get(socket) ?? 0) + 1);
    if (leaving) response.setHeader("Connection", "close");
    response.once("close", () => {
      const left = (requests.get(socket) ?? 1) - 1;
      if (requests.has(socket)) requests.set(socket, left);
      if (closing && left === 0) socket.end();
    });
  });

  return async (close) => {
    leaving = true;
    if (requests.size > 0) await clock.sleep(FAREWELL_MS);
    closing = true;
    const closed = close();
    for (const [socket, count] of requests) if (count === 0) socket.destroy();
    await closed;
  };
}
