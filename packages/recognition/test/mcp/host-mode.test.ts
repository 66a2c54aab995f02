import { describe, expect, test } from "vitest";
import { scriptedExecutor } from "../../src/executors/scripted.ts";
import { Intent } from "../../src/intent.ts";
import { seedText } from "../parse/seed-candidate.ts";
import { SEED_INPUT } from "../server/seed.ts";
import { errorIn } from "./fake-backend.ts";
import { hostSession, prepare, submit } from "./host-session.ts";

describe("host mode", () => {
  test("prepare hands out a task, and its text is that task", async () => {
    const { session } = hostSession();
    const reply = await session.callTool("intent_prepare", { input: SEED_INPUT });
    expect(Object.keys(reply?.structuredContent ?? {})).toEqual([
      "kind",
      "requestId",
      "submissionToken",
      "instructions",
      "input",
      "outputSchema",
    ]);
    expect(reply?.structuredContent).toMatchObject({
      kind: "model_task",
      input: { input: SEED_INPUT },
      outputSchema: { type: "object" },
    });
    expect(reply?.content[0].text).toBe(JSON.stringify(reply?.structuredContent));
    expect(JSON.stringify(reply?.structuredContent?.instructions)).not.toContain(SEED_INPUT);
  });

  test("no executor is ever called", async () => {
    const executor = scriptedExecutor([]);
    const { session } = hostSession({ main: new Intent({ executor }) });
    expect(await submit(session, await prepare(session), seedText())).toMatchObject({ isError: false });
    expect(executor.tasks).toEqual([]);
  });

  test("an invalid candidate opens one correction; the first token then replays its error", async () => {
    const { session } = hostSession();
    const task = await prepare(session);
    const invalid = await submit(session, task, "no JSON");
    const { correction, ...error } = errorIn(invalid);
    expect(error).toMatchObject({
      code: "CANDIDATE_INVALID",
      stage: "candidate",
      retryable: true,
      requestId: task.requestId,
    });
    expect(correction.attemptsLeft).toBe(1);
    expect(correction.problems[0].code).toBe("V01");
    expect(await submit(session, task, "no JSON")).toEqual(invalid);
    const corrected = { ...task, submissionToken: correction.submissionToken };
    expect(await submit(session, corrected, seedText())).toMatchObject({ isError: false });
    expect(await submit(session, corrected, seedText({ kind: "mixed" }))).toMatchObject({ isError: true });
  });

  test("missing information is a result and no correction", async () => {
    const schema = { type: "object", properties: { orderId: { type: "string" } }, required: ["orderId"] };
    const { session } = hostSession({ main: new Intent({ schema }) });
    const fields = [
      {
        field: "orderId",
        owner: "i1",
        status: "missing" as const,
        valueJson: null,
        alternativesJson: [],
        evidence: [],
        note: null,
      },
    ];
    const reply = await submit(session, await prepare(session), seedText({ fields }));
    expect(reply).toMatchObject({ isError: false, structuredContent: { status: "needs_input" } });
  });

  test("cancel has three answers", async () => {
    const { session } = hostSession();
    const open = await prepare(session);
    const done = await prepare(session);
    await submit(session, done, seedText());
    const cancel = async (requestId: string) =>
      (await session.callTool("intent_cancel", { requestId, reason: "incomplete" }))?.structuredContent;
    expect(await cancel(open.requestId)).toEqual({ requestId: open.requestId, status: "cancelled" });
    expect(await cancel(open.requestId)).toEqual({ requestId: open.requestId, status: "already_cancelled" });
    expect(await cancel(done.requestId)).toEqual({ requestId: done.requestId, status: "already_completed" });
    expect(errorIn(await submit(session, open, seedText()))).toMatchObject({
      code: "EXECUTOR_INCOMPLETE",
      stage: "host",
    });
  });

  test("a lone surrogate in a candidate is a broken rule, not a broken call", async () => {
    const { session } = hostSession();
    expect(errorIn(await submit(session, await prepare(session), '"\ud800"'))).toMatchObject({
      code: "CANDIDATE_INVALID",
    });
  });

  test("another session of the same adapter sees no request", async () => {
    const { adapter, session } = hostSession();
    const task = await prepare(session);
    const other = adapter.connect({ protocolVersion: "2025-11-25" });
    expect(errorIn(await submit(other, task, seedText()))).toMatchObject({ code: "REQUEST_NOT_FOUND", stage: "host" });
    expect(errorIn(await other.callTool("intent_cancel", { requestId: task.requestId }))).toMatchObject({
      code: "REQUEST_NOT_FOUND",
    });
    expect(await submit(session, task, seedText())).toMatchObject({ isError: false });
  });

  test("a closed session's records are gone for the next one, and so are those of a closed adapter", async () => {
    const intent = new Intent();
    const { adapter, session } = hostSession({ main: intent });
    const task = await prepare(session);
    await submit(session, task, seedText());
    await session.close();
    expect(errorIn(await submit(session, task, seedText()))).toMatchObject({ code: "SESSION_CLOSED" });
    const next = adapter.connect({ protocolVersion: "2025-11-25" });
    expect(errorIn(await submit(next, task, seedText()))).toMatchObject({ code: "REQUEST_NOT_FOUND" });
    await adapter.close();
    const other = hostSession({ main: intent });
    expect(errorIn(await submit(other.session, task, seedText()))).toMatchObject({ code: "REQUEST_NOT_FOUND" });
    expect(await prepare(other.session)).toMatchObject({ kind: "model_task" });
  });

  test("sessions of one adapter share its 32 terminal records", async () => {
    const { adapter, session } = hostSession();
    const first = await prepare(session);
    await submit(session, first, seedText());
    const other = adapter.connect({ protocolVersion: "2025-11-25" });
    for (let count = 0; count < 32; count += 1) {
      const { requestId } = await prepare(other);
      await other.callTool("intent_cancel", { requestId });
    }
    expect(errorIn(await submit(session, first, seedText()))).toMatchObject({ code: "REQUEST_NOT_FOUND" });
  });

  test("the 33rd open request of a session is refused", async () => {
    const { session } = hostSession();
    for (let count = 0; count < 32; count += 1) await prepare(session);
    const reply = await session.callTool("intent_prepare", { input: SEED_INPUT });
    expect(errorIn(reply)).toMatchObject({ code: "LIMIT_EXCEEDED", stage: "host", retryable: true });
  });

  test("an instance that was disposed of takes no new candidate and still replays", async () => {
    const intent = new Intent();
    const { session } = hostSession({ main: intent });
    const done = await prepare(session);
    const reply = await submit(session, done, seedText());
    const open = await prepare(session);
    intent.dispose();
    expect(errorIn(await session.callTool("intent_prepare", { input: SEED_INPUT }))).toMatchObject({
      code: "INSTANCE_DISPOSED",
    });
    expect(errorIn(await submit(session, open, seedText()))).toMatchObject({ code: "INSTANCE_DISPOSED" });
    expect(await submit(session, done, seedText())).toEqual(reply);
  });

  test("an instance's deadline starts at prepare", async () => {
    const { session } = hostSession({ main: new Intent({ timeoutMs: 1 }) });
    const task = await prepare(session);
    await expect
      .poll(async () => errorIn(await submit(session, { ...task, submissionToken: "x" }, "x")).code)
      .toBe("TOKEN_INVALID");
    await expect.poll(async () => errorIn(await submit(session, task, seedText())).code).toBe("TIMEOUT");
  });

  test("baseline, context, reference time and selection come back the same at accept", async () => {
    const { session } = hostSession();
    const first = await submit(session, await prepare(session), seedText());
    const baseline = first?.structuredContent?.effective;
    const social = {
      kind: "social" as const,
      intents: [],
      constraints: [],
      accounted: [{ kind: "social" as const, evidence: [{ root: "input" as const, pointer: "", text: "Thanks" }] }],
    };
    const task = await prepare(session, {
      input: "Thanks",
      baseline,
      context: "Earlier words.",
      referenceTime: "2026-11-30T09:00:00+01:00[Europe/Oslo]",
      output: { language: "en", evidence: "quotes" },
    });
    const reply = await submit(session, task, seedText(social));
    expect(reply?.structuredContent).toMatchObject({
      turn: { kind: "social", changes: [] },
      effective: { scope: "conversation" },
    });
  });
});
