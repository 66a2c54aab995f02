import type { ServiceError } from "@openintents/process";
import { FailureCode, InputKind, type Intent, IntentStatus } from "@openintents/proto";
import type { Metadata } from "@openintents/rpc";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bearer, type CallerHarness, callerHarness, mug } from "./caller-harness.ts";

let core: CallerHarness;
let key: string;
let stranger: string;

beforeAll(async () => {
  core = await callerHarness();
  key = (await core.admin.createAccount({ name: "A" })).testKey.secret;
  stranger = (await core.admin.createAccount({ name: "B" })).testKey.secret;
});
afterAll(() => core.close());

function refusal(reason: string, param: string | null = null) {
  return expect.objectContaining({ reason, param }) as ServiceError;
}

async function created(more = {}, options = bearer(key)): Promise<Intent & { id: string }> {
  const { intent } = await core.intents.createIntent(mug(more), options);
  if (!intent?.id) throw new Error("no intent came back");
  return intent as Intent & { id: string };
}

describe("creating an intent", () => {
  test("defaults are filled in and input-only fields stay inside", async () => {
    const intent = await created({ endUserIp: "203.0.113.7", signInHint: { email: "a@example.org" } });
    expect(intent.status).toBe(IntentStatus.QUEUED);
    expect(intent.sequence).toBe(1);
    expect(intent.spec).toMatchObject({ currency: "usd", country: "US", locale: "en" });
    expect(intent.spec?.endUserIp).toBeUndefined();
    expect(intent.spec?.signInHint).toBeUndefined();
    const { rows } = await core.database.query<{ request: Buffer }>("SELECT request FROM intents WHERE id = $1", [
      intent.id,
    ]);
    expect(rows[0]?.request.includes("203.0.113.7")).toBe(true);
  });

  test("row and messages commit together: two timeline lines and one event", async () => {
    const intent = await created();
    const { rows } = await core.database.query("SELECT topic FROM outbox WHERE key = $1 ORDER BY id", [intent.id]);
    expect(rows.map((row) => row.topic)).toEqual(["timeline", "timeline", "events"]);
  });

  test.each([
    [{ currency: "zzz" }, "unsupported_currency", "currency"],
    [{ currency: "US" }, "parameter_invalid", "currency"],
    [{ country: "ZZ" }, "parameter_invalid", "country"],
    [{ country: "de" }, "parameter_invalid", "country"],
    [{ maxAmount: 0 }, "amount_out_of_range", "max_amount"],
    [{ customer: "cus_1" }, "resource_not_found", "customer"],
    [{ secrets: ["sec_1"] }, "resource_not_found", "secrets.0"],
    [{ intent: "" }, "parameter_invalid", "intent"],
    [{ intent: "  \n" }, "parameter_invalid", "intent"],
    [{ shops: ["ok.shop.test", "NOT A HOST"] }, "parameter_invalid", "shops.1"],
    [{ webhookUrl: "http://example.org/hook" }, "parameter_invalid", "webhook_url"],
    [{ metadata: { "bad key": "x" } }, "parameter_invalid", "metadata.bad key"],
  ])("%j is refused as %s in %s, and nothing is written", async (more, reason, param) => {
    const before = await core.database.query("SELECT count(*)::int AS n FROM intents");
    await expect(created(more)).rejects.toEqual(refusal(reason, param));
    expect(await core.database.query("SELECT count(*)::int AS n FROM intents")).toEqual(before);
  });
});

describe("an idempotency key", () => {
  const keyed = (name: string, token = key) => bearer(token, { "idempotency-key": name });

  test("sent again with the same body returns the intent as it is now", async () => {
    const first = await created({ metadata: { a: "1", b: "2" } }, keyed("same"));
    let trailers: Metadata | undefined;
    const options = { ...keyed("same"), onTrailers: (t: Metadata) => (trailers = t) };
    const again = await core.intents.createIntent(mug({ metadata: { b: "2", a: "1" } }), options);
    expect(again.intent?.id).toBe(first.id);
    expect(trailers?.get("idempotent-replayed")).toBe("true");
  });

  test("with another body is refused", async () => {
    await created({}, keyed("other"));
    await expect(created({ maxAmount: 2600 }, keyed("other"))).rejects.toEqual(refusal("idempotency_key_reused"));
  });

  test("a hold is no part of the body", async () => {
    const first = await created({}, keyed("hold"));
    const again = await core.intents.createIntent({ ...mug(), waitSeconds: 0 }, keyed("hold"));
    expect(again.intent?.id).toBe(first.id);
  });

  test("sent many times at once makes one intent", async () => {
    const calls = Array.from({ length: 25 }, () => created({}, keyed("crowd")));
    expect(new Set((await Promise.all(calls)).map((intent) => intent.id)).size).toBe(1);
  });

  test("is the account's own", async () => {
    const mine = await created({}, keyed("shared"));
    const theirs = await created({}, keyed("shared", stranger));
    expect(theirs.id).not.toBe(mine.id);
  });

  test.each(["", "x".repeat(256)])("%j is no valid key", async (name) => {
    await expect(created({}, keyed(name))).rejects.toEqual(refusal("idempotency_key_invalid"));
  });
});

describe("reading intents", () => {
  test("another account's intent is not found by any call", async () => {
    const { id } = await created();
    const theirs = bearer(stranger);
    await expect(core.intents.getIntent({ id }, theirs)).rejects.toEqual(refusal("resource_not_found", "id"));
    await expect(core.intents.cancelIntent({ id }, theirs)).rejects.toEqual(refusal("resource_not_found", "id"));
    await expect(core.intents.answerIntent({ id, decline: true }, theirs)).rejects.toEqual(
      refusal("resource_not_found", "id"),
    );
    await expect(core.auth.authorize({ intentId: id }, theirs)).rejects.toEqual(refusal("resource_not_found", "id"));
    expect((await core.intents.listIntents({}, theirs)).data.map((intent) => intent.id)).not.toContain(id);
  });

  test("a list pages newest first without skip or repeat while others are created", async () => {
    const account = await core.admin.createAccount({ name: "Pages" });
    const mine = bearer(account.testKey.secret);
    const made: string[] = [];
    for (let n = 0; n < 7; n++) made.unshift((await created({}, mine)).id);
    const seen: (string | undefined)[] = [];
    let cursor: string | undefined;
    do {
      const page = await core.intents.listIntents({ limit: 3, ...(cursor ? { cursor } : {}) }, mine);
      seen.push(...page.data.map((intent) => intent.id));
      cursor = page.nextCursor;
      await created({}, mine);
    } while (cursor);
    expect(seen).toEqual(made);
  });

  test("a cursor is good for its own filters and account alone", async () => {
    await created();
    await created();
    const { nextCursor = "" } = await core.intents.listIntents({ limit: 1 }, bearer(key));
    const bad = refusal("invalid_cursor", "cursor");
    await expect(core.intents.listIntents({ limit: 1, cursor: "garbage" }, bearer(key))).rejects.toEqual(bad);
    await expect(core.intents.listIntents({ limit: 1, cursor: nextCursor }, bearer(stranger))).rejects.toEqual(bad);
    await expect(
      core.intents.listIntents({ limit: 1, cursor: nextCursor, status: [IntentStatus.FAILED] }, bearer(key)),
    ).rejects.toEqual(bad);
  });

  test("filters choose by status, metadata and time", async () => {
    const account = await core.admin.createAccount({ name: "Filters" });
    const mine = bearer(account.testKey.secret);
    const red = await created({ metadata: { color: "red" } }, mine);
    const blue = await created({ metadata: { color: "blue" } }, mine);
    await core.intents.cancelIntent({ id: blue.id }, mine);
    const ids = async (filter: Parameters<typeof core.intents.listIntents>[0]) =>
      (await core.intents.listIntents(filter, mine)).data.map((intent) => intent.id);
    expect(await ids({ metadata: { color: "red" } })).toEqual([red.id]);
    expect(await ids({ status: [IntentStatus.CANCELLED] })).toEqual([blue.id]);
    expect(await ids({ status: [IntentStatus.CANCELLED, IntentStatus.QUEUED] })).toEqual([blue.id, red.id]);
    expect(await ids({ createdAfter: { seconds: 4102444800n } })).toEqual([]);
    expect(await ids({ createdBefore: { seconds: 4102444800n } })).toHaveLength(2);
  });

  test("a repeated customer or session means any of them", async () => {
    const account = await core.admin.createAccount({ name: "Payers" });
    const mine = bearer(account.testKey.secret);
    const made = [await created({}, mine), await created({}, mine), await created({}, mine)];
    for (const [n, { id }] of made.entries()) {
      await core.database.query("UPDATE intents SET customer = $2, session = $3 WHERE id = $1", [
        id,
        `cus_${n}`,
        `ses_${n}`,
      ]);
    }
    const ids = async (filter: Parameters<typeof core.intents.listIntents>[0]) =>
      (await core.intents.listIntents(filter, mine)).data.map((intent) => intent.id);
    expect(await ids({ customer: ["cus_1"] })).toEqual([made[1]?.id]);
    expect(await ids({ customer: ["cus_0", "cus_2"] })).toEqual([made[2]?.id, made[0]?.id]);
    expect(await ids({ session: ["ses_1", "ses_2"], customer: ["cus_0", "cus_1"] })).toEqual([made[1]?.id]);
  });
});

describe("holding a call", () => {
  test("it returns when the intent pauses, long before its time is up", async () => {
    const { id } = await created();
    const started = Date.now();
    const held = core.intents.getIntent({ id, waitSeconds: 20 }, { ...bearer(key), deadlineMs: 30_000 });
    await core.ask(id, {});
    expect((await held).intent?.status).toBe(IntentStatus.REQUIRES_INPUT);
    expect(Date.now() - started).toBeLessThan(5_000);
  });

  test("it returns the running intent when the time is up", async () => {
    const { id } = await created();
    const { intent } = await core.intents.getIntent({ id, waitSeconds: 1 }, bearer(key));
    expect(intent?.status).toBe(IntentStatus.QUEUED);
  });
});

describe("answering", () => {
  const options = [
    { id: "s", label: "S" },
    { id: "m", label: "M" },
  ];
  const text = (value: string) => ({ kind: { case: "stringValue" as const, value } });

  test("a valid answer queues the intent and is sealed: no table shows it", async () => {
    const { id } = await created();
    await core.admin.createPool({ name: "sim", mode: "test", drivers: ["simulator"] });
    const { generateKeyPair } = await import("@openintents/vault");
    const pair = await generateKeyPair();
    await core.admin.addPoolKey({ pool: "sim", kid: pair.kid, publicKey: pair.publicKey });
    const inputRequest = await core.ask(id, { kind: InputKind.TEXT, name: "gift_note" });
    const said = "a very secret gift note";
    const { intent } = await core.intents.answerIntent({ id, inputRequest, value: text(said) }, bearer(key));
    expect(intent?.status).toBe(IntentStatus.QUEUED);
    expect(intent?.inputRequest).toBeUndefined();
    for (const table of ["intents", "input_requests", "outbox"]) {
      const { rows } = await core.database.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`);
      expect(rows.map((row) => row.row).join("\n")).not.toContain(said);
      expect(rows.map((row) => row.row).join("\n")).not.toContain(Buffer.from(said).toString("hex"));
    }
    const { rows } = await core.database.query<{ resume: Buffer }>("SELECT resume FROM intents WHERE id = $1", [id]);
    expect(rows[0]?.resume.length).toBeGreaterThan(100);
  });

  test.each([
    [{}, null],
    [{ value: text("s"), decline: true }, null],
    [{ value: text("xl") }, "value"],
    [{ value: { kind: { case: "numberValue" as const, value: 3 } } }, "value"],
    [{ values: { a: "b" } }, "value"],
    [{ done: true }, "done"],
    [{ decline: false }, "decline"],
  ])("%j does not fit a choice, and the question stays open", async (answer, param) => {
    const { id } = await created();
    await core.ask(id, { options });
    await expect(core.intents.answerIntent({ id, ...answer }, bearer(key))).rejects.toEqual(
      refusal("invalid_answer", param),
    );
    const { intent } = await core.intents.getIntent({ id }, bearer(key));
    expect(intent?.status).toBe(IntentStatus.REQUIRES_INPUT);
  });

  test("the same answer again is a safe retry, another one comes too late", async () => {
    const { id } = await created();
    const inputRequest = await core.ask(id, { options });
    await core.intents.answerIntent({ id, inputRequest, value: text("s") }, bearer(key));
    const again = await core.intents.answerIntent({ id, inputRequest, value: text("s") }, bearer(key));
    expect(again.intent?.status).toBe(IntentStatus.QUEUED);
    await expect(core.intents.answerIntent({ id, inputRequest, value: text("m") }, bearer(key))).rejects.toEqual(
      refusal("not_waiting_for_input"),
    );
  });

  test("a question that is not the open one is refused", async () => {
    const { id } = await created();
    await core.ask(id, { options });
    await expect(
      core.intents.answerIntent({ id, inputRequest: "inp_other", value: text("s") }, bearer(key)),
    ).rejects.toEqual(refusal("input_request_closed", "input_request"));
  });

  test("declining a required question fails the intent, an optional one lets it go on", async () => {
    const required = await created();
    await core.ask(required.id, { options });
    const failed = await core.intents.answerIntent({ id: required.id, decline: true }, bearer(key));
    expect(failed.intent?.error?.code).toBe(FailureCode.INPUT_DECLINED);
    const optional = await created();
    await core.ask(optional.id, { options, required: false });
    const goesOn = await core.intents.answerIntent({ id: optional.id, decline: true }, bearer(key));
    expect(goesOn.intent?.status).toBe(IntentStatus.QUEUED);
  });

  test("two answers at once: the first wins", async () => {
    const { id } = await created();
    const inputRequest = await core.ask(id, { options });
    const answers = ["s", "m"].map((value) =>
      core.intents.answerIntent({ id, inputRequest, value: text(value) }, bearer(key)),
    );
    const results = await Promise.allSettled(answers);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  });
});

describe("cancelling", () => {
  test("a waiting intent is cancelled at once, with who and why", async () => {
    const { id } = await created();
    const { intent } = await core.intents.cancelIntent({ id, reason: "changed my mind" }, bearer(key));
    expect(intent?.status).toBe(IntentStatus.CANCELLED);
    expect(intent?.cancellation?.reason).toBe("changed my mind");
    expect(intent?.cancelable).toBe(false);
    expect(intent?.sequence).toBe(2);
  });

  test("cancelling again returns it, cancelling a failed one is refused", async () => {
    const { id } = await created();
    await core.intents.cancelIntent({ id }, bearer(key));
    const again = await core.intents.cancelIntent({ id }, bearer(key));
    expect(again.intent?.sequence).toBe(2);
    const failed = await created();
    await core.ask(failed.id, {});
    await core.intents.answerIntent({ id: failed.id, decline: true }, bearer(key));
    await expect(core.intents.cancelIntent({ id: failed.id }, bearer(key))).rejects.toEqual(refusal("intent_final"));
  });

  test("the open question closes with it", async () => {
    const { id } = await created();
    const question = await core.ask(id, {});
    const { intent } = await core.intents.cancelIntent({ id }, bearer(key));
    expect(intent?.inputRequest).toBeUndefined();
    const { rows } = await core.database.query("SELECT closed_as FROM input_requests WHERE id = $1", [question]);
    expect(rows[0]?.closed_as).toBe("cancelled");
  });
});
