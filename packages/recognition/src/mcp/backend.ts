// What an adapter asks of whoever recognises: Intents in this process, or a service elsewhere.
import type { CancelReason } from "../types/names.ts";

/** `text` is the JSON of the reply, exactly as it is to be shown. */
export interface BackendReply {
  readonly text: string;
}

export interface BackendCall<Caller> {
  /** What the session was connected with. */
  readonly caller: Caller;
  /** Aborts when the caller gives up or the session ends; a backend must settle soon after. */
  readonly signal: AbortSignal;
  /** As given to `callTool`; absent: the instance's own. */
  readonly timeoutMs?: number;
}

export interface HostSubmission {
  readonly requestId: string;
  readonly submissionToken: string;
  readonly candidateText: string;
}

export interface HostCancellation {
  readonly requestId: string;
  readonly reason: CancelReason;
}

/**
 * Failures are thrown as IntentError; anything else that is thrown becomes INTERNAL/core. `input` is the tool's arguments
 * without `instance`: an object, otherwise unchecked. `parse` is called in executor mode only, the others in host mode only.
 */
export interface RecogniserBackend<Caller = undefined> {
  /** The IntentResult. */
  parse(instance: string, input: Readonly<Record<string, unknown>>, call: BackendCall<Caller>): Promise<BackendReply>;
  /** The HostTask. */
  prepare(instance: string, input: Readonly<Record<string, unknown>>, call: BackendCall<Caller>): Promise<BackendReply>;
  /** The IntentResult. */
  accept(submission: HostSubmission, call: BackendCall<Caller>): Promise<BackendReply>;
  /** `{requestId, status}`. */
  cancel(cancellation: HostCancellation, call: BackendCall<Caller>): Promise<BackendReply>;
  /** Called once when a session closes, after its calls settled. Absent: the records end by other means. */
  end?(caller: Caller): Promise<void>;
}
