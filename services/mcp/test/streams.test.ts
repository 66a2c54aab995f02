import { once } from "node:events";
import { manualClock, serviceError } from "@openintents/process";
import { IntentEventType, IntentStatus } from "@openintents/proto";
import type { CallContext } from "@openintents/rpc";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { INTENT_ID, intent } from "./fake-services.ts";
import { type Call, type Harness, legacy, messagesOf, modern, startHarness } from "./harness.ts";

let clock = manualClock();
let mcp: Harness;
beforeEach(async () => {
  clock = manualClock();
  mcp = await startHarness(clock);
});
afterEach(() => mcp.stop());

const stream = { accept: "application/json, text/event-stream" };

function wait(token?: string | number, version = "2025-11-25"): Call {
  const _meta = token === undefined ? {} : { _meta: { progressToken: token } };
  const params = { name: "wait_for_intent", arguments: { id: INTENT_ID }, ..._meta };
  return legacy("tools/call", params, version, stream);
}

/** A promise and its resolution. */
function gate<T = void>(): { opened: Promise<T>; open(value: T): void } {
  let open: (value: T) => void = () => {};
  const opened = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { opened, open: (value) => open(value) };
}

/** Collects a stream's text; `until` resolves when it contains what is asked for. */
function collect(message: NodeJS.ReadableStream) {
  let text = "";
  message.setEncoding("utf8");
  message.on("data", (chunk: string) => {
    text += chunk;
  });
  return {
    text: () => text,
    async until(part: string): Promise<void> {
      while (!text.includes(part)) await once(message, "data");
    },
    ended: once(message, "end"),
  };
}

const event = (sequence: number, type: IntentEventType, message: string) => ({
  event: { id: `tev_${sequence}`, object: "intent_event", test: true, intent: INTENT_ID, sequence, type, message },
});

describe("a held call on a stream", () => {
  test("is silent but for a comment every 15 seconds, and ends with its result", async () => {
    const held = gate<CallContext>();
    const release = gate();
    mcp.fakes.intents.getIntent = async (_request, context) => {
      held.open(context);
      await release.opened;
      return { intent: intent({ status: IntentStatus.COMPLETED }) };
    };
    const opening = mcp.open(wait());
    await held.opened;
    await clock.advance(1_000);
    const { message } = await opening;
    expect(message.statusCode).toBe(200);
    expect(message.headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
      "request-id": expect.stringMatching(/^req_/),
    });
    const seen = collect(message);
    await clock.advance(15_000);
    await seen.until(": keep-alive\n\n");
    await clock.advance(15_000);
    await seen.until(": keep-alive\n\n: keep-alive\n\n");
    release.open();
    await seen.ended;
    expect(messagesOf(seen.text())).toMatchObject([{ id: 1, result: { structuredContent: { status: "completed" } } }]);
    expect(mcp.fakes.seen.map(({ method }) => method)).toEqual(["getIntent"]);
  });

  test("that is answered at once carries only the result", async () => {
    mcp.fakes.intents.getIntent = () => ({ intent: intent({ status: IntentStatus.REQUIRES_INPUT }) });
    const answer = await mcp.call(wait());
    expect(answer.headers["content-type"]).toBe("text/event-stream");
    expect(answer.headers.ratelimit).toBe('"default";r=99;t=1');
    expect(messagesOf(answer.text)).toHaveLength(1);
  });

  test("ends its hold when the client leaves, and nothing else", async () => {
    const held = gate<CallContext>();
    mcp.fakes.intents.getIntent = async (_request, context) => {
      held.open(context);
      await once(context.signal, "abort");
      throw serviceError("cancelled", "ended");
    };
    const opening = mcp.open(wait());
    const context = await held.opened;
    await clock.advance(1_000);
    const { message, destroy } = await opening;
    message.on("error", () => undefined);
    destroy();
    if (!context.signal.aborted) await once(context.signal, "abort");
    expect(mcp.fakes.seen.map(({ method }) => method)).toEqual(["getIntent"]);
  });

  test("whose key is refused after the opening ends with a failed result", async () => {
    const held = gate<CallContext>();
    const release = gate();
    mcp.fakes.intents.getIntent = async (_request, context) => {
      held.open(context);
      await release.opened;
      throw serviceError("invalid_api_key", "Revoked.");
    };
    const opening = mcp.open(wait());
    await held.opened;
    await clock.advance(1_000);
    const seen = collect((await opening).message);
    release.open();
    await seen.ended;
    const [message] = messagesOf(seen.text());
    expect(message?.result).toMatchObject({ isError: true });
    expect(JSON.stringify(message)).toContain("invalid_api_key");
  });

  test("ends early when the process stops, with the intent as it stands", async () => {
    const held = gate<CallContext>();
    mcp.fakes.intents.getIntent = async (request, context) => {
      if (request.waitSeconds === 0) return { intent: intent({ status: IntentStatus.RUNNING }) };
      held.open(context);
      await once(context.signal, "abort");
      throw serviceError("cancelled", "ended");
    };
    const answer = mcp.call(wait());
    await held.opened;
    const stopped = mcp.stop();
    expect(messagesOf((await answer).text)).toMatchObject([{ result: { structuredContent: { status: "running" } } }]);
    await stopped;
  });
});

describe("progress", () => {
  /** Holds a read and follows a timeline, both by the test's hand. */
  function script() {
    const held = gate<CallContext>();
    const release = gate();
    const events: ReturnType<typeof event>[] = [];
    let more = gate();
    let watch: CallContext | undefined;
    mcp.fakes.intents.getIntent = async (_request, context) => {
      held.open(context);
      await release.opened;
      return { intent: intent({ status: IntentStatus.COMPLETED }) };
    };
    mcp.fakes.timeline.watchIntentEvents = async function* (_request, context) {
      watch = context;
      while (!context.signal.aborted) {
        const next = events.shift();
        if (next !== undefined) yield next;
        else await Promise.race([more.opened, once(context.signal, "abort")]);
      }
    };
    return {
      held: held.opened,
      release: () => release.open(),
      watch: () => watch,
      push(...pushed: ReturnType<typeof event>[]) {
        events.push(...pushed);
        more.open();
        more = gate();
      },
    };
  }

  /** Lets the follower take in what came and report the newest of it. */
  async function report(seen: ReturnType<typeof collect>, part: string): Promise<void> {
    const done = seen.until(part);
    let settled = false;
    void done.then(() => {
      settled = true;
    });
    while (!settled) {
      await clock.advance(50);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  test.each([0, 7, "token"])("carries the token %o as it came, status and newest event, rising", async (token) => {
    const acts = script();
    acts.push(
      event(1, IntentEventType.CREATED, "Created."),
      event(2, IntentEventType.STARTED, "Started."),
      event(3, IntentEventType.SEARCHED, "Found 3 mugs."),
    );
    const opening = mcp.open(wait(token));
    await acts.held;
    let opened = false;
    const ready = opening.then((answer) => {
      opened = true;
      return answer;
    });
    while (!opened) {
      await clock.advance(50);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const seen = collect((await ready).message);
    await report(seen, "Found 3 mugs.");
    acts.push(event(4, IntentEventType.QUESTION_ASKED, "Which size?"));
    await report(seen, "Which size?");
    acts.release();
    await seen.ended;
    const messages = messagesOf(seen.text());
    expect(messages.at(-1)).toMatchObject({ id: 1, result: { structuredContent: { status: "completed" } } });
    const params = messages.slice(0, -1).map((message) => message.params);
    expect(params.at(-1)).toEqual({ progressToken: token, progress: 4, message: "requires_input: Which size?" });
    expect(params.at(-2)).toEqual({ progressToken: token, progress: 3, message: "running: Found 3 mugs." });
    const values = params.map((each) => each?.progress as number);
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    const watch = acts.watch();
    if (watch?.signal.aborted === false) await once(watch.signal, "abort");
  });

  test("has no text on 2024-11-05, which does not know it", async () => {
    const acts = script();
    acts.push(event(1, IntentEventType.CREATED, "Created."));
    const opening = mcp.open(wait(1, "2024-11-05"));
    await acts.held;
    await clock.advance(1_000);
    const seen = collect((await opening).message);
    await report(seen, "progressToken");
    acts.release();
    await seen.ended;
    expect(messagesOf(seen.text())[0]?.params).toEqual({ progressToken: 1, progress: 1 });
  });

  test("of a creation follows the intent that it made", async () => {
    const acts = script();
    mcp.fakes.intents.createIntent = () => ({ intent: intent() });
    acts.push(event(1, IntentEventType.CREATED, "Created."));
    const params = {
      name: "create_intent",
      arguments: { intent: "a mug", wait_seconds: 20, idempotency_key: "k" },
      _meta: { progressToken: 1 },
    };
    const opening = mcp.open(legacy("tools/call", params, "2025-11-25", stream));
    await acts.held;
    await clock.advance(1_000);
    const { message } = await opening;
    expect(message.headers.ratelimit).toBe('"default";r=99;t=1');
    const seen = collect(message);
    await report(seen, "queued: Created.");
    acts.release();
    await seen.ended;
    expect(messagesOf(seen.text()).at(-1)).toMatchObject({ result: { structuredContent: { status: "completed" } } });
    const [create, ...rest] = mcp.fakes.seen;
    expect(create).toMatchObject({ method: "createIntent", request: { waitSeconds: 0 } });
    expect(create?.metadata["idempotency-key"]).toBe("k");
    const get = rest.find(({ method }) => method === "getIntent");
    expect(get).toMatchObject({ request: { id: INTENT_ID, waitSeconds: 20 } });
    expect(get?.metadata["idempotency-key"]).toBeUndefined();
  });

  test("of a creation whose wait is refused still answers what was made", async () => {
    mcp.fakes.intents.createIntent = () => ({ intent: intent() });
    mcp.fakes.intents.getIntent = () => {
      throw serviceError("too_many_holds", "Too many.");
    };
    const params = {
      name: "create_intent",
      arguments: { intent: "a mug", wait_seconds: 9 },
      _meta: { progressToken: 1 },
    };
    const answer = await mcp.call(legacy("tools/call", params, "2025-11-25", stream));
    expect(messagesOf(answer.text)).toMatchObject([{ result: { structuredContent: { id: INTENT_ID } } }]);
  });

  test("is not sent where the timeline cannot be followed, and the call goes on", async () => {
    mcp.fakes.intents.getIntent = () => ({ intent: intent() });
    const answer = await mcp.call(wait(1));
    expect(messagesOf(answer.text)).toMatchObject([{ result: { structuredContent: { id: INTENT_ID } } }]);
  });

  test("on 2026-07-28 turns the answer into a stream", async () => {
    const acts = script();
    acts.push(event(1, IntentEventType.STARTED, "Started."));
    const params = { name: "wait_for_intent", arguments: { id: INTENT_ID } };
    const opening = mcp.open(modern("tools/call", params, { meta: { progressToken: "p" } }));
    await acts.held;
    let opened = false;
    const ready = opening.then((answer) => {
      opened = true;
      return answer;
    });
    while (!opened) {
      await clock.advance(50);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { message } = await ready;
    expect(message.headers["content-type"]).toBe("text/event-stream");
    const seen = collect(message);
    await seen.until("running: Started.");
    acts.release();
    await seen.ended;
    const messages = messagesOf(seen.text());
    expect(messages[0]?.params).toMatchObject({ progressToken: "p", progress: 1, message: "running: Started." });
    expect(messages.at(-1)).toMatchObject({ id: 1, result: { resultType: "complete" } });
  });
});

test("a client of 2026-07-28 that leaves ends its hold", async () => {
  const held = gate<CallContext>();
  mcp.fakes.intents.getIntent = async (_request, context) => {
    held.open(context);
    await once(context.signal, "abort");
    throw serviceError("cancelled", "ended");
  };
  const { request } = await import("node:http");
  const params = { name: "wait_for_intent", arguments: { id: INTENT_ID } };
  const { body, headers } = modern("tools/call", params);
  const { KEY } = await import("./harness.ts");
  const sent = request({
    host: "127.0.0.1",
    port: mcp.port,
    path: "/mcp",
    method: "POST",
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json", ...headers },
  });
  sent.on("error", () => undefined);
  sent.end(JSON.stringify(body));
  const context = await held.opened;
  sent.destroy();
  if (!context.signal.aborted) await once(context.signal, "abort");
  expect(context.signal.aborted).toBe(true);
});
