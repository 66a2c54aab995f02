import { once } from "node:events";
import { Agent, createServer, request as httpRequest, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, it } from "vitest";
import { systemClock, trackConnections } from "../src/index.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

async function listening(answer: (respond: () => void) => void) {
  const server = createServer((_request, response) => answer(() => response.end("ok")));
  servers.push(server);
  const drain = trackConnections(server, systemClock);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { server, port, drain: () => drain(close) };
}

function get(port: number, agent: Agent): Promise<{ status: number | undefined; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, agent }, (response) => {
      response
        .resume()
        .once("end", () => resolve({ status: response.statusCode, connection: response.headers.connection }));
    });
    request.once("error", reject).end();
  });
}

it("closes although a connection is open that never sent anything", async () => {
  const { port, drain } = await listening((respond) => respond());
  const silent = connect(port, "127.0.0.1");
  await once(silent, "connect");
  const gone = once(silent, "close");
  await drain();
  await gone;
});

it("lets a request in flight finish and closes its connection after it", async () => {
  let respond = () => {};
  const { server, port, drain } = await listening((answer) => {
    respond = answer;
  });
  const agent = new Agent({ keepAlive: true });
  const arrived = once(server, "request");
  const answered = get(port, agent);
  await arrived;
  const drained = drain();
  await systemClock.sleep(600);
  respond();
  expect((await answered).status).toBe(200);
  await drained;
  agent.destroy();
});

it("tells clients on kept-alive connections to hang up before it closes", async () => {
  const { port, drain } = await listening((respond) => respond());
  const agent = new Agent({ keepAlive: true });
  expect((await get(port, agent)).connection).toBe("keep-alive");
  const drained = drain();
  expect(await get(port, agent)).toEqual({ status: 200, connection: "close" });
  await drained;
  agent.destroy();
});
