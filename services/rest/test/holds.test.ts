import { once } from "node:events";
import { serviceError } from "@openintents/process";
import { IntentEventType, IntentStatus } from "@openintents/proto";
import type { CallContext } from "@openintents/rpc";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { INTENT_ID, intent } from "./fake-services.ts";
import { type Harness, startHarness } from "./harness.ts";

let rest: Harness;
beforeEach(async () => {
  rest = await startHarness();
});
afterEach(() => rest.stop());

/** A handler that holds until it is cancelled, and what a test can await of it. */
function holding(): { entered: Promise<CallContext>; hold: (context: CallContext) => Promise<never> } {
  let enter: (context: CallContext) => void = () => {};
  const entered = new Promise<CallContext>((resolve) => {
    enter = resolve;
  });
  const hold = async (context: CallContext): Promise<never> => {
    enter(context);
    if (!context.signal.aborted) await once(context.signal, "abort");
    throw serviceError("cancelled", "ended");
  };
  return { entered, hold };
}

test("a call gets its hold and ten seconds more", async () => {
  const deadlines: number[] = [];
  rest.fakes.intents.getIntent = (_request, context) => {
    deadlines.push((context.deadline ?? 0) - Date.now());
    return { intent: intent() };
  };
  await rest.call(`/v1/intents/${INTENT_ID}?wait_seconds=40`);
  await rest.call(`/v1/intents/${INTENT_ID}`);
  expect(deadlines[0]).toBeGreaterThan(48_000);
  expect(deadlines[0]).toBeLessThanOrEqual(50_100);
  expect(deadlines[1]).toBeLessThanOrEqual(10_100);
});

test.each([
  ["a read", "getIntent", `/v1/intents/${INTENT_ID}?wait_seconds=30`, undefined],
  ["a creation", "createIntent", "/v1/intents?wait_seconds=30", { intent: "a mug" }],
] as const)("a client that leaves during %s ends the hold", async (_what, method, path, body) => {
  const { entered, hold } = holding();
  rest.fakes.intents[method] = (_request: unknown, context: CallContext) => hold(context);
  const { request } = await import("node:http");
  const sent = request({
    host: "127.0.0.1",
    port: rest.port,
    path,
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${(await import("./harness.ts")).KEY}`, "content-type": "application/json" },
  });
  sent.on("error", () => undefined);
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const context = await entered;
  sent.destroy();
  if (!context.signal.aborted) await once(context.signal, "abort");
  expect(context.signal.aborted).toBe(true);
});

describe("a stop of the process", () => {
  test("ends a held read early with the object as it stands", async () => {
    const { entered, hold } = holding();
    rest.fakes.intents.getIntent = (request, context) => {
      if ((request.waitSeconds ?? 0) > 0) return hold(context);
      return { intent: intent({ status: IntentStatus.RUNNING }) };
    };
    const answer = rest.call(`/v1/intents/${INTENT_ID}?wait_seconds=50`);
    await entered;
    const stopped = rest.stop();
    expect(await answer).toMatchObject({ status: 200, json: { status: "running" } });
    await stopped;
  });

  test("repeats a held creation that has an idempotency key without the hold", async () => {
    const { entered, hold } = holding();
    rest.fakes.intents.createIntent = (request, context) =>
      (request.waitSeconds ?? 0) > 0 ? hold(context) : { intent: intent() };
    const answer = rest.call("/v1/intents?wait_seconds=50", {
      body: { intent: "a mug" },
      headers: { "idempotency-key": "k" },
    });
    await entered;
    const stopped = rest.stop();
    expect((await answer).status).toBe(201);
    await stopped;
    expect(rest.fakes.seen.map(({ metadata }) => metadata["idempotency-key"])).toEqual(["k", "k"]);
  });
});

describe("GET /v1/intents/{id}/events as a stream", () => {
  const stream = { headers: { accept: "text/event-stream" } };
  const event = (sequence: number) => ({
    event: {
      id: `tev_${sequence}`,
      object: "intent_event",
      test: true,
      intent: INTENT_ID,
      sequence,
      type: IntentEventType.NOTE,
      message: `step ${sequence}`,
      createdAt: { seconds: 1_796_000_000n, nanos: 0 },
    },
  });

  test("sends each event with its sequence as the id, and an end", async () => {
    rest.fakes.timeline.watchIntentEvents = async function* () {
      yield event(1);
      yield event(2);
    };
    const answer = await rest.call(`/v1/intents/${INTENT_ID}/events`, stream);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
    expect(answer.headers["request-id"]).toMatch(/^req_/);
    const frames = answer.text.trimEnd().split("\n\n");
    expect(frames).toHaveLength(3);
    expect(frames[0]).toMatch(/^id: 1\nevent: intent_event\ndata: \{/);
    expect(JSON.parse(frames[1]?.split("data: ")[1] ?? "")).toMatchObject({
      sequence: 2,
      message: "step 2",
      data: null,
    });
    expect(frames[2]).toBe("event: end\ndata: {}");
  });

  test("goes on behind Last-Event-ID, which wins over after", async () => {
    rest.fakes.timeline.watchIntentEvents = async function* () {};
    await rest.call(`/v1/intents/${INTENT_ID}/events?after=2`, stream);
    await rest.call(`/v1/intents/${INTENT_ID}/events?after=2`, {
      headers: { ...stream.headers, "last-event-id": "5" },
    });
    expect(rest.fakes.seen.map(({ request }) => request)).toMatchObject([
      { id: INTENT_ID, after: 2 },
      { id: INTENT_ID, after: 5 },
    ]);
  });

  test("refuses a second ID in the query", async () => {
    const answer = await rest.call(`/v1/intents/${INTENT_ID}/events?id=int_2`, stream);
    expect(answer).toMatchObject({ status: 400, json: { error: { code: "unknown_parameter", param: "id" } } });
    expect(rest.fakes.seen.filter(({ method }) => method === "watchIntentEvents")).toEqual([]);
  });

  test("answers a refusal with its own status, and not as a stream", async () => {
    rest.fakes.timeline.watchIntentEvents = async function* () {
      yield* [];
      throw serviceError("resource_not_found", "No such intent.");
    };
    const answer = await rest.call(`/v1/intents/${INTENT_ID}/events`, stream);
    expect(answer.status).toBe(404);
    expect(answer.json.error.code).toBe("resource_not_found");
  });

  test.each([
    ["?limit=5", {}, "unknown_parameter", "limit"],
    ["?after=x", {}, "parameter_invalid", "after"],
    ["", { "last-event-id": "x" }, "parameter_invalid", "Last-Event-ID"],
  ])("refuses %s %o", async (query, headers, code, param) => {
    const answer = await rest.call(`/v1/intents/${INTENT_ID}/events${query}`, {
      headers: { ...stream.headers, ...headers },
    });
    expect(answer.json.error).toMatchObject({ code, param });
  });

  test("that breaks off ends without an end, so that the client comes back", async () => {
    rest.fakes.timeline.watchIntentEvents = async function* () {
      yield event(1);
      throw serviceError("unavailable", "Gone.");
    };
    const answer = await rest.call(`/v1/intents/${INTENT_ID}/events`, stream);
    expect(answer.text).toContain("id: 1\n");
    expect(answer.text).toContain("event: error\n");
    expect(answer.text).not.toContain("event: end");
  });

  test("ends when the client leaves, and when the process stops", async () => {
    const contexts: CallContext[] = [];
    rest.fakes.timeline.watchIntentEvents = async function* (_request, context) {
      contexts.push(context);
      yield event(1);
      if (!context.signal.aborted) await once(context.signal, "abort");
    };
    const left = await rest.open(`/v1/intents/${INTENT_ID}/events`, stream);
    await once(left.message, "data");
    left.message.on("error", () => undefined);
    left.destroy();
    const [first] = contexts;
    if (first?.signal.aborted === false) await once(first.signal, "abort");

    const kept = await rest.open(`/v1/intents/${INTENT_ID}/events`, stream);
    const chunks: string[] = [];
    kept.message.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk));
    await once(kept.message, "data");
    const ended = once(kept.message, "end");
    await Promise.all([ended, rest.stop()]);
    expect(chunks.join("")).not.toContain("event: end");
  });

  test("without that Accept the same path answers the list", async () => {
    rest.fakes.timeline.listIntentEvents = () => ({ object: "list", data: [event(1).event] });
    const answer = await rest.call(`/v1/intents/${INTENT_ID}/events?after=0&limit=5`);
    expect(answer.json).toMatchObject({ object: "list", data: [{ sequence: 1, type: "note" }], next_cursor: null });
  });
});
