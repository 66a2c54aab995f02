import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  type ContextManager,
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanStatus,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { afterEach, describe, expect, it } from "vitest";
import { currentTraceparent, parseTraceparent, serviceError, withSpan } from "../src/index.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = `00-${TRACE}-00f067aa0ba902b7-01`;

describe("parseTraceparent", () => {
  it("reads trace, span and flags", () => {
    expect(parseTraceparent(CALLER)).toEqual({
      traceId: TRACE,
      spanId: "00f067aa0ba902b7",
      traceFlags: 1,
      isRemote: true,
    });
    expect(parseTraceparent(CALLER.replace("00-", "01-").concat("-later"))?.traceId).toBe(TRACE);
  });

  it("takes nothing from what is malformed or all zeros", () => {
    const wrong = [
      undefined,
      "",
      CALLER.toUpperCase(),
      CALLER.slice(0, -1),
      `${CALLER}0`,
      CALLER.replace("00-", "ff-"),
      CALLER.replace(TRACE, "0".repeat(32)),
      CALLER.replace("00f067aa0ba902b7", "0".repeat(16)),
    ];
    for (const text of wrong) expect(parseTraceparent(text)).toBeUndefined();
  });
});

describe("withSpan without an SDK", () => {
  it("has no trace outside of a span", () => {
    expect(currentTraceparent()).toBeUndefined();
  });

  it("continues the caller's trace under a span of its own, through awaits", async () => {
    const inside = await withSpan("a", { traceparent: CALLER }, async () => {
      const before = currentTraceparent();
      await new Promise((resolve) => setImmediate(resolve));
      expect(currentTraceparent()).toBe(before);
      return before;
    });
    expect(inside).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    expect(inside).not.toBe(CALLER);
    expect(currentTraceparent()).toBeUndefined();
  });

  it("makes a new trace where none or a malformed one came", async () => {
    const [a, b] = await Promise.all(
      [undefined, "nonsense"].map((traceparent) => withSpan("a", { traceparent }, async () => currentTraceparent())),
    );
    expect(a).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(a?.slice(3, 35)).not.toBe(b?.slice(3, 35));
  });

  it("keeps the trace in a span within a span", async () => {
    await withSpan("outer", { traceparent: CALLER }, () =>
      withSpan("inner", {}, async () => {
        expect(currentTraceparent()?.slice(3, 35)).toBe(TRACE);
      }),
    );
  });

  it("rejects with what the function throws, at once or later", async () => {
    const boom = new Error("boom");
    const now = (): Promise<void> => {
      throw boom;
    };
    await expect(withSpan("a", {}, now)).rejects.toBe(boom);
    await expect(withSpan("a", {}, () => Promise.reject(boom))).rejects.toBe(boom);
  });
});

describe("withSpan with an SDK", () => {
  type Recorded = {
    name: string;
    parent: SpanContext | undefined;
    self: SpanContext;
    status?: SpanStatus;
    attributes: Record<string, unknown>;
    ended: boolean;
  };
  const spans: Recorded[] = [];

  /** The least that an SDK does: records spans under their parents. */
  function install(manager: boolean): void {
    const tracer = {
      startSpan(name: string, o: { attributes?: object }, from: Context = ROOT_CONTEXT): Span {
        const parent = trace.getSpanContext(from);
        const spanId = String(spans.length + 1).padStart(16, "0");
        const self = { traceId: parent?.traceId ?? "a".repeat(32), spanId, traceFlags: 1 };
        const record: Recorded = { name, parent, self, attributes: { ...o.attributes }, ended: false };
        spans.push(record);
        const span = trace.wrapSpanContext(self);
        return Object.assign(span, {
          setStatus: (status: SpanStatus) => Object.assign(record, { status }) && span,
          setAttribute: (key: string, value: unknown) => Object.assign(record.attributes, { [key]: value }) && span,
          end: () => {
            record.ended = true;
          },
        });
      },
      startActiveSpan: () => {
        throw new Error("not used");
      },
    };
    trace.setGlobalTracerProvider({ getTracer: () => tracer as Tracer });
    if (!manager) return;
    const storage = new AsyncLocalStorage<Context>();
    const contexts: ContextManager = {
      active: () => storage.getStore() ?? ROOT_CONTEXT,
      with: (value, fn, thisArg, ...args) => storage.run(value, () => fn.call(thisArg as never, ...args)),
      bind: (_, target) => target,
      enable: () => contexts,
      disable: () => contexts,
    };
    context.setGlobalContextManager(contexts);
  }
  afterEach(() => {
    spans.length = 0;
    trace.disable();
    context.disable();
  });

  it.each([true, false])("records spans under the caller's (context manager: %s)", async (manager) => {
    install(manager);
    await withSpan("outer", { traceparent: CALLER, kind: "server", attributes: { a: 1 } }, async () => {
      expect(currentTraceparent()).toBe(`00-${TRACE}-0000000000000001-01`);
      await withSpan("inner", {}, async () => {
        expect(currentTraceparent()).toBe(`00-${TRACE}-0000000000000002-01`);
      });
    });
    expect(spans.map((span) => [span.name, span.parent?.spanId, span.ended, span.attributes])).toEqual([
      ["outer", "00f067aa0ba902b7", true, { a: 1 }],
      ["inner", "0000000000000001", true, {}],
    ]);
  });

  it("marks a failed span with the reason, never the message", async () => {
    install(true);
    await expect(withSpan("a", {}, () => Promise.reject(serviceError("timeout", "secret")))).rejects.toThrow();
    await expect(withSpan("b", {}, () => Promise.reject(new RangeError("secret")))).rejects.toThrow();
    expect(spans.map((span) => [span.status, span.attributes["error.type"], span.ended])).toEqual([
      [{ code: 2, message: "timeout" }, "timeout", true],
      [{ code: 2, message: "RangeError" }, "RangeError", true],
    ]);
  });
});
