import { type ChildProcess, fork } from "node:child_process";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import type { Database } from "@openintents/postgres";
import { newId } from "@openintents/process";
import { type Answer, type Delivery, type WebhookReceiver, webhookReceiver } from "@openintents/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { as, type Fixture, KEY, type Running, until, webhooksFixture } from "./webhooks-fixture.ts";

let fixture: Fixture;
const closing: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  fixture = await webhooksFixture();
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await fixture.close();
});

async function receiver(status?: (delivery: Delivery) => Answer | Promise<Answer>): Promise<WebhookReceiver> {
  const made = await webhookReceiver(status && { status });
  closing.push(() => made.close());
  return made;
}

const endpoint = async (running: Running, url: string) =>
  (await running.client.createWebhookEndpoint({ url }, as(KEY))).webhookEndpoint?.id ?? "";

const statuses = async () =>
  Object.fromEntries(
    (
      await fixture.database.query<{ status: number; count: number }>(
        "select status, count(*) as count from deliveries group by status",
      )
    ).rows.map(({ status, count }) => [status, count]),
  );

const publishMany = (count: number) =>
  Promise.all(Array.from({ length: count }, () => fixture.publish(newId("int"), {})));

/** A promise and the function that resolves it. */
const gate = () => Promise.withResolvers<void>();

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The service as a process of its own, which can be killed. */
async function forkService(): Promise<ChildProcess & { kill9(): Promise<void>; metricsUrl: string }> {
  const metricsPort = await freePort();
  const child = fork(fileURLToPath(new URL("../src/main.ts", import.meta.url)), [], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: fixture.url,
      DATABASE_ROLE: "oi_webhooks",
      EVENT_LOG_ROLE: "oi_event_log",
      CORE_ADDRESS: `127.0.0.1:${fixture.auth.port}`,
      GRPC_PORT: "0",
      METRICS_PORT: String(metricsPort),
      WEBHOOKS_SECRET_KEY: fixture.secretKey,
      WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
      WEBHOOK_LEASE_SECONDS: "1",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const gone = new Promise<void>((resolve) => {
    child.on("exit", () => resolve());
  });
  const kill9 = async () => {
    child.kill("SIGKILL");
    await gone;
  };
  closing.push(kill9);
  const metricsUrl = `http://127.0.0.1:${metricsPort}`;
  await until(() =>
    fetch(`${metricsUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return Object.assign(child, { kill9, metricsUrl });
}

describe("a sender that dies", () => {
  test("in the middle of a delivery leaves it to another, which sends the same event again", async () => {
    const target = await receiver(() => (target.deliveries.length === 1 ? "hang" : 200));
    const setup = await fixture.run();
    await endpoint(setup, target.url);
    await setup.stop();
    const child = await forkService();
    const [event = ""] = await fixture.publish(newId("int"), {});
    await target.waitFor(() => true);
    await child.kill9();
    expect(await fixture.deliveries(event)).toMatchObject([{ status: 1, attempts: 0 }]);
    await fixture.run();
    await until(async () => (await fixture.deliveries(event))[0]?.status === 2);
    expect(target.deliveries.map(({ headers }) => headers["webhook-id"])).toEqual([event, event]);
    expect(target.deliveries[0]?.body).toBe(target.deliveries[1]?.body);
  });

  test("while events pour in loses none of them", async () => {
    const seen = new Set<string>();
    const target = await receiver((delivery) => {
      seen.add(String(delivery.headers["webhook-id"]));
      return 200;
    });
    const setup = await fixture.run();
    await endpoint(setup, target.url);
    await setup.stop();
    const events: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const child = await forkService();
      events.push(...(await publishMany(60)).flat());
      const enough = (round + 1) * 40;
      await until(async () => seen.size >= enough);
      await child.kill9();
    }
    await fixture.run();
    await until(async () => events.every((event) => seen.has(event)));
    await until(async () => (await statuses())[2] === 180);
    expect(await statuses()).toEqual({ 2: 180 });
  });

  test("without dying, but for longer than its lease, is not recorded twice", async () => {
    const held = gate();
    const target = await receiver(async () => {
      if (target.deliveries.length === 1) await held.promise;
      return 200;
    });
    // This sender cannot renew its lease: to the others it is dead.
    const cutOff: Database = {
      ...fixture.database,
      query: (text, values, o) =>
        o?.name === "webhooks_renew_lanes"
          ? Promise.reject(new Error("cut off"))
          : fixture.database.query(text, values, o),
    };
    const first = await fixture.run({ leaseSeconds: 1, database: cutOff });
    await endpoint(first, target.url);
    const [event = ""] = await fixture.publish(newId("int"), {});
    await target.waitFor(() => true);
    await fixture.run({ leaseSeconds: 1 });
    await until(async () => (await fixture.deliveries(event))[0]?.status === 2);
    held.resolve();
    await first.stop();
    expect(target.deliveries).toHaveLength(2);
    expect(await fixture.deliveries(event)).toMatchObject([{ status: 2, attempts: 1 }]);
    const { rows } = await fixture.database.query("select from delivery_attempts");
    expect(rows).toHaveLength(1);
  });
});

describe("several senders", () => {
  test("share the work and send each delivery once", async () => {
    const target = await receiver();
    const running = await fixture.run();
    await fixture.run();
    await fixture.run();
    for (const path of ["a", "b", "c", "d"]) await endpoint(running, `${target.url}${path}`);
    await publishMany(50);
    await until(async () => (await statuses())[2] === 200);
    expect(target.deliveries).toHaveLength(200);
    const sent = target.deliveries.map(({ path, headers }) => `${path} ${headers["webhook-id"]}`);
    expect(new Set(sent).size).toBe(200);
  });
});

describe("load", () => {
  test("one endpoint has no more deliveries in flight than its bound", async () => {
    let open = 0;
    let most = 0;
    const target = await receiver(async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open -= 1;
      return 200;
    });
    const running = await fixture.run({ endpointConcurrency: 3 });
    await endpoint(running, target.url);
    await publishMany(40);
    await until(async () => (await statuses())[2] === 40);
    expect(most).toBe(3);
  });

  test("endpoints that hang, and intents' own URLs that hang, do not hold the others up", async () => {
    const hanging = await receiver(() => "hang");
    const healthy = await receiver();
    const running = await fixture.run({ concurrency: 16, endpointConcurrency: 4, drainSeconds: 0 });
    for (const n of [1, 2, 3]) await endpoint(running, `${hanging.url}${n}`);
    // The account's share is a quarter of all slots; its own hanging receivers take that and no more.
    await Promise.all(
      Array.from({ length: 30 }, (_, n) => fixture.publish(newId("int"), { webhookUrl: `${hanging.url}own/${n}` })),
    );
    await hanging.waitFor(() => hanging.deliveries.length === 4);
    const other = (await running.client.createWebhookEndpoint({ url: healthy.url }, as("Bearer b-test")))
      .webhookEndpoint?.id;
    const started = performance.now();
    await Promise.all(Array.from({ length: 30 }, () => fixture.publish(newId("int"), { account: "acct_b" })));
    await healthy.waitFor(() => healthy.deliveries.length === 30);
    // Far from the 15 s for which a hanging attempt keeps its slot.
    expect(performance.now() - started).toBeLessThan(7_000);
    expect(hanging.deliveries).toHaveLength(4);
    await until(async () => {
      const { rows } = await fixture.database.query("select from deliveries where endpoint = $1 and status = 2", [
        other,
      ]);
      return rows.length === 30;
    });
  });

  test("an endpoint that did not answer is marked, sent to one at a time, and cleared when it answers", async () => {
    const target = await receiver(() => (target.deliveries.length <= 2 ? "reset" : 200));
    const running = await fixture.run({ endpointConcurrency: 2, random: () => 0 });
    const id = await endpoint(running, target.url);
    const slow = async () =>
      (await fixture.database.query("select slow from lanes where lane = $1", [id])).rows[0]?.slow;
    await publishMany(2);
    await until(async () => (await slow()) === true);
    await publishMany(5);
    await until(async () => (await statuses())[2] === 5);
    await until(async () => (await slow()) === false);
    expect(await slow()).toBe(false);
  });
});

describe("stopping", () => {
  test("lets a delivery in flight finish and records it", async () => {
    const held = gate();
    const target = await receiver(async () => {
      await held.promise;
      return 200;
    });
    const running = await fixture.run();
    await endpoint(running, target.url);
    const [event = ""] = await fixture.publish(newId("int"), {});
    await target.waitFor(() => true);
    const stopped = running.webhooks.stop();
    held.resolve();
    await stopped;
    expect(await fixture.deliveries(event)).toMatchObject([{ status: 2, attempts: 1 }]);
  });

  test("cuts off what takes longer than the drain, and leaves it due at once", async () => {
    const target = await receiver(() => (target.deliveries.length === 1 ? "hang" : 200));
    const running = await fixture.run({ drainSeconds: 0 });
    await endpoint(running, target.url);
    const [event = ""] = await fixture.publish(newId("int"), {});
    await target.waitFor(() => true);
    await running.stop();
    expect(await fixture.deliveries(event)).toMatchObject([{ status: 1, attempts: 0 }]);
    expect((await fixture.database.query("select from lanes where owner is not null")).rows).toEqual([]);
    await fixture.run();
    await until(async () => (await fixture.deliveries(event))[0]?.status === 2);
    expect(target.deliveries).toHaveLength(2);
  });

  test("on SIGTERM ends the process with exit code 0", async () => {
    const child = await forkService();
    expect(await (await fetch(`${child.metricsUrl}/metrics`)).text()).toContain("consumer_lag");
    const code = new Promise((resolve) => {
      child.on("exit", resolve);
    });
    child.kill("SIGTERM");
    expect(await code).toBe(0);
  });
});

describe("a database that fails", () => {
  test("while results are written delays them and loses none", async () => {
    let failures = 3;
    const failing: Database = {
      ...fixture.database,
      query: (text, values, o) => {
        if (o?.name === "webhooks_record_attempts" && failures > 0) {
          failures -= 1;
          return Promise.reject(new Error("the database is away"));
        }
        return fixture.database.query(text, values, o);
      },
    };
    const target = await receiver();
    const running = await fixture.run({ database: failing });
    await endpoint(running, target.url);
    const [event = ""] = await fixture.publish(newId("int"), {});
    await until(async () => (await fixture.deliveries(event))[0]?.status === 2);
    expect(failures).toBe(0);
    expect(target.deliveries).toHaveLength(1);
  });

  test("while due deliveries are looked for is asked again", async () => {
    let failures = 2;
    const failing: Database = {
      ...fixture.database,
      query: (text, values, o) => {
        if (o?.name === "webhooks_read_due" && failures > 0) {
          failures -= 1;
          return Promise.reject(new Error("the database is away"));
        }
        return fixture.database.query(text, values, o);
      },
    };
    const target = await receiver();
    const running = await fixture.run({ database: failing });
    await endpoint(running, target.url);
    const [event = ""] = await fixture.publish(newId("int"), {});
    await until(async () => (await fixture.deliveries(event))[0]?.status === 2);
    expect(target.deliveries).toHaveLength(1);
  });
});
