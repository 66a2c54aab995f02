import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { manualClock, newId } from "@openintents/process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { as, type Fixture, KEY, type Running, steps, timelineFixture } from "./timeline-fixture.ts";

let fixture: Fixture;
let running: Running;

beforeAll(async () => {
  fixture = await timelineFixture();
  running = await fixture.run();
});
afterAll(() => fixture.close());

const sequences = (answer: { data: { sequence?: number | undefined }[] }) => answer.data.map((one) => one.sequence);

async function intentWith(count: number): Promise<string> {
  const intent = newId("int");
  fixture.know(intent, { last: count });
  await fixture.publish(intent, ...steps(count));
  return intent;
}

describe("listing a timeline", () => {
  test("answers events ascending by sequence, as they were published", async () => {
    const intent = await intentWith(3);
    const answer = await running.client.listIntentEvents({ id: intent }, as(KEY));
    expect(sequences(answer)).toEqual([1, 2, 3]);
    expect(answer.object).toBe("list");
    expect(answer.nextCursor).toBeUndefined();
    expect(answer.data[1]).toMatchObject({ intent, object: "intent_event", test: true, message: "Step 2." });
  });

  test("waits until the projection has what core counted, and no longer", async () => {
    const intent = newId("int");
    fixture.know(intent, { last: 2 });
    const answer = running.client.listIntentEvents({ id: intent }, as(KEY));
    await fixture.publish(intent, ...steps(2));
    expect(sequences(await answer)).toEqual([1, 2]);
  });

  test("answers what there is when the projection lags for more than a second", async () => {
    const intent = newId("int");
    fixture.know(intent, { last: 3 });
    await fixture.publish(intent, ...steps(2));
    const started = performance.now();
    const answer = await running.client.listIntentEvents({ id: intent }, as(KEY));
    expect(performance.now() - started).toBeGreaterThan(900);
    expect(sequences(answer)).toEqual([1, 2]);
    // More is known to exist, so the caller is told how to go on.
    const { nextCursor } = answer;
    await fixture.publish(intent, { sequence: 3 });
    expect(sequences(await running.client.listIntentEvents({ id: intent, cursor: nextCursor }, as(KEY)))).toEqual([3]);
  });

  test("stops before a hole and answers the rest once it is filled", async () => {
    const intent = newId("int");
    fixture.know(intent, { last: 2 });
    await fixture.publish(intent, { sequence: 1 }, { sequence: 2 }, { sequence: 4 });
    expect(sequences(await running.client.listIntentEvents({ id: intent }, as(KEY)))).toEqual([1, 2]);
    expect(sequences(await running.client.listIntentEvents({ id: intent, after: 2 }, as(KEY)))).toEqual([]);
    fixture.know(intent, { last: 4 });
    await fixture.publish(intent, { sequence: 3 });
    expect(sequences(await running.client.listIntentEvents({ id: intent }, as(KEY)))).toEqual([1, 2, 3, 4]);
  });

  test("hears at once of events that another replica took off the log", async () => {
    const other = await fixture.run();
    const intent = newId("int");
    fixture.know(intent, { last: 1 });
    const answers = [running, other].map(({ client }) => client.listIntentEvents({ id: intent }, as(KEY)));
    await fixture.publish(intent, { sequence: 1 });
    for (const answer of await Promise.all(answers)) expect(sequences(answer)).toEqual([1]);
    await other.stop();
  });

  test("pages through with a cursor, without skipping or repeating while events arrive", async () => {
    const intent = await intentWith(7);
    const seen: (number | undefined)[] = [];
    let cursor: string | undefined;
    do {
      const page = await running.client.listIntentEvents({ id: intent, limit: 3, ...(cursor && { cursor }) }, as(KEY));
      seen.push(...sequences(page));
      cursor = page.nextCursor;
      if (seen.length === 3) {
        fixture.know(intent, { last: 8 });
        await fixture.publish(intent, { sequence: 8 });
      }
    } while (cursor !== undefined);
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test("starts above `after`", async () => {
    const intent = await intentWith(5);
    expect(sequences(await running.client.listIntentEvents({ id: intent, after: 3 }, as(KEY)))).toEqual([4, 5]);
  });

  test("keeps to the bounds of time, filling each page, and a cursor goes on within them", async () => {
    const intent = newId("int");
    fixture.know(intent, { last: 9 });
    const start = Date.parse("2026-11-30T09:00:00Z");
    await fixture.publish(intent, ...steps(9).map((step, n) => ({ ...step, at: start + n * 1000 })));
    const bounds = {
      id: intent,
      createdAfter: timestampFromMs(start + 2000),
      createdBefore: timestampFromMs(start + 7000),
    };
    expect(sequences(await running.client.listIntentEvents(bounds, as(KEY)))).toEqual([4, 5, 6, 7]);
    const first = await running.client.listIntentEvents({ ...bounds, limit: 3 }, as(KEY));
    expect(sequences(first)).toEqual([4, 5, 6]);
    const next = { ...bounds, limit: 3, cursor: first.nextCursor };
    const second = await running.client.listIntentEvents(next, as(KEY));
    expect(sequences(second)).toEqual([7]);
    expect(second.nextCursor).toBeUndefined();
    const none = { id: intent, createdAfter: timestampFromMs(start + 60_000), limit: 2 };
    const empty = await running.client.listIntentEvents(none, as(KEY));
    expect(empty.data).toEqual([]);
    expect(empty.nextCursor).toBeUndefined();
  });
});

describe("a cursor", () => {
  const invalid = { reason: "invalid_cursor", param: "cursor" };

  test("is refused when it was altered or made up", async () => {
    const intent = await intentWith(3);
    const { nextCursor = "" } = await running.client.listIntentEvents({ id: intent, limit: 1 }, as(KEY));
    const flipped = `${nextCursor.slice(0, 8)}${nextCursor[8] === "A" ? "B" : "A"}${nextCursor.slice(9)}`;
    for (const cursor of [flipped, "nonsense", `${nextCursor}A`, nextCursor.slice(0, -1)]) {
      await expect(running.client.listIntentEvents({ id: intent, cursor }, as(KEY))).rejects.toMatchObject(invalid);
    }
  });

  test("is refused for another intent, another filter and another caller's list", async () => {
    const intent = await intentWith(3);
    const second = await intentWith(3);
    const { nextCursor: cursor } = await running.client.listIntentEvents({ id: intent, limit: 1 }, as(KEY));
    for (const request of [
      { id: second, cursor },
      { id: intent, after: 1, cursor },
      { id: intent, createdAfter: timestampFromMs(1), cursor },
    ]) {
      await expect(running.client.listIntentEvents(request, as(KEY))).rejects.toMatchObject(invalid);
    }
  });

  test("is refused after 24 hours", async () => {
    const clock = manualClock();
    const replica = await fixture.run({ clock });
    const intent = await intentWith(3);
    const { nextCursor: cursor } = await replica.client.listIntentEvents({ id: intent, limit: 1 }, as(KEY));
    await clock.advance(24 * 3600_000 - 1);
    expect(sequences(await replica.client.listIntentEvents({ id: intent, cursor }, as(KEY)))).toEqual([2, 3]);
    await clock.advance(1);
    await expect(replica.client.listIntentEvents({ id: intent, cursor }, as(KEY))).rejects.toMatchObject(invalid);
    await replica.stop();
  });

  test("works on another replica, and with another page size", async () => {
    const intent = await intentWith(3);
    const { nextCursor: cursor } = await running.client.listIntentEvents({ id: intent, limit: 1 }, as(KEY));
    const other = await fixture.run();
    expect(sequences(await other.client.listIntentEvents({ id: intent, limit: 5, cursor }, as(KEY)))).toEqual([2, 3]);
    await other.stop();
  });
});

describe("the caller", () => {
  test("is judged by core on its own credential, and pays one request", async () => {
    const intent = await intentWith(1);
    fixture.auth.calls.length = 0;
    let trailers: string | undefined;
    await running.client.listIntentEvents(
      { id: intent },
      {
        metadata: {
          authorization: KEY,
          "openintents-surface": "rest",
          "openintents-client-address": "203.0.113.9",
          "x-request-id": "req_1",
        },
        onTrailers: (t) => {
          trailers = t.get("ratelimit");
        },
      },
    );
    expect(fixture.auth.calls).toMatchObject([{ scope: "intents:read", charge: 1, intentId: intent }]);
    expect(fixture.auth.calls[0]?.metadata).toMatchObject({
      authorization: KEY,
      "openintents-surface": "rest",
      "openintents-client-address": "203.0.113.9",
      "x-request-id": "req_1",
    });
    expect(trailers).toBe('"default";r=99;t=1');
  });

  test("gets core's refusal as it is, with its trailers", async () => {
    const intent = await intentWith(1);
    const { client } = running;
    await expect(client.listIntentEvents({ id: intent })).rejects.toMatchObject({ reason: "authentication_required" });
    await expect(client.listIntentEvents({ id: intent }, as("Bearer x"))).rejects.toMatchObject({
      reason: "invalid_api_key",
    });
    await expect(client.listIntentEvents({ id: intent }, as("Bearer a-narrow"))).rejects.toMatchObject({
      reason: "permission_denied",
      param: "intents:read",
    });
    let retryAfter: string | undefined;
    const limited = client.listIntentEvents(
      { id: intent },
      {
        ...as("Bearer a-limited"),
        onTrailers: (t) => {
          retryAfter = t.get("retry-after");
        },
      },
    );
    await expect(limited).rejects.toMatchObject({ reason: "rate_limited", retryAfterSeconds: 7 });
    expect(retryAfter).toBe("7");
  });

  test("finds no intent of another account or of the other mode", async () => {
    const intent = await intentWith(2);
    for (const key of ["Bearer b-test", "Bearer a-live"]) {
      await expect(running.client.listIntentEvents({ id: intent }, as(key))).rejects.toMatchObject({
        reason: "resource_not_found",
      });
    }
  });

  test("sees no event that another account wrote under the same intent ID", async () => {
    const intent = newId("int");
    fixture.know(intent, { last: 1 });
    await fixture.publish(intent, { sequence: 1, account: "acct_b" });
    await fixture.publish(intent, { sequence: 1 });
    expect(sequences(await running.client.listIntentEvents({ id: intent }, as(KEY)))).toEqual([]);
  });

  test("is told which argument is wrong", async () => {
    const intent = await intentWith(1);
    await expect(running.client.listIntentEvents({ id: intent, limit: 101 }, as(KEY))).rejects.toMatchObject({
      reason: "parameter_invalid",
      param: "limit",
    });
    await expect(running.client.listIntentEvents({}, as(KEY))).rejects.toMatchObject({
      reason: "parameter_missing",
      param: "id",
    });
  });
});
