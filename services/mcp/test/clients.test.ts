import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { newApiKey } from "@openintents/auth";
import { type Clock, serviceError, systemClock } from "@openintents/process";
import { IntentEventType } from "@openintents/proto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { INTENT_ID, intent } from "./fake-services.ts";
import { type Harness, KEY, startHarness } from "./harness.ts";

const folder = fileURLToPath(new URL("../../../test/clients/", import.meta.url));
const installed = existsSync(`${folder}node_modules/@modelcontextprotocol/client`);
const run = promisify(execFile);

/** Called after each timer of the edge, so that a test can wait for what it does. */
let afterTimer = (): void => {};
const clock: Clock = {
  ...systemClock,
  timer: (ms, fn) =>
    systemClock.timer(ms, () => {
      fn();
      afterTimer();
    }),
};

let mcp: Harness;
beforeAll(async () => {
  mcp = await startHarness(clock);
});
afterAll(() => mcp.stop());
beforeEach(() => {
  mcp.fakes.seen.length = 0;
  mcp.fakes.intents = { createIntent: () => ({ intent: intent() }), getIntent: () => ({ intent: intent() }) };
  mcp.fakes.timeline = {};
});

async function drive(generation: string, steps: object[], key = KEY) {
  const args = [`${folder}drive.mjs`, generation, mcp.url, key, JSON.stringify(steps)];
  const { stdout } = await run(process.execPath, args, { timeout: 20_000 });
  return JSON.parse(stdout);
}

const generations = [
  ["v1", "2025-11-25"],
  ["v2-legacy", "2025-11-25"],
  ["v2-auto", "2026-07-28"],
] as const;

describe.skipIf(!installed).each(generations)("a client of generation %s", (generation, version) => {
  test("connects, lists the tools and calls them", async () => {
    const seen = await drive(generation, [
      { do: "list" },
      { do: "call", name: "create_intent", arguments: { intent: "a mug", max_amount: 6000, idempotency_key: "k" } },
      { do: "call", name: "get_intent", arguments: { id: INTENT_ID } },
      { do: "call", name: "create_intent", arguments: { intent: "a mug", nonsense: 1 } },
    ]);
    expect(seen.connect).toBeUndefined();
    expect(seen.server.name).toBe("openintents");
    expect(seen.instructions).toContain("wait_for_intent");
    if (seen.version !== undefined) expect(seen.version).toBe(version);
    const [list, created, got, wrong] = seen.steps;
    expect(list.tools).toHaveLength(7);
    expect(created.result.structuredContent).toMatchObject({ id: INTENT_ID, object: "intent" });
    expect(JSON.parse(got.result.content[0].text)).toEqual(got.result.structuredContent);
    expect(wrong.result.isError).toBe(true);
    expect(JSON.parse(wrong.result.content[0].text).error.code).toBe("unknown_parameter");
    const create = mcp.fakes.seen.find(({ method }) => method === "createIntent");
    expect(create?.metadata).toMatchObject({ "idempotency-key": "k", "openintents-surface": "mcp" });
  });

  test("gets progress while a call is held", async () => {
    const step = (sequence: number) => ({
      event: {
        id: `tev_${sequence}`,
        object: "intent_event",
        intent: INTENT_ID,
        sequence,
        type: IntentEventType.STARTED,
        message: `step ${sequence}`,
      },
    });
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    mcp.fakes.intents.getIntent = async () => {
      await released;
      return { intent: intent() };
    };
    mcp.fakes.timeline.watchIntentEvents = async function* (_request, context) {
      yield step(1);
      // The edge gathers for a moment and reports; then the held call may end.
      afterTimer = release;
      await new Promise((resolve) => context.signal.addEventListener("abort", resolve));
    };
    const seen = await drive(generation, [
      { do: "call", name: "wait_for_intent", arguments: { id: INTENT_ID, wait_seconds: 20 }, progress: true },
    ]);
    expect(seen.steps[0].progress).toEqual([{ progress: 1, message: "running: step 1" }]);
    expect(seen.steps[0].result.structuredContent.id).toBe(INTENT_ID);
  });

  test("is told that its key is not valid", async () => {
    const key = newApiKey("test");
    mcp.fakes.revoked.add(key);
    const seen = await drive(generation, [], key);
    expect(seen.connect.failed.message).toMatch(/401|invalid_api_key|[Uu]nauthorized/);
  });

  test("gets a failed result from a core that refuses", async () => {
    mcp.fakes.intents.getIntent = () => {
      throw serviceError("resource_not_found", "No such intent.");
    };
    const seen = await drive(generation, [{ do: "call", name: "get_intent", arguments: { id: INTENT_ID } }]);
    expect(seen.steps[0].result).toMatchObject({ isError: true });
  });
});

test.runIf(process.env.CI === "true")("the clients of test/clients are installed", () => {
  expect(installed).toBe(true);
});
