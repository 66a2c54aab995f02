import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { manualClock } from "@openintents/process";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { as, type Fixture, KEY, LIVE, OTHER, type Running, webhooksFixture } from "./webhooks-fixture.ts";

let fixture: Fixture;
let running: Running;
const names = new Map<string, string[]>([
  ["hooks.example.com", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"]],
  ["inner.example.com", ["10.0.0.5"]],
  ["mapped.example.com", ["::ffff:10.0.0.5"]],
  ["metadata.example.com", ["169.254.169.254"]],
  ["mixed.example.com", ["10.0.0.5", "93.184.216.34"]],
  ["localhost", ["127.0.0.1", "::1"]],
]);

beforeAll(async () => {
  fixture = await webhooksFixture();
  running = await fixture.run({
    resolve: async (hostname) => names.get(hostname) ?? Promise.reject(new Error("ENOTFOUND")),
  });
});
afterAll(() => fixture.close());
beforeEach(() => fixture.database.query("truncate endpoints, idempotency_keys"));

const URL_OK = "https://hooks.example.com/in";
const create = (request: Parameters<Running["client"]["createWebhookEndpoint"]>[0], key = KEY, idempotency?: string) =>
  running.client.createWebhookEndpoint(request, as(key, idempotency)).then(({ webhookEndpoint }) => {
    if (webhookEndpoint === undefined) throw new Error("no endpoint was answered");
    return webhookEndpoint;
  });
const invalidUrl = { reason: "parameter_invalid", param: "url" };

describe("creating an endpoint", () => {
  test("answers it with its secret, which later answers do not show", async () => {
    const created = await create({
      url: URL_OK,
      events: ["intent.*", "payment.held"],
      description: "Orders",
      metadata: { team: "shop", empty: "" },
    });
    expect(created).toMatchObject({
      object: "webhook_endpoint",
      test: true,
      url: URL_OK,
      events: ["intent.*", "payment.held"],
      description: "Orders",
      enabled: true,
      apiVersion: "2026-11-30",
      metadata: { team: "shop" },
    });
    expect(created.id).toMatch(/^whe_[0-9a-z]{26}$/);
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { webhookEndpoint } = await running.client.getWebhookEndpoint({ id: created.id }, as(KEY));
    expect(webhookEndpoint).toEqual({ ...created, secret: undefined });
    const { data } = await running.client.listWebhookEndpoints({}, as(KEY));
    expect(data).toEqual([webhookEndpoint]);
  });

  test("keeps the secret sealed in the database", async () => {
    const { secret = "" } = await create({ url: URL_OK });
    const { rows } = await fixture.database.query<{ secret: Buffer }>("select secret from endpoints");
    expect(rows[0]?.secret.includes(secret)).toBe(false);
    expect(rows[0]?.secret.includes(Buffer.from(secret.slice(6), "base64"))).toBe(false);
  });

  test("pins a version that exists, and names those when it does not", async () => {
    expect((await create({ url: URL_OK, apiVersion: "2026-11-30" })).apiVersion).toBe("2026-11-30");
    await expect(create({ url: URL_OK, apiVersion: "2020-01-01" })).rejects.toMatchObject({
      reason: "unsupported_version",
      param: "api_version",
      details: { supported_versions: ["2026-11-30"] },
    });
  });

  test("takes all events when none are named", async () => {
    expect((await create({ url: URL_OK })).events).toEqual(["*"]);
  });

  test("refuses a pattern that matches no event type, by its place", async () => {
    await expect(create({ url: URL_OK, events: ["intent.*", "intent.complete"] })).rejects.toMatchObject({
      reason: "parameter_invalid",
      param: "events.1",
    });
  });

  test.each([
    ["plain http to a public name", "http://hooks.example.com:8080/"],
    ["a private address", "https://10.0.0.1/"],
    ["a mapped private address", "https://[::ffff:10.0.0.1]/"],
    ["a metadata address", "https://169.254.169.254/latest"],
    ["unique local v6", "https://[fd00::1]/"],
    ["a name that leads to a private address", "https://inner.example.com/"],
    ["a name that leads to a mapped private address", "https://mapped.example.com/"],
    ["a name that leads to the metadata service", "https://metadata.example.com/"],
    ["plain http to a name that does not resolve", "http://nowhere.example.com:8080/"],
    ["a low port", "https://hooks.example.com:25/"],
  ])("refuses %s", async (_what, url) => {
    await expect(create({ url })).rejects.toMatchObject(invalidUrl);
    const { rows } = await fixture.database.query("select from endpoints");
    expect(rows).toEqual([]);
  });

  test("refuses credentials in the URL and what is no URL", async () => {
    for (const url of ["https://user:secret@hooks.example.com/", "ftp://hooks.example.com/", "hooks"]) {
      await expect(create({ url })).rejects.toMatchObject(invalidUrl);
    }
    await expect(create({})).rejects.toMatchObject({ reason: "parameter_missing", param: "url" });
  });

  test("accepts plain http and loopback inside an allowed network, and a name with one public address", async () => {
    for (const url of ["http://127.0.0.1:9000/in", "http://localhost:9000/in", "https://mixed.example.com/"]) {
      expect((await create({ url })).url).toBe(url);
    }
  });

  test("accepts an https name that does not resolve yet, since every connection checks again", async () => {
    expect((await create({ url: "https://soon.example.com/" })).enabled).toBe(true);
  });

  test("stops at 16 endpoints in each mode, even when many come at once", async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => create({ url: URL_OK })));
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(16);
    const refused = attempts.flatMap((one) => (one.status === "rejected" ? [one.reason.reason] : []));
    expect(refused).toEqual(Array.from({ length: 4 }, () => "limit_reached"));
    expect((await create({ url: URL_OK }, LIVE)).test).toBe(false);
    expect((await create({ url: URL_OK }, OTHER)).test).toBe(true);
  });
});

describe("an idempotency key", () => {
  const replayOf = async (
    call: (onTrailers: (t: { get(n: string): string | undefined }) => void) => Promise<unknown>,
  ) => {
    let replayed: string | undefined;
    await call((trailers) => {
      replayed = trailers.get("idempotent-replayed");
    });
    return replayed;
  };

  test("makes a repeated create answer the same endpoint, with its secret, and say so", async () => {
    const first = await create({ url: URL_OK, metadata: { a: "1", b: "2" } }, KEY, "order-1");
    let second: unknown;
    const replayed = await replayOf(async (onTrailers) => {
      const request = { url: URL_OK, metadata: { b: "2", a: "1" } };
      const answer = await running.client.createWebhookEndpoint(request, { ...as(KEY, "order-1"), onTrailers });
      second = answer.webhookEndpoint;
    });
    expect(second).toEqual(first);
    expect(replayed).toBe("true");
    expect((await running.client.listWebhookEndpoints({}, as(KEY))).data).toHaveLength(1);
  });

  test("with another body is refused", async () => {
    await create({ url: URL_OK }, KEY, "order-2");
    await expect(create({ url: `${URL_OK}2` }, KEY, "order-2")).rejects.toMatchObject({
      reason: "idempotency_key_reused",
    });
  });

  test("is the account's and the mode's own", async () => {
    const first = await create({ url: URL_OK }, KEY, "order-3");
    const live = await create({ url: `${URL_OK}?live` }, LIVE, "order-3");
    const other = await create({ url: `${URL_OK}?other` }, OTHER, "order-3");
    expect(new Set([first.id, live.id, other.id]).size).toBe(3);
  });

  test("lets many calls at once make one endpoint", async () => {
    const calls = await Promise.allSettled(Array.from({ length: 10 }, () => create({ url: URL_OK }, KEY, "order-4")));
    const made = calls.flatMap((one) => (one.status === "fulfilled" ? [one.value.id] : []));
    const refused = calls.flatMap((one) => (one.status === "rejected" ? [one.reason.reason] : []));
    expect(new Set(made).size).toBe(1);
    expect(refused.every((reason) => reason === "idempotency_in_flight")).toBe(true);
    expect((await running.client.listWebhookEndpoints({}, as(KEY))).data).toHaveLength(1);
  });

  test("is not used up by a refused call", async () => {
    await expect(create({ url: "https://10.0.0.1/" }, KEY, "order-5")).rejects.toMatchObject(invalidUrl);
    expect((await create({ url: URL_OK }, KEY, "order-5")).url).toBe(URL_OK);
  });

  test("is forgotten after 30 days", async () => {
    const clock = manualClock();
    const replica = await fixture.run({ clock, resolve: async () => ["93.184.216.34"] });
    const make = async (url: string) =>
      (await replica.client.createWebhookEndpoint({ url }, as(KEY, "order-6"))).webhookEndpoint?.url;
    await make(URL_OK);
    await clock.advance(30 * 24 * 3600_000 - 1);
    await expect(make(`${URL_OK}2`)).rejects.toMatchObject({ reason: "idempotency_key_reused" });
    await clock.advance(1);
    expect(await make(`${URL_OK}2`)).toBe(`${URL_OK}2`);
    await replica.stop();
  });

  test.each(["", "é", "x".repeat(256)])("of the wrong form is refused (%#)", async (key) => {
    const call = async () => await create({ url: URL_OK }, KEY, key);
    await expect(call()).rejects.toMatchObject({
      reason: expect.stringMatching(/^(idempotency_key_invalid|parameter_invalid)$/),
    });
  });

  test("makes a repeated delete answer as the first", async () => {
    const { id } = await create({ url: URL_OK });
    const gone = { id, object: "webhook_endpoint", deleted: true };
    expect(await running.client.deleteWebhookEndpoint({ id }, as(KEY, "delete-1"))).toMatchObject(gone);
    expect(await running.client.deleteWebhookEndpoint({ id }, as(KEY, "delete-1"))).toMatchObject(gone);
    await expect(running.client.deleteWebhookEndpoint({ id }, as(KEY))).rejects.toMatchObject({
      reason: "resource_not_found",
    });
  });

  test("of an endpoint that was deleted since answers that there is none", async () => {
    const { id } = await create({ url: URL_OK }, KEY, "order-7");
    await running.client.deleteWebhookEndpoint({ id }, as(KEY));
    await expect(create({ url: URL_OK }, KEY, "order-7")).rejects.toMatchObject({ reason: "resource_not_found" });
  });
});

describe("another account's or mode's endpoint", () => {
  test.each([OTHER, LIVE])("cannot be read, listed or deleted (%s)", async (key) => {
    const { id } = await create({ url: URL_OK });
    const missing = { reason: "resource_not_found", param: "id" };
    await expect(running.client.getWebhookEndpoint({ id }, as(key))).rejects.toMatchObject(missing);
    await expect(running.client.deleteWebhookEndpoint({ id }, as(key))).rejects.toMatchObject(missing);
    expect((await running.client.listWebhookEndpoints({}, as(key))).data).toEqual([]);
    expect((await running.client.getWebhookEndpoint({ id }, as(KEY))).webhookEndpoint?.id).toBe(id);
  });
});

describe("listing endpoints", () => {
  const ids = async (request: Parameters<Running["client"]["listWebhookEndpoints"]>[0]) =>
    (await running.client.listWebhookEndpoints(request, as(KEY))).data.map(({ id }) => id);

  async function makeFive(): Promise<(string | undefined)[]> {
    const made: (string | undefined)[] = [];
    for (let n = 0; n < 5; n += 1) made.unshift((await create({ url: `${URL_OK}?${n}` })).id);
    return made;
  }

  test("goes newest first, in pages that neither skip nor repeat while more are made", async () => {
    const made = await makeFive();
    const first = await running.client.listWebhookEndpoints({ limit: 2 }, as(KEY));
    await create({ url: URL_OK });
    const second = await running.client.listWebhookEndpoints({ limit: 2, cursor: first.nextCursor }, as(KEY));
    const third = await running.client.listWebhookEndpoints({ limit: 2, cursor: second.nextCursor }, as(KEY));
    expect([...first.data, ...second.data, ...third.data].map(({ id }) => id)).toEqual(made);
    expect(third.nextCursor).toBeUndefined();
  });

  test("filters by time of creation, bounds excluded", async () => {
    const made = await makeFive();
    const at = new Date("2026-03-01T00:00:00Z");
    await fixture.database.query("update endpoints set created_at = $2 where id = any($1)", [made.slice(0, 2), at]);
    const time = timestampFromMs(at.getTime());
    const justAfter = timestampFromMs(at.getTime() + 1);
    expect(await ids({ createdBefore: time })).toEqual([]);
    expect(await ids({ createdBefore: justAfter })).toHaveLength(2);
    expect(await ids({ createdAfter: time })).toEqual(made.slice(2));
  });

  test("refuses a cursor of other filters, of another caller, altered or 24 hours old", async () => {
    const clock = manualClock(Date.now());
    const replica = await fixture.run({ clock });
    await makeFive();
    for (let n = 0; n < 2; n += 1) await create({ url: URL_OK }, OTHER);
    const { nextCursor: cursor = "" } = await replica.client.listWebhookEndpoints({ limit: 1 }, as(KEY));
    const refused = { reason: "invalid_cursor", param: "cursor" };
    const list = (request: object, key = KEY) => replica.client.listWebhookEndpoints(request, as(key));
    await expect(list({ cursor, createdAfter: timestampFromMs(1) })).rejects.toMatchObject(refused);
    await expect(list({ cursor }, OTHER)).rejects.toMatchObject(refused);
    await expect(list({ cursor }, LIVE)).rejects.toMatchObject(refused);
    await expect(list({ cursor: `${cursor}AAAA` })).rejects.toMatchObject(refused);
    await expect(list({ cursor: "nonsense" })).rejects.toMatchObject(refused);
    expect((await list({ cursor, limit: 10 })).data).toHaveLength(4);
    await clock.advance(24 * 3600_000);
    await expect(list({ cursor })).rejects.toMatchObject(refused);
    await replica.stop();
  });
});

describe("the caller", () => {
  test("is judged by core, pays one request a call and hears of its limit", async () => {
    fixture.auth.calls.length = 0;
    let limit: string | undefined;
    await running.client.listWebhookEndpoints(
      {},
      {
        metadata: { authorization: KEY, "openintents-surface": "rest", "openintents-client-address": "203.0.113.9" },
        onTrailers: (trailers) => {
          limit = trailers.get("ratelimit");
        },
      },
    );
    expect(limit).toBe('"default";r=99;t=1');
    expect(fixture.auth.calls).toMatchObject([
      {
        scope: "webhooks:read",
        charge: 1,
        metadata: { authorization: KEY, "openintents-surface": "rest", "openintents-client-address": "203.0.113.9" },
      },
    ]);
  });

  test("needs a key, and the scope to write", async () => {
    await expect(running.client.listWebhookEndpoints({})).rejects.toMatchObject({ reason: "authentication_required" });
    const { id } = await create({ url: URL_OK });
    const reader = "Bearer a-reader";
    expect((await running.client.getWebhookEndpoint({ id }, as(reader))).webhookEndpoint?.id).toBe(id);
    const denied = { reason: "permission_denied", param: "webhooks:write" };
    await expect(create({ url: URL_OK }, reader)).rejects.toMatchObject(denied);
    await expect(running.client.deleteWebhookEndpoint({ id }, as(reader))).rejects.toMatchObject(denied);
  });

  test("is told that the rest of the contract is not there yet", async () => {
    await expect(running.client.listEvents({}, as(KEY))).rejects.toMatchObject({ reason: "not_implemented" });
  });
});

test("an account has one webhook secret, whoever asks for it", async () => {
  const asked = await Promise.all([1, 2, 3].map(() => running.webhooks.admin.createAccountSecret("acct_x")));
  expect(new Set(asked).size).toBe(1);
  expect(asked[0]).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await running.webhooks.admin.createAccountSecret("acct_y")).not.toBe(asked[0]);
});

test("a secret key of another length stops the service by the setting's name", async () => {
  await expect(fixture.run({ secretKey: "c2hvcnQ=" })).rejects.toThrow(/WEBHOOKS_SECRET_KEY must be 32 bytes/);
});
