// No door builds a result of its own: whatever is asked, all of them say the same, or refuse with the same error.
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { fromRecognitionJson, IntentResultSchema, toRecognitionJson } from "@openintents/proto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rulesExecutor } from "../../src/executors/rules/index.ts";
import { scriptedExecutor } from "../../src/executors/scripted.ts";
import { Intent } from "../../src/intent.ts";
import { createIntentMcpAdapter } from "../../src/mcp/adapter.ts";
import { PROTOCOL_VERSIONS } from "../../src/types/names.ts";
import { anyText } from "./texts.ts";

const schema = {
  type: "object",
  required: ["orderId"],
  properties: {
    orderId: { type: "string", "x-intent": { exact: true } },
    tags: { type: "array", items: { type: "string" } },
    when: { type: "string", format: "date" },
  },
};
const defaults = { zone: "Europe/Oslo", currency: "NOK" };

test("any text gets one answer at every door", async () => {
  let candidate = "";
  const rules = new Intent({ executor: rulesExecutor(), schema, defaults });
  /** The caller's own model, which happens to say what the rules said. */
  const host = new Intent({ schema, defaults, corrections: 0 });
  const overheard = new Intent({ executor: scriptedExecutor(listen), schema, defaults });
  const executor = rulesExecutor();
  async function listen(task: Parameters<typeof executor.generate>[0]) {
    const reply = await executor.generate(task);
    candidate = reply.outcome === "complete" ? reply.candidateText : "";
    return reply;
  }
  const sessions = PROTOCOL_VERSIONS.map((protocolVersion) =>
    createIntentMcpAdapter({ instances: { main: rules } }).connect({ protocolVersion }),
  );
  const hostSession = createIntentMcpAdapter({ mode: "host", instances: { main: host } }).connect({
    protocolVersion: "2025-11-25",
  });

  await fc.assert(
    fc.asyncProperty(anyText, fc.constantFrom("refs", "quotes"), async (input, evidence) => {
      const request = { input, referenceTime: "2026-12-01T09:00:00+01:00[Europe/Oslo]", output: { evidence } } as const;
      const parsed = await rules.parse(request).then(
        (result) => JSON.stringify(result),
        (error) => JSON.stringify({ error }),
      );
      for (const session of sessions) {
        const reply = await session.callTool("intent_parse", request);
        expect(reply?.content[0].text).toBe(parsed);
        if (!reply?.isError) expect(JSON.stringify(reply?.structuredContent)).toBe(parsed);
      }
      if (parsed.startsWith('{"error"')) return;
      expect(JSON.stringify(await overheard.parse(request))).toBe(parsed);
      const prepared = await hostSession.callTool("intent_prepare", request);
      const { requestId, submissionToken } = prepared?.structuredContent ?? {};
      const submission = { requestId, submissionToken, candidateText: candidate };
      expect((await hostSession.callTool("intent_accept", submission))?.content[0].text).toBe(parsed);
      const typed = toBinary(IntentResultSchema, fromRecognitionJson(IntentResultSchema, JSON.parse(parsed)));
      expect(JSON.stringify(toRecognitionJson(IntentResultSchema, fromBinary(IntentResultSchema, typed)))).toBe(parsed);
    }),
    { numRuns: 150 },
  );
}, 60_000);
