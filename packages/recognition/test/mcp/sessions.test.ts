import { describe, expect, test } from "vitest";
import { createRemoteMcpAdapter } from "../../src/mcp/remote-adapter.ts";
import { errorIn, fakeBackend } from "./fake-backend.ts";

function adapterOver(fake: ReturnType<typeof fakeBackend>) {
  return createRemoteMcpAdapter({
    mode: "executor",
    toolPrefix: "",
    instances: [{ name: "main" }],
    backend: fake.backend,
  });
}

/** Work that ends a turn after it is aborted. */
const untilAborted = () =>
  fakeBackend(
    ({ call }) =>
      new Promise((_, reject) =>
        call.signal.addEventListener("abort", () => setImmediate(() => reject(call.signal.reason))),
      ),
  );

describe("connect", () => {
  test.each([
    [undefined],
    [null],
    ["2025-11-25"],
    [{}],
    [{ protocolVersion: "2024-11-05" }],
    [{ protocolVersion: "2025-03-26" }],
    [{ protocolVersion: 20251125 }],
    [{ protocolVersion: "2025-11-25", mode: "host" }],
    [{ protocolVersion: "2025-11-25", signal: new AbortController().signal }],
    [["2025-11-25"]],
  ])("with %j is CONFIG_INVALID/transport", (options) => {
    const adapter = adapterOver(fakeBackend());
    expect(() => adapter.connect(options as never)).toThrow(
      expect.objectContaining({ code: "CONFIG_INVALID", stage: "transport" }),
    );
  });

  test("after the adapter is closed is SESSION_CLOSED/transport", async () => {
    const adapter = adapterOver(fakeBackend());
    await adapter.close();
    expect(() => adapter.connect({ protocolVersion: "2025-11-25", caller: "a" })).toThrow(
      expect.objectContaining({ code: "SESSION_CLOSED", stage: "transport" }),
    );
  });
});

describe("close", () => {
  test("answers running calls with SESSION_CLOSED and resolves after their work settled", async () => {
    const fake = untilAborted();
    const session = adapterOver(fake).connect({ protocolVersion: "2026-07-28", caller: "a" });
    const order: string[] = [];
    const calls = [1, 2].map(() => session.callTool("intent_parse", { input: "Hello" }));
    for (const call of calls) call.then(() => order.push("call"));
    await expect.poll(() => fake.asked).toHaveLength(2);
    await session.close().then(() => order.push("closed"));
    expect(order).toEqual(["call", "call", "closed"]);
    for (const call of calls) {
      const reply = await call;
      expect(reply).toMatchObject({ isError: true, resultType: "complete" });
      expect(errorIn(reply)).toMatchObject({ code: "SESSION_CLOSED", stage: "transport" });
    }
    expect(fake.ended).toEqual(["a"]);
  });

  test("twice is the same as once, for a session and for an adapter", async () => {
    const fake = fakeBackend();
    const adapter = adapterOver(fake);
    const session = adapter.connect({ protocolVersion: "2025-11-25", caller: "a" });
    await Promise.all([session.close(), session.close()]);
    await session.close();
    await Promise.all([adapter.close(), adapter.close()]);
    await adapter.close();
    expect(fake.ended).toEqual(["a"]);
  });

  test("of one session leaves the others and the adapter open", async () => {
    const fake = fakeBackend();
    const adapter = adapterOver(fake);
    const one = adapter.connect({ protocolVersion: "2025-11-25", caller: "one" });
    const other = adapter.connect({ protocolVersion: "2025-06-18", caller: "other" });
    await one.close();
    expect(await other.callTool("intent_parse", { input: "Hello" })).toMatchObject({ isError: false });
    expect(fake.asked.map(({ call }) => call.caller)).toEqual(["other"]);
    expect(() => adapter.connect({ protocolVersion: "2025-11-25", caller: "third" })).not.toThrow();
  });

  test("of the adapter closes every session that it opened", async () => {
    const fake = untilAborted();
    const adapter = adapterOver(fake);
    const sessions = ["one", "two"].map((caller) => adapter.connect({ protocolVersion: "2025-11-25", caller }));
    const calls = sessions.map((session) => session.callTool("intent_parse", { input: "Hello" }));
    await expect.poll(() => fake.asked).toHaveLength(2);
    await adapter.close();
    expect(fake.ended.toSorted()).toEqual(["one", "two"]);
    for (const call of calls) expect(errorIn(await call)).toMatchObject({ code: "SESSION_CLOSED" });
    for (const session of sessions)
      expect(errorIn(await session.callTool("intent_parse", { input: "Hello" }))).toMatchObject({
        code: "SESSION_CLOSED",
      });
    expect(adapter.tools.map(({ name }) => name)).toEqual(["intent_parse"]);
  });

  test("while a caller aborts too, the caller's own reason is what it gets", async () => {
    const fake = untilAborted();
    const session = adapterOver(fake).connect({ protocolVersion: "2025-11-25", caller: "a" });
    const caller = new AbortController();
    const call = session.callTool("intent_parse", { input: "Hello" }, { signal: caller.signal });
    await expect.poll(() => fake.asked).toHaveLength(1);
    caller.abort("mine");
    const [outcome] = await Promise.allSettled([call, session.close()]);
    expect(outcome).toEqual({ status: "rejected", reason: "mine" });
  });
});

describe("a remote adapter", () => {
  test.each([[[]], [[{ name: "a" }, { name: "a" }]], [[{ name: "constructor" }]], [[{ name: "" }]]])(
    "refuses the instances %j",
    (instances) => {
      const { backend } = fakeBackend();
      expect(() => createRemoteMcpAdapter({ mode: "host", toolPrefix: "", instances, backend })).toThrow(
        expect.objectContaining({ code: "CONFIG_INVALID", stage: "config" }),
      );
    },
  );
});
