// A TCP proxy that loses answers: requests go through, what comes back is dropped.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type LossyProxy = {
  /** host:port to connect to. */
  address: string;
  /** From now on the server's bytes are dropped. */
  loseAnswers(): void;
  /** Breaks every connection; new ones carry both ways again. */
  cut(): void;
  close(): Promise<void>;
};

/** In front of `target` (host:port), on a loopback port. */
export async function lossyProxy(target: string): Promise<LossyProxy> {
  const at = target.lastIndexOf(":");
  const open = new Set<Socket>();
  let losing = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.slice(at + 1)), target.slice(0, at));
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      // A connection that breaks on one side breaks on the other.
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on("data", (bytes) => {
      if (!losing) client.write(bytes);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const cut = (): void => {
    losing = false;
    for (const socket of open) socket.destroy();
  };
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseAnswers() {
      losing = true;
    },
    cut,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      cut();
      return closed;
    },
  };
}
