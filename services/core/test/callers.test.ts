import { keyPrefix } from "@openintents/auth";
import type { ServiceError } from "@openintents/process";
import { Via } from "@openintents/proto";
import { Metadata } from "@openintents/rpc";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bearer, type CallerHarness, callerHarness, mug } from "./caller-harness.ts";

let core: CallerHarness;
let key: string;

beforeAll(async () => {
  core = await callerHarness();
  key = (await core.admin.createAccount({ name: "A" })).testKey.secret;
});
afterAll(() => core.close());

function refusal(reason: string, param: string | null = null) {
  return expect.objectContaining({ reason, param }) as ServiceError;
}

describe("who is calling", () => {
  test("a call without a bearer token is asked to authenticate", async () => {
    await expect(core.intents.getIntent({ id: "int_x" })).rejects.toEqual(refusal("authentication_required"));
  });

  test.each(["oi_test_short", "nonsense", `oi_test_${"a".repeat(49)}`])("the token %s is refused", async (token) => {
    await expect(core.intents.getIntent({ id: "int_x" }, bearer(token))).rejects.toEqual(refusal("invalid_api_key"));
  });

  test("a revoked key is refused within five seconds", async () => {
    const account = await core.admin.createAccount({ name: "R" });
    await core.intents.listIntents({}, bearer(account.testKey.secret));
    await core.admin.revokeKey(account.testKey.id);
    const refused = async () => {
      try {
        await core.intents.listIntents({}, bearer(account.testKey.secret));
        return false;
      } catch (error) {
        return (error as ServiceError).reason === "invalid_api_key";
      }
    };
    await expect.poll(refused, { timeout: 5_000, interval: 100 }).toBe(true);
  });

  test("a key without the scope is refused with the scope's name", async () => {
    const account = await core.admin.createAccount({ name: "S" });
    const readOnly = await core.admin.createKey({ account: account.id, mode: "test", preset: "read_only" });
    await expect(core.intents.createIntent(mug(), bearer(readOnly.secret))).rejects.toEqual(
      refusal("permission_denied", "intents:write"),
    );
    await expect(core.intents.listIntents({}, bearer(readOnly.secret))).resolves.toBeDefined();
  });

  test("a version of the API that does not exist is refused, with those that do", async () => {
    const asking = (version: string) =>
      core.intents.listIntents({}, { metadata: { authorization: `Bearer ${key}`, "openintents-version": version } });
    await expect(asking("2020-01-01")).rejects.toMatchObject({
      reason: "unsupported_version",
      details: { supported_versions: ["2026-11-30"] },
    });
    await expect(asking("2026-11-30")).resolves.toBeDefined();
  });

  test("a live key cannot create intents until live mode is enabled, but can read", async () => {
    const account = await core.admin.createAccount({ name: "L" });
    await expect(core.intents.createIntent(mug(), bearer(account.liveKey.secret))).rejects.toEqual(
      refusal("live_mode_not_enabled"),
    );
    expect((await core.intents.listIntents({}, bearer(account.liveKey.secret))).data).toEqual([]);
  });

  test("a runner key is refused on the callers' services", async () => {
    await core.admin.createPool({ name: "p", mode: "test", drivers: ["simulator"] });
    const runner = await core.admin.createRunnerKey({ pool: "p" });
    await expect(core.intents.listIntents({}, bearer(runner.secret))).rejects.toEqual(refusal("invalid_api_key"));
  });

  test("only a hash of a key is stored", async () => {
    const { rows } = await core.database.query("SELECT * FROM credentials");
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(rows.some((row) => row.prefix === keyPrefix(key))).toBe(true);
  });

  test("the surface decides how the intent says it came", async () => {
    const { intent } = await core.intents.createIntent(mug(), bearer(key, { "openintents-surface": "mcp" }));
    expect(intent?.via).toBe(Via.MCP);
  });
});

describe("the rate limit", () => {
  test("a burst passes, the next request is refused with the time to wait, and trailers tell the state", async () => {
    const account = await core.admin.createAccount({ name: "Limited", requestsPerMinute: 60, requestBurst: 5 });
    const states: (string | undefined)[] = [];
    const onTrailers = (trailers: Metadata) => states.push(trailers.get("ratelimit"));
    for (let call = 0; call < 5; call++) {
      await core.intents.listIntents({}, { ...bearer(account.testKey.secret), onTrailers });
    }
    expect(states.map((state) => Number(/r=(\d+)/.exec(state ?? "")?.[1]))).toEqual([4, 3, 2, 1, 0]);
    let trailers = new Metadata();
    const error = await core.intents
      .listIntents({}, { ...bearer(account.testKey.secret), onTrailers: (t) => (trailers = t) })
      .then(
        () => null,
        (cause: ServiceError) => cause,
      );
    expect(error?.reason).toBe("rate_limited");
    expect(error?.retryAfterSeconds).toBe(1);
    expect(trailers.get("ratelimit-policy")).toBe('"default";q=60;w=60');
    expect(trailers.get("ratelimit")).toMatch(/^"default";r=0;t=\d+$/);
  });

  test("many calls at once never pass more than the burst", async () => {
    const account = await core.admin.createAccount({ name: "Crowd", requestsPerMinute: 1, requestBurst: 20 });
    const calls = Array.from({ length: 60 }, () => core.intents.listIntents({}, bearer(account.testKey.secret)));
    const results = await Promise.allSettled(calls);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(20);
  });

  test("an authorisation without charge costs nothing", async () => {
    const account = await core.admin.createAccount({ name: "Free", requestsPerMinute: 1, requestBurst: 1 });
    for (let call = 0; call < 3; call++) {
      await core.auth.authorize({ scope: "webhooks:read", charge: 0 }, bearer(account.testKey.secret));
    }
    await core.auth.authorize({ scope: "webhooks:read", charge: 1 }, bearer(account.testKey.secret));
    await expect(
      core.auth.authorize({ scope: "webhooks:read", charge: 1 }, bearer(account.testKey.secret)),
    ).rejects.toEqual(refusal("rate_limited"));
  });
});
