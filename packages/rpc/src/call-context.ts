import { AsyncLocalStorage } from "node:async_hooks";
import type { DescMethod } from "@bufbuild/protobuf";
import { type Logger, newId, type ServiceError } from "@openintents/process";
import { cancelledError, timeoutError } from "./error-mapping.ts";
import { Metadata } from "./metadata.ts";

/** What a handler knows of the call that it serves. */
export type CallContext = {
  readonly method: DescMethod;
  /** What the caller sent along. */
  readonly metadata: Metadata;
  /** What goes back with the status, also when the call fails. */
  readonly trailers: Metadata;
  /** Aborts when the caller cancels or the deadline passes; its reason is a ServiceError. */
  readonly signal: AbortSignal;
  /** Aborts when the server starts to close; a long-lived stream should end then. */
  readonly closing: AbortSignal;
  /** Epoch milliseconds. */
  readonly deadline: number | undefined;
  /** Address of the caller, "in-process" on the in-process channel. */
  readonly peer: string;
  /** The caller's x-request-id, or a new one. */
  readonly requestId: string;
  /** Binds `request_id` and `rpc`. */
  readonly logger: Logger;
};

export type CallHome = { logger: Logger; closing: AbortSignal };

/** The call being served in the current asynchronous context. */
export const currentCall = new AsyncLocalStorage<ServerCall>();

const REQUEST_ID = /^[!-~]{1,128}$/;

/** Most calls look at a few of these, so each is made when first asked for. */
export abstract class ServerCall implements CallContext {
  readonly method: DescMethod;
  readonly deadline: number | undefined;
  /** Why the caller no longer waits; undefined while it does. */
  aborted: ServiceError | undefined;
  private ended = false;
  private readonly home: CallHome;
  private loadedMetadata: Metadata | undefined;
  private ownTrailers: Metadata | undefined;
  private ownRequestId: string | undefined;
  private ownLogger: Logger | undefined;
  private controller: AbortController | undefined;
  private abortListeners: (() => void)[] | undefined;

  constructor(method: DescMethod, home: CallHome, deadline: number | undefined) {
    this.method = method;
    this.home = home;
    this.deadline = deadline;
  }

  protected abstract loadMetadata(): Metadata;
  abstract get peer(): string;

  get metadata(): Metadata {
    this.loadedMetadata ??= this.loadMetadata();
    return this.loadedMetadata;
  }

  get trailers(): Metadata {
    this.ownTrailers ??= new Metadata();
    return this.ownTrailers;
  }

  /** Undefined when nobody asked for trailers. */
  get setTrailers(): Metadata | undefined {
    return this.ownTrailers;
  }

  get closing(): AbortSignal {
    return this.home.closing;
  }

  get requestId(): string {
    if (this.ownRequestId === undefined) {
      const given = this.metadata.get("x-request-id");
      this.ownRequestId = given !== undefined && REQUEST_ID.test(given) ? given : newId("req");
    }
    return this.ownRequestId;
  }

  get logger(): Logger {
    this.ownLogger ??= this.home.logger.child({
      request_id: this.requestId,
      rpc: `${this.method.parent.name}/${this.method.name}`,
    });
    return this.ownLogger;
  }

  /** Makes no logger of its own where the line would not be written. */
  logDebug(fields: object, text: string): void {
    if (this.home.logger.isLevelEnabled("debug")) this.logger.debug(fields, text);
  }

  get signal(): AbortSignal {
    if (this.controller === undefined) {
      this.controller = new AbortController();
      if (this.aborted !== undefined) this.controller.abort(this.aborted);
    }
    return this.controller.signal;
  }

  /** Tells the handler that nobody waits any more; without effect once the call ended. */
  abort(why: "timeout" | "cancelled"): void {
    if (this.ended || this.aborted !== undefined) return;
    this.aborted = why === "timeout" ? timeoutError() : cancelledError();
    this.controller?.abort(this.aborted);
    for (const listener of this.abortListeners ?? []) listener();
  }

  /** Calls `fn` when the call is aborted, at once if it is. */
  onAbort(fn: () => void): void {
    if (this.aborted === undefined) {
      this.abortListeners ??= [];
      this.abortListeners.push(fn);
    } else {
      fn();
    }
  }

  /** The handler is through; a later abort means nothing. */
  end(): void {
    this.ended = true;
  }
}
