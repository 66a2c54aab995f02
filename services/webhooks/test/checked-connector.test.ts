import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { systemClock } from "@openintents/process";
import { afterEach, describe, expect, test } from "vitest";
import { createAddressPolicy } from "../src/address-policy.ts";
import { createCheckedConnector } from "../src/checked-connector.ts";
import { createPoster, type Poster } from "../src/post.ts";
import type { Resolve } from "../src/target-addresses.ts";
import { selfSigned } from "./self-signed.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server on one loopback address that counts what reaches it. */
async function listen(address: string, o: { port?: number; tls?: { cert: string; key: string } } = {}) {
  const hosts: string[] = [];
  const answer = (request: { headers: { host?: string | undefined } }, response: { end(text: string): void }) => {
    hosts.push(request.headers.host ?? "");
    response.end(`from ${address}`);
  };
  const server = o.tls === undefined ? createServer(answer) : createTlsServer(o.tls, answer);
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => {
    server.listen(o.port ?? 0, address, resolve);
  });
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return { port: (server.address() as AddressInfo).port, hosts, connections: () => connections };
}

function poster(o: { allow: string[]; resolve: Resolve; ca?: string }): Poster {
  const connect = createCheckedConnector({ policy: createAddressPolicy(o.allow), ...o });
  const made = createPoster({ clock: systemClock, connect });
  closing.push(() => made.close());
  return made;
}

const post = (by: Poster, url: string) => by.post({ url, headers: {}, body: "{}" }, new AbortController().signal);

describe("a connection", () => {
  test("goes to the address that was checked, though the name changes its answer", async () => {
    const allowed = await listen("127.0.0.2");
    const inner = await listen("127.0.0.1", { port: allowed.port });
    let asked = 0;
    // The first answer may be dialled; every later one leads inside.
    const resolve: Resolve = async () => {
      asked += 1;
      return [asked === 1 ? "127.0.0.2" : "127.0.0.1"];
    };
    const by = poster({ allow: ["127.0.0.2/32"], resolve });
    const url = `http://rebind.example.test:${allowed.port}/`;
    expect(await post(by, url)).toMatchObject({ statusCode: 200, responseExcerpt: "from 127.0.0.2" });
    expect(asked).toBe(1);
    expect(allowed.hosts).toEqual([`rebind.example.test:${allowed.port}`]);
    expect(inner.connections()).toBe(0);
  });

  test("is checked again when the next one is made", async () => {
    const allowed = await listen("127.0.0.2");
    const inner = await listen("127.0.0.1", { port: allowed.port });
    let answer = "127.0.0.2";
    const resolve: Resolve = async () => [answer];
    const url = `http://rebind.example.test:${allowed.port}/`;
    const first = poster({ allow: ["127.0.0.2/32"], resolve });
    expect(await post(first, url)).toMatchObject({ statusCode: 200 });
    answer = "127.0.0.1";
    const second = poster({ allow: ["127.0.0.2/32"], resolve });
    expect(await post(second, url)).toMatchObject({ statusCode: null, error: "address_refused" });
    expect(inner.connections()).toBe(0);
  });

  test("drops refused addresses among several, and tries the others in turn", async () => {
    const allowed = await listen("127.0.0.2");
    const inner = await listen("127.0.0.1", { port: allowed.port });
    const by = poster({
      allow: ["127.0.0.2/31"],
      resolve: async () => ["127.0.0.1", "10.0.0.1", "127.0.0.3", "127.0.0.2"],
    });
    expect(await post(by, `http://many.example.test:${allowed.port}/`)).toMatchObject({ statusCode: 200 });
    expect(inner.connections()).toBe(0);
  });

  test.each([
    ["a private address", ["10.0.0.1"]],
    ["this machine", ["127.0.0.1", "::1"]],
    ["this machine, mapped", ["::ffff:127.0.0.1"]],
    ["the metadata service", ["169.254.169.254"]],
  ])("of a name that leads to %s is refused without a packet", async (_what, addresses) => {
    const inner = await listen("127.0.0.1");
    const by = poster({ allow: [], resolve: async () => addresses });
    expect(await post(by, `https://inner.example.test:${inner.port}/`)).toMatchObject({
      statusCode: null,
      error: "address_refused",
    });
    expect(inner.connections()).toBe(0);
  });

  test("to an address in the URL itself is checked the same way", async () => {
    const inner = await listen("127.0.0.1");
    const by = poster({ allow: [], resolve: async () => ["1.1.1.1"] });
    for (const host of ["127.0.0.1", "[::ffff:127.0.0.1]", "2130706433"]) {
      expect(await post(by, `https://${host}:${inner.port}/`)).toMatchObject({ error: "address_refused" });
    }
    expect(inner.connections()).toBe(0);
  });

  test("in plain http is made only into an allowed network", async () => {
    const by = poster({ allow: ["127.0.0.2/32"], resolve: async () => ["1.1.1.1"] });
    expect(await post(by, "http://public.example.test:8080/")).toMatchObject({ error: "url_refused" });
  });

  test("to a name that does not resolve says so", async () => {
    const by = poster({ allow: [], resolve: () => Promise.reject(new Error("ENOTFOUND")) });
    expect(await post(by, "https://nowhere.example.test/")).toMatchObject({ error: "name_not_resolved" });
  });

  test("over TLS proves the name, not the address", async () => {
    const tls = selfSigned("hooks.example.test");
    const server = await listen("127.0.0.2", { tls });
    const resolve: Resolve = async () => ["127.0.0.2"];
    const trusting = poster({ allow: ["127.0.0.2/32"], resolve, ca: tls.cert });
    expect(await post(trusting, `https://hooks.example.test:${server.port}/`)).toMatchObject({ statusCode: 200 });
    expect(await post(trusting, `https://other.example.test:${server.port}/`)).toMatchObject({ error: "tls_failed" });
    const wary = poster({ allow: ["127.0.0.2/32"], resolve });
    expect(await post(wary, `https://hooks.example.test:${server.port}/`)).toMatchObject({ error: "tls_failed" });
    expect(server.hosts).toHaveLength(1);
  });
});
