import { create, type DescMessage, type MessageShape } from "@bufbuild/protobuf";
import { type Clock, type Logger, ServiceError } from "@openintents/process";
import { type ClaimRef, ClaimRefSchema } from "@openintents/proto";
import type { CallOptions } from "@openintents/rpc";
import { Backoff } from "./backoff.ts";
import { overReason } from "./claim-over.ts";
import type { Lease } from "./lease.ts";
import { type Moment, momentOf } from "./moment.ts";

const TRY_MS = 10_000;
/** A fault of core's is tried again a few times; it may be one that every try meets. */
const TRIES_AFTER_FAULT = 5;

type Call<I, O> = (request: I, options: CallOptions) => Promise<O>;

/**
 * The mutating calls on one claim: numbered 1, 2, 3, …, one in flight, and the same message sent
 * again until core answers or the lease is fenced. A refused report changed nothing at core and
 * does not use up its number.
 */
export class Reporter {
  private readonly o: { ref: ClaimRef; lease: Lease; clock: Clock; logger: Logger };
  private used = 0;
  private last: Promise<unknown> = Promise.resolve();

  constructor(o: { ref: ClaimRef; lease: Lease; clock: Clock; logger: Logger }) {
    this.o = o;
  }

  /**
   * Sends one numbered report. Throws ClaimOver when the claim is over, and core's refusal as ServiceError.
   * `sent` of the result is when the report was first sent.
   */
  report<S extends DescMessage, O>(
    schema: S,
    make: (ref: ClaimRef) => MessageShape<S>,
    call: Call<MessageShape<S>, O>,
  ): Promise<{ reply: O; sent: Moment }> {
    return this.inTurn(async () => {
      const send = (number: number) => this.sendUntilAnswered(make(this.refWith(number)), call);
      let number = this.used + 1;
      let result = await send(number).catch((error: unknown) => {
        const expected = expectedNumber(error);
        if (expected === undefined || expected === number) throw error;
        this.o.logger.warn({ schema: schema.typeName, number, expected }, "core expects another report number");
        number = expected;
        return undefined;
      });
      result ??= await send(number);
      this.used = number;
      return result;
    });
  }

  /** Sends a call that carries the claim but no number, such as a release. */
  unnumbered<I, O>(make: (ref: ClaimRef) => I, call: Call<I, O>): Promise<{ reply: O; sent: Moment }> {
    return this.inTurn(() => this.sendUntilAnswered(make(this.refWith(0)), call));
  }

  private refWith(reportNo: number): ClaimRef {
    const { claimId, epoch, token } = this.o.ref;
    return create(ClaimRefSchema, { claimId, epoch, token, reportNo });
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async sendUntilAnswered<I, O>(request: I, call: Call<I, O>): Promise<{ reply: O; sent: Moment }> {
    const { lease, clock } = this.o;
    const sent = momentOf(clock);
    const backoff = new Backoff();
    let faults = 0;
    for (;;) {
      lease.check();
      try {
        const deadlineMs = Math.max(50, Math.min(TRY_MS, Math.ceil(lease.leftMs())));
        const reply = await call(request, { signal: lease.signal, deadlineMs });
        lease.confirm(sent);
        return { reply, sent };
      } catch (error) {
        lease.check();
        if (!(error instanceof ServiceError)) throw error;
        const over = overReason(error.reason);
        if (over !== undefined) throw lease.end(over);
        if (error.reason === "internal_error") faults += 1;
        if (!mayBeSentAgain(error) || faults > TRIES_AFTER_FAULT) throw error;
        await clock.sleep(askedWaitMs(error) ?? backoff.nextMs(), lease.signal);
      }
    }
  }
}

/** Whether core may never have seen the report, or answers it another time. */
function mayBeSentAgain(error: ServiceError): boolean {
  return ["unavailable", "timeout", "cancelled", "rate_limited", "internal_error"].includes(error.reason);
}

/** How long core asks to wait; it may say so more exactly than in whole seconds. */
function askedWaitMs(error: ServiceError): number | undefined {
  const exact = error.details?.retry_after_ms;
  if (typeof exact === "number" && exact >= 0) return exact;
  return error.retryAfterSeconds === null ? undefined : error.retryAfterSeconds * 1000;
}

function expectedNumber(error: unknown): number | undefined {
  if (!(error instanceof ServiceError) || error.reason !== "report_gap") return undefined;
  const expected = error.details?.expected;
  return typeof expected === "number" && Number.isInteger(expected) && expected > 0 ? expected : undefined;
}
