import { serviceError } from "@openintents/process";
import { IntentStatus } from "@openintents/proto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { INTENT_ID, intent } from "./fake-services.ts";
import { type Harness, KEY, startHarness } from "./harness.ts";

let rest: Harness;
beforeAll(async () => {
  rest = await startHarness();
});
afterAll(() => rest.stop());
beforeEach(() => {
  rest.fakes.seen.length = 0;
  rest.fakes.intents = { createIntent: () => ({ intent: intent() }), getIntent: () => ({ intent: intent() }) };
});

const onlyCall = () => {
  expect(rest.fakes.seen).toHaveLength(1);
  const [call] = rest.fakes.seen;
  if (call === undefined) throw new Error("no call was made");
  // biome-ignore lint/suspicious/noExplicitAny: a test reads into whatever message came.
  return call as { method: string; metadata: Record<string, string>; request: any };
};

describe("POST /v1/intents", () => {
  test("creates with one call that carries credential, key, request ID and trace", async () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const answer = await rest.call("/v1/intents?wait_seconds=2", {
      body: { intent: "a mug", max_amount: 6000, shops: ["ok.shop.test"], metadata: { order: "7" } },
      headers: { "idempotency-key": "k 1", "openintents-version": "2026-11-30", traceparent },
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({ id: INTENT_ID, object: "intent", intent: "a mug", status: "queued" });
    expect(answer.json.max_amount).toBeNull();
    expect(answer.headers.etag).toBe('"3"');
    expect(answer.headers.ratelimit).toBe('"default";r=99;t=1');
    expect(answer.headers["idempotent-replayed"]).toBeUndefined();
    const { method, metadata, request } = onlyCall();
    expect(method).toBe("createIntent");
    expect(metadata).toMatchObject({
      authorization: `Bearer ${KEY}`,
      "idempotency-key": "k 1",
      "openintents-surface": "rest",
      "openintents-version": "2026-11-30",
      "openintents-client-address": "127.0.0.1",
      "x-request-id": answer.headers["request-id"],
    });
    expect(metadata.traceparent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/);
    expect(request.spec).toMatchObject({ intent: "a mug", maxAmount: 6000, shops: ["ok.shop.test"] });
    expect(request.spec.metadata).toEqual({ order: "7" });
    expect(request.waitSeconds).toBe(2);
  });

  test("answers a replay with 200 and says so", async () => {
    rest.fakes.intents.createIntent = (_request, context) => {
      context.trailers.set("idempotent-replayed", "true");
      return { intent: intent({ status: IntentStatus.COMPLETED, sequence: 9 }) };
    };
    const answer = await rest.call("/v1/intents", { body: { intent: "a mug" }, headers: { "idempotency-key": "k" } });
    expect(answer.status).toBe(200);
    expect(answer.headers["idempotent-replayed"]).toBe("true");
    expect(answer.headers.etag).toBe('"9"');
    expect(answer.json.status).toBe("completed");
  });

  test("takes JSON with a charset, and X-Forwarded-For from nobody", async () => {
    const answer = await rest.call("/v1/intents", {
      body: '{"intent":"x"}',
      headers: { "content-type": "application/json; charset=UTF-8", "x-forwarded-for": "203.0.113.9" },
    });
    expect(answer.status).toBe(201);
    expect(onlyCall().metadata["openintents-client-address"]).toBe("127.0.0.1");
  });
});

describe("GET /v1/intents", () => {
  test("reads filters from the query", async () => {
    rest.fakes.intents.listIntents = () => ({ object: "list", data: [intent()], nextCursor: "next" });
    const query = [
      "status=queued&status=running",
      "metadata[order]=7&metadata%5Bunit%5D=b",
      "customer=cus_1&customer=cus_2&limit=5&cursor=abc",
      "created_after=2026-11-30T09:00:00Z",
    ];
    const answer = await rest.call(`/v1/intents?${query.join("&")}`);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ object: "list", data: [{ id: INTENT_ID }], next_cursor: "next" });
    expect(answer.headers.etag).toBeUndefined();
    const { request } = onlyCall();
    expect(request).toMatchObject({ status: [1, 2], customer: ["cus_1", "cus_2"], limit: 5, cursor: "abc" });
    expect(request.metadata).toEqual({ order: "7", unit: "b" });
    expect(request.createdAfter.seconds).toBe(BigInt(Date.UTC(2026, 10, 30, 9) / 1000));
  });

  test("does not pass an idempotency key on, since a read takes none", async () => {
    rest.fakes.intents.listIntents = () => ({ object: "list", data: [] });
    await rest.call("/v1/intents", { headers: { "idempotency-key": "k" } });
    expect(onlyCall().metadata["idempotency-key"]).toBeUndefined();
  });
});

describe("GET /v1/intents/{id}", () => {
  test.each(['"3"', 'W/"3"', '"1", "3"', "*"])("answers 304 without a body to If-None-Match %s", async (tag) => {
    const answer = await rest.call(`/v1/intents/${INTENT_ID}`, { headers: { "if-none-match": tag } });
    expect(answer.status).toBe(304);
    expect(answer.text).toBe("");
    expect(answer.headers.etag).toBe('"3"');
    expect(answer.headers.ratelimit).toBe('"default";r=99;t=1');
  });

  test("answers 200 when the version moved on", async () => {
    const answer = await rest.call(`/v1/intents/${INTENT_ID}`, { headers: { "if-none-match": '"2"' } });
    expect(answer.status).toBe(200);
  });

  test.each([
    ["wait=7", "wait=7"],
    ['respond-async, wait="7"; x=y', "wait=7"],
    ["respond-async", undefined],
  ])("with Prefer: %s says that it applied %s", async (prefer, applied) => {
    const answer = await rest.call(`/v1/intents/${INTENT_ID}`, { headers: { prefer } });
    expect(answer.status).toBe(200);
    expect(answer.headers["preference-applied"]).toBe(applied);
    expect(onlyCall().request.waitSeconds).toBe(applied === undefined ? undefined : 7);
  });

  test("lets wait_seconds win over Prefer", async () => {
    const answer = await rest.call(`/v1/intents/${INTENT_ID}?wait_seconds=1`, { headers: { prefer: "wait=9" } });
    expect(answer.headers["preference-applied"]).toBeUndefined();
    expect(onlyCall().request.waitSeconds).toBe(1);
  });

  test("answers HEAD as GET without the body", async () => {
    const answer = await rest.call(`/v1/intents/${INTENT_ID}`, { method: "HEAD" });
    expect(answer.status).toBe(200);
    expect(answer.headers.etag).toBe('"3"');
    expect(answer.text).toBe("");
  });
});

test("an answer and a cancellation go to their calls", async () => {
  rest.fakes.intents.answerIntent = () => ({ intent: intent() });
  rest.fakes.intents.cancelIntent = () => ({ intent: intent({ status: IntentStatus.CANCELLED }) });
  const answered = await rest.call(`/v1/intents/${INTENT_ID}/answer?wait_seconds=1`, {
    body: { value: "M", input_request: "inp_1" },
  });
  expect(answered.status).toBe(200);
  const cancelled = await rest.call(`/v1/intents/${INTENT_ID}/cancel`, { method: "POST" });
  expect(cancelled.json.status).toBe("cancelled");
  const [answer, cancel] = rest.fakes.seen;
  expect(answer).toMatchObject({ method: "answerIntent", request: { id: INTENT_ID, waitSeconds: 1 } });
  expect(cancel).toMatchObject({ method: "cancelIntent", request: { id: INTENT_ID } });
});

test("webhook endpoints go to their service, and a deletion takes an idempotency key", async () => {
  const endpoint = {
    id: "whe_1",
    object: "webhook_endpoint",
    url: "https://a.test/x",
    enabled: true,
    secret: "whsec_x",
  };
  rest.fakes.webhooks.createWebhookEndpoint = () => ({ webhookEndpoint: endpoint });
  rest.fakes.webhooks.deleteWebhookEndpoint = () => ({ id: "whe_1", object: "webhook_endpoint", deleted: true });
  const created = await rest.call("/v1/webhook_endpoints", { body: { url: "https://a.test/x", events: ["intent.*"] } });
  expect(created.status).toBe(201);
  expect(created.json).toMatchObject({ id: "whe_1", secret: "whsec_x" });
  const deleted = await rest.call("/v1/webhook_endpoints/whe_1", {
    method: "DELETE",
    headers: { "idempotency-key": "d" },
  });
  expect(deleted.json).toEqual({ id: "whe_1", object: "webhook_endpoint", deleted: true });
  expect(rest.fakes.seen[1]?.metadata["idempotency-key"]).toBe("d");
});

test("a service that cannot be reached is answered with 503 and Retry-After", async () => {
  const lone = await startHarness();
  await lone.fakes.close();
  const answer = await lone.call(`/v1/intents/${INTENT_ID}`);
  await lone.stop();
  expect(answer.status).toBe(503);
  expect(answer.json.error).toMatchObject({ code: "unavailable", type: "api_error" });
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
});

test("loopback names at the bound port and the public origin are let in", async () => {
  for (const host of [`localhost:${rest.port}`, `127.0.0.1:${rest.port}`, "api.example.test"]) {
    const answer = await rest.call(`/v1/intents/${INTENT_ID}`, { headers: { host } });
    expect([host, answer.status]).toEqual([host, 200]);
  }
});

test("a body of deep nesting is refused, not a fault", async () => {
  const depth = 20_000;
  const body = `{"intent":"x","context":{"a":${"[".repeat(depth)}${"]".repeat(depth)}}}`;
  const answer = await rest.call("/v1/intents", { body });
  expect(answer.json.error).toMatchObject({ code: "parameter_invalid", param: "context" });
});

test("no answer may be read by a page of another origin", async () => {
  const answer = await rest.call(`/v1/intents/${INTENT_ID}`);
  expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
});

test("a refusal keeps the key and the body out of the answer", async () => {
  rest.fakes.intents.createIntent = () => {
    throw serviceError("resource_not_found", "No such customer.", { param: "customer" });
  };
  const answer = await rest.call("/v1/intents", { body: { intent: "very private words", customer: "cus_9" } });
  expect(answer.status).toBe(404);
  expect(answer.text).not.toContain("very private words");
  expect(answer.text).not.toContain(KEY);
});
