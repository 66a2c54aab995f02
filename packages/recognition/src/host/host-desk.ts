import type { TaskMaterial } from "../types/executor.ts";
import type { JsonSchema } from "../types/json.ts";
import type { CancelReason, CancelStatus } from "../types/names.ts";
import type { HostClock } from "./clock.ts";
import type { HostRecogniser } from "./recogniser.ts";
import type { HostScope } from "./record.ts";
import type { HostRecordStore } from "./record-store.ts";

export interface HostTask {
  kind: "model_task";
  requestId: string;
  submissionToken: string;
  instructions: string;
  input: TaskMaterial;
  outputSchema: JsonSchema;
}

export interface HostCancelReply {
  requestId: string;
  status: CancelStatus;
}

export interface HostDeskOptions {
  readonly store: HostRecordStore;
  /** The instance of this name; undefined: there is none. */
  readonly recogniser: (instance: string) => HostRecogniser | undefined;
  /** Default: the system's. */
  readonly clock?: HostClock;
}

/** Host mode over one store. Every failure is an IntentError, an aborted `signal` excepted: then its reason is thrown. */
export interface HostDesk {
  /** `input` is the caller's material, unchecked. The deadline, if any, starts here: the earlier of the instance's and `timeoutMs`. */
  prepare(scope: HostScope, instance: string, input: unknown, o?: { timeoutMs?: number }): Promise<HostTask>;
  /** `text` is the IntentResult's JSON. */
  accept(
    scope: HostScope,
    submission: { requestId: string; submissionToken: string; candidateText: string },
    o?: { signal?: AbortSignal },
  ): Promise<{ text: string }>;
  cancel(scope: HostScope, cancellation: { requestId: string; reason?: CancelReason }): Promise<HostCancelReply>;
  /** Ends a session: its running validations end with SESSION_CLOSED, its records are gone. */
  drop(scope: HostScope): Promise<void>;
  /** Lets go of the timers; running validations end with SESSION_CLOSED. Records stay with the store. */
  close(): Promise<void>;
}

export declare function createHostDesk(options: HostDeskOptions): HostDesk;
