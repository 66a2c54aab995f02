import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  context,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { ServiceError } from "./errors.ts";
import { takeRandomBytes } from "./random-bytes.ts";

export type SpanOptions = {
  /** W3C traceparent of the caller; absent or malformed: the current trace, else a new one. */
  traceparent?: string | undefined;
  kind?: "internal" | "server" | "client" | "producer" | "consumer";
  attributes?: Attributes;
};

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** Version 00 exactly; a later version may append members, which are ignored. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;

/** The trace that work belongs to when no SDK keeps it; ids are made when first asked for. */
class CarriedTrace {
  private text: string | undefined;
  private readonly parent: string | CarriedTrace | undefined;

  constructor(parent: string | CarriedTrace | undefined) {
    this.parent = parent;
  }

  traceparent(): string {
    if (this.text === undefined) {
      const inherited = typeof this.parent === "object" ? this.parent.traceparent() : this.parent;
      const span = takeRandomBytes(8).toString("hex");
      this.text =
        inherited === undefined
          ? `00-${takeRandomBytes(16).toString("hex")}-${span}-00`
          : `00-${inherited.slice(3, 35)}-${span}-${inherited.slice(53, 55)}`;
    }
    return this.text;
  }
}

const carried = new AsyncLocalStorage<CarriedTrace | string>();
const silentSpan: Span = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

function format(c: SpanContext): string {
  return `00-${c.traceId}-${c.spanId}-${c.traceFlags.toString(16).padStart(2, "0")}`;
}

/** Reads a W3C traceparent; undefined when it is absent, malformed or all zeros. */
export function parseTraceparent(text: string | undefined): SpanContext | undefined {
  const match = text === undefined ? null : TRACEPARENT.exec(text);
  if (match === null) return undefined;
  const parsed = {
    traceId: match[1] ?? "",
    spanId: match[2] ?? "",
    traceFlags: Number.parseInt(match[3] ?? "0", 16),
    isRemote: true,
  };
  return isSpanContextValid(parsed) ? parsed : undefined;
}

/** The traceparent to send along with an outgoing call; undefined outside any span. */
export function currentTraceparent(): string | undefined {
  const active = trace.getActiveSpan()?.spanContext();
  if (active !== undefined && isSpanContextValid(active)) return format(active);
  const store = carried.getStore();
  return typeof store === "object" ? store.traceparent() : store;
}

function installedTracer(): Tracer | undefined {
  const provider = trace.getTracerProvider();
  return provider instanceof ProxyTracerProvider
    ? provider.getDelegateTracer("openintents")
    : provider.getTracer("openintents");
}

/**
 * Runs `fn` inside a span that ends with its promise and is marked failed when that
 * rejects. Without an OpenTelemetry SDK no span is recorded, and the trace is carried
 * through all the same: `currentTraceparent` inside `fn` continues the caller's trace.
 */
export function withSpan<T>(name: string, o: SpanOptions, fn: (span: Span) => Promise<T>): Promise<T> {
  const tracer = installedTracer();
  if (tracer === undefined) {
    const given = parseTraceparent(o.traceparent) === undefined ? carried.getStore() : o.traceparent;
    try {
      return carried.run(new CarriedTrace(given), fn, silentSpan);
    } catch (error) {
      return Promise.reject(error);
    }
  }
  return recordedSpan(tracer, name, o, fn);
}

async function recordedSpan<T>(
  tracer: Tracer,
  name: string,
  o: SpanOptions,
  fn: (span: Span) => Promise<T>,
): Promise<T> {
  const store = carried.getStore();
  const remote = parseTraceparent(o.traceparent);
  const fallback = trace.getActiveSpan() === undefined && typeof store === "string" ? store : undefined;
  const from = remote ?? parseTraceparent(fallback);
  const parent = from === undefined ? context.active() : trace.setSpanContext(ROOT_CONTEXT, from);
  const span = tracer.startSpan(name, { kind: KINDS[o.kind ?? "internal"], attributes: o.attributes ?? {} }, parent);
  try {
    // The own storage serves installations whose SDK has no context manager.
    return await carried.run(format(span.spanContext()), () =>
      context.with(trace.setSpan(parent, span), () => fn(span)),
    );
  } catch (error) {
    const kind = error instanceof ServiceError ? error.reason : error instanceof Error ? error.name : "unknown";
    span.setStatus({ code: SpanStatusCode.ERROR, message: kind });
    span.setAttribute("error.type", kind);
    throw error;
  } finally {
    span.end();
  }
}
