import { expect } from "vitest";
import { Intent } from "../../src/intent.ts";
import { createIntentMcpAdapter } from "../../src/mcp/adapter.ts";
import type { IntentMcpSession } from "../../src/mcp/session.ts";
import type { ProtocolVersion } from "../../src/types/names.ts";
import { SEED_INPUT } from "../server/seed.ts";

export function hostSession(
  intents: Record<string, Intent> = { main: new Intent() },
  protocolVersion: ProtocolVersion = "2025-11-25",
) {
  const adapter = createIntentMcpAdapter({ mode: "host", instances: intents });
  return { adapter, session: adapter.connect({ protocolVersion }) };
}

export async function prepare(session: IntentMcpSession, args: object = {}) {
  const reply = await session.callTool("intent_prepare", { input: SEED_INPUT, ...args });
  expect(reply?.isError).toBe(false);
  return reply?.structuredContent as { requestId: string; submissionToken: string };
}

export const submit = (
  session: IntentMcpSession,
  task: { requestId: string; submissionToken: string },
  candidateText: string,
) =>
  session.callTool("intent_accept", {
    requestId: task.requestId,
    submissionToken: task.submissionToken,
    candidateText,
  });
