import { IntentError, toIntentError } from "../errors.ts";
import type { TaskMaterial } from "../types/executor.ts";
import type { JsonSchema } from "../types/json.ts";
import type { CancelReason, CancelStatus } from "../types/names.ts";
import { type HostClock, systemClock } from "./clock.ts";
import { Deadlines } from "./deadlines.ts";
import { deadlinePassed, requestCancelled, requestNotFound, sessionClosed, tooManyOpen } from "./host-errors.ts";
import type { HostMaterial, HostRecogniser, HostRequest } from "./recogniser.ts";
import type { HostRecord, HostScope } from "./record.ts";
import type { HostRecordStore } from "./record-store.ts";
import { SharedRun } from "./shared-run.ts";
import { hashToken, newRequestId, newSecret } from "./tokens.ts";
import { readSubmission, type Surroundings, validate } from "./validation.ts";

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

/**
 * Host mode over one store. Every failure is an IntentError, except that an aborted `signal` makes its own reason the
 * failure. Callers in this process that submit the same candidate under the same token share one validation.
 */
export interface HostDesk {
  /** `input` is the caller's material, unchecked. The deadline, if any, starts here: the earlier of the instance's and `timeoutMs` (0: none). */
  prepare(
    scope: HostScope,
    instance: string,
    input: unknown,
    o?: { timeoutMs?: number; signal?: AbortSignal },
  ): Promise<HostTask>;
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

interface Running {
  readonly scope: HostScope;
  readonly requestId: string;
  readonly run: SharedRun<{ text: string }>;
}

/** What a store throws is no IntentError yet. */
async function asked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    throw toIntentError(thrown);
  }
}

const keyOf = (scope: HostScope, ...names: string[]) => JSON.stringify([scope.owner, scope.session, ...names]);
const sameScope = (a: HostScope, b: HostScope) => a.owner === b.owner && a.session === b.session;

interface Opening {
  readonly scope: HostScope;
  readonly instance: string;
  readonly submissionToken: string;
  readonly timeoutMs: number;
  readonly now: number;
}

function open(request: HostRequest, opening: Opening): { record: HostRecord; material: HostMaterial } {
  const { scope, instance, submissionToken, timeoutMs, now } = opening;
  const bounds = [request.timeoutMs, timeoutMs].filter((bound) => bound > 0);
  const record: HostRecord = {
    requestId: newRequestId(),
    scope,
    instance,
    stamps: request.stamps,
    input: request.source,
    seed: newSecret(),
    state: "open",
    tokens: [{ hash: hashToken(submissionToken), digest: null, reply: null }],
    lease: null,
    attemptsLeft: 1 + request.corrections,
    candidateBytes: 0,
    validationMs: 0,
    validationLimitMs: request.validationMs,
    deadline: bounds.length === 0 ? null : now + Math.min(...bounds),
    cancelReason: null,
    createdAt: now,
    changedAt: now,
    finishedAt: null,
  };
  return { record, material: request.material };
}

export function createHostDesk(options: HostDeskOptions): HostDesk {
  const { store, recogniser, clock = systemClock } = options;
  const deadlines = new Deadlines(clock);
  const watched = new Map<string, HostScope>();
  const runs = new Map<string, Running>();

  function watch({ scope, requestId, deadline }: HostRecord): void {
    if (deadline === null) return;
    const key = keyOf(scope, requestId);
    watched.set(key, scope);
    deadlines.watch(key, deadline, () => {
      watched.delete(key);
      end(deadlinePassed(requestId), (each) => each.requestId === requestId && sameScope(each.scope, scope));
      // The touch expires the record. Should the store be away, the next touch or sweep does it.
      store.get(scope, requestId, clock.now()).catch(() => undefined);
    });
  }

  function forget({ scope, requestId }: Pick<HostRecord, "scope" | "requestId">): void {
    const key = keyOf(scope, requestId);
    watched.delete(key);
    deadlines.forget(key);
  }

  /** Ends the runs that `which` picks, at once for their callers; resolves when their work is over too. */
  async function end(error: IntentError, which: (running: Running) => boolean): Promise<void> {
    const ending = [...runs.values()].filter(which);
    for (const { run } of ending) run.end(error);
    await Promise.all(ending.map(({ run }) => run.over));
  }

  const around: Surroundings = { store, clock, recogniser, watch, forget };

  return {
    async prepare(scope, instance, input, { timeoutMs = 0, signal } = {}) {
      const now = clock.now();
      if (signal?.aborted) throw signal.reason;
      const found = recogniser(instance);
      if (!found) throw new IntentError("INSTANCE_UNKNOWN", "input", "There is no instance of this name.");
      const submissionToken = newSecret();
      const { record, material } = open(found.read(input), { scope, instance, submissionToken, timeoutMs, now });
      const { requestId } = record;
      const created = await asked(store.create(record));
      if (created.outcome === "full") throw tooManyOpen(created.bound);
      if (signal?.aborted) {
        // Nobody will ever learn the token.
        await asked(store.cancel(scope, requestId, { reason: "cancelled", now: clock.now() }));
        throw signal.reason;
      }
      watch(record);
      return { kind: "model_task", requestId, submissionToken, ...material };
    },

    async accept(scope, given, { signal } = {}) {
      if (signal?.aborted) throw signal.reason;
      const submission = readSubmission(scope, given);
      const { requestId, tokenHash, digest } = submission;
      const key = keyOf(scope, requestId, tokenHash, digest);
      const running = runs.get(key);
      if (running) return running.run.join(signal);
      const run = new SharedRun((ended) => asked(validate(submission, around, ended)));
      const entry: Running = { scope, requestId, run };
      runs.set(key, entry);
      const leave = () => {
        if (runs.get(key) === entry) runs.delete(key);
      };
      run.signal.addEventListener("abort", leave, { once: true });
      run.over.then(leave);
      return run.join(signal);
    },

    async cancel(scope, { requestId, reason = "cancelled" }) {
      const cancelled = await asked(store.cancel(scope, requestId, { reason, now: clock.now() }));
      if (cancelled.outcome === "not_found") throw requestNotFound();
      forget({ scope, requestId });
      if (cancelled.outcome === "cancelled")
        void end(requestCancelled(requestId), (each) => each.requestId === requestId && sameScope(each.scope, scope));
      return { requestId, status: cancelled.outcome };
    },

    async drop(scope) {
      await end(sessionClosed(), (each) => sameScope(each.scope, scope));
      for (const [key, owner] of [...watched]) {
        if (!sameScope(owner, scope)) continue;
        watched.delete(key);
        deadlines.forget(key);
      }
      await store.drop(scope);
    },

    async close() {
      deadlines.forgetAll();
      watched.clear();
      await end(sessionClosed(), () => true);
    },
  };
}
