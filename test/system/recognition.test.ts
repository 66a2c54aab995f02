// Recognition from the outside: over REST, MCP and gRPC, and at the beginning of every intent, whose own
// words are checked once more before its order is placed.
import { IntentResultSchema, RecognitionService, toRecognitionJson } from "@openintents/proto";
import { createClient, grpcTransport } from "@openintents/rpc";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ordersOf, type RestClient, restClient } from "./client.ts";
import { mcpCall } from "./mcp.ts";
import { EXAMPLE, EXAMPLE_TEXT } from "./recognition-example.ts";
import { type System, startSystem, WAYS } from "./system.ts";

describe.each(WAYS)("in %s", (way) => {
  let system: System;
  let client: RestClient;
  beforeAll(async () => {
    system = await startSystem(way);
    client = restClient(system);
  }, 120_000);
  afterAll(() => system?.close(), 60_000);

  /** Runs an intent to its end or its first question; its order would cost 2000. */
  async function run(intent: string, more: object = {}) {
    const { body } = await client.create({ intent, shops: ["ok.shop.test"], max_amount: 2500, ...more }, {}, 30);
    const events = await client.events(body.id);
    const plan = events.find((event) => event.type === "plan")?.message ?? "";
    return { body, plan, orders: () => ordersOf(system, client, body.id) };
  }

  test("REST, MCP and gRPC answer one text", async () => {
    const args = { input: EXAMPLE };
    const rest = await fetch(`${system.rest}/v1/recognitions`, {
      method: "POST",
      headers: { authorization: `Bearer ${system.credentials.api_key}`, "content-type": "application/json" },
      body: JSON.stringify(args),
    });
    const text = await rest.text();
    expect([rest.status, text]).toEqual([200, EXAMPLE_TEXT]);
    const reply = await mcpCall(system, "intent_parse", args);
    expect([reply.isError, reply.content[0]?.text]).toEqual([false, text]);
    expect(reply.structuredContent).toEqual(JSON.parse(text));
    const transport = grpcTransport({ address: system.grpc });
    const metadata = { authorization: `Bearer ${system.credentials.api_key}` };
    const grpc = await createClient(RecognitionService, transport).parse(args, { metadata });
    await transport.close();
    expect(Buffer.from(grpc.resultJson).toString()).toBe(text);
    if (!grpc.result) throw new Error("a result is typed");
    expect(JSON.stringify(toRecognitionJson(IntentResultSchema, grpc.result))).toBe(text);
  });

  test("an order that keeps every word is placed without a question, and the plan says what binds it", async () => {
    const { body, plan, orders } = await run("Buy a mug for at most $25, but not a red one.", {
      context: { test_item: "blue mug" },
      max_amount: undefined,
    });
    expect(body).toMatchObject({ status: "completed", result: { total: 2000 } });
    expect(plan).toContain("at most 25.00 USD");
    expect(plan).toContain("red one");
    expect(await orders()).toHaveLength(1);
  });

  test.each<[string, string, object, string, RegExp]>([
    ["a limit in the text below the cap", "Buy a mug under $15.", {}, "over_max_amount", /under \$15/],
    ["a forbidden shop", "Buy a mug. Do not buy it from ok.shop.test.", {}, "shop_not_supported", /ok\.shop\.test/],
    [
      "an excluded item",
      "Buy a mug, but not a red one.",
      { context: { test_item: "red mug" } },
      "prohibited_item",
      /red/,
    ],
    ["a time that the order misses", "Buy a mug and have it here by tomorrow.", {}, "slot_unavailable", /tomorrow/],
  ])("%s ends the intent before anything is bought", async (_what, intent, more, code, words) => {
    const { body, plan, orders } = await run(intent, more);
    expect(body).toMatchObject({ status: "failed", error: { code } });
    expect((body.error as unknown as { details: { constraint: string } }).details.constraint).toMatch(words);
    expect(plan).not.toBe("");
    expect(await orders()).toEqual([]);
  });

  test("a condition that code cannot judge is asked with its words, once, and a yes buys", async () => {
    const { body, orders } = await run("Buy a mug if it is dishwasher safe.");
    expect(body.status).toBe("requires_input");
    const question = body.input_request as unknown as { kind: string; detail: string };
    expect(question.kind).toBe("approval");
    expect(question.detail).toContain("if it is dishwasher safe");
    await client.request("POST", `/v1/intents/${body.id}/answer`, { value: "approve" });
    expect((await client.settled(body.id)).status).toBe("completed");
    expect(await orders()).toHaveLength(1);
    const asked = (await client.events(body.id)).filter((event) => event.type === "question_asked");
    expect(asked).toHaveLength(1);
  });

  test("a text that asks for nothing fails as request_unclear", async () => {
    const { body, orders } = await run("Thanks a lot!");
    expect(body).toMatchObject({ status: "failed", error: { code: "request_unclear", retryable: false } });
    expect(await orders()).toEqual([]);
  });
});
