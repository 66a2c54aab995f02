// The other modes of recognition: the caller's own model, and off.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { restClient } from "./client.ts";
import { mcpCall, mcpPost } from "./mcp.ts";
import { type System, startSystem } from "./system.ts";

type Listed = { result: { tools: { name: string }[] } };

async function toolNames(system: System): Promise<string[]> {
  const answer = await mcpPost(system, { jsonrpc: "2.0", id: 1, method: "tools/list" });
  return ((await answer.json()) as Listed).result.tools.map(({ name }) => name).filter((name) => /^intent_/.test(name));
}

/** What a careful model hands in for "Buy a mug". */
const candidate = {
  kind: "request",
  intents: [
    {
      key: "i1",
      parent: null,
      baselineId: null,
      domain: null,
      action: "Buy",
      target: "a mug",
      goal: "Buy a mug",
      understanding: "clear",
      evidence: [{ root: "input", pointer: "", text: "Buy a mug" }],
    },
  ],
  ...{ constraints: [], relations: [], removals: [], references: [] },
  ...{ fields: [], unresolved: [], inferences: [], accounted: [] },
};

describe("host mode", () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem("one process", { RECOGNITION_MODE: "host" });
  }, 60_000);
  afterAll(() => system?.close(), 30_000);

  const json = async (name: string, args: Record<string, unknown>) =>
    JSON.parse((await mcpCall(system, name, args)).content[0]?.text ?? "");

  test("the caller's model does the language work, in two calls", async () => {
    expect(await toolNames(system)).toEqual(["intent_prepare", "intent_accept", "intent_cancel"]);
    const { requestId, submissionToken, kind } = await json("intent_prepare", { input: "Buy a mug" });
    expect(kind).toBe("model_task");
    const refused = await json("intent_accept", { requestId, submissionToken, candidateText: "a mug, I guess" });
    expect(refused.error).toMatchObject({ code: "CANDIDATE_INVALID", correction: { attemptsLeft: 1 } });
    const better = {
      requestId,
      submissionToken: refused.error.correction.submissionToken,
      candidateText: JSON.stringify(candidate),
    };
    expect(await json("intent_accept", better)).toMatchObject({ status: "complete", input: "Buy a mug" });
    expect(await json("intent_cancel", { requestId })).toEqual({ requestId, status: "already_completed" });
  });

  test("another key of another mode of the same account sees nothing of it", async () => {
    const { requestId } = await json("intent_prepare", { input: "Buy a mug" });
    const call = { name: "intent_cancel", arguments: { requestId } };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: call };
    const answer = await mcpPost(system, message, system.credentials.live_api_key);
    const { result } = (await answer.json()) as { result: { isError: boolean; content: { text: string }[] } };
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0]?.text ?? "").error.code).toBe("REQUEST_NOT_FOUND");
    expect(await json("intent_cancel", { requestId })).toEqual({ requestId, status: "cancelled" });
  });

  test("REST says that there is no language source here, and intents are understood by rules", async () => {
    const client = restClient(system);
    const { status, body } = await client.request("POST", "/v1/recognitions", { input: "Buy a mug" });
    expect([status, body.error]).toMatchObject([503, { code: "EXECUTOR_UNAVAILABLE", retryable: false }]);
    const { body: intent } = await client.create({ intent: "Buy a mug under $15.", shops: ["ok.shop.test"] }, {}, 30);
    expect(intent).toMatchObject({ status: "failed", error: { code: "over_max_amount" } });
  });
});

describe("off", () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem("one process", { RECOGNITION_MODE: "off" });
  }, 60_000);
  afterAll(() => system?.close(), 30_000);

  test("nothing is recognised for callers, and intents are understood all the same", async () => {
    expect(await toolNames(system)).toEqual([]);
    const client = restClient(system);
    const { status, body } = await client.request("POST", "/v1/recognitions", { input: "Buy a mug" });
    expect([status, body.error]).toMatchObject([404, { code: "route_not_found" }]);
    const { body: intent } = await client.create({ intent: "Thank you!", shops: ["ok.shop.test"] }, {}, 30);
    expect(intent).toMatchObject({ status: "failed", error: { code: "request_unclear" } });
  });
});
