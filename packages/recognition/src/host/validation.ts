// One validation of one candidate: from the look at the record to the stored verdict.
import { IntentError, toIntentError } from "../errors.ts";
import type { HostClock } from "./clock.ts";
import {
  afterCancel,
  budgetExhausted,
  candidateConflict,
  deadlinePassed,
  requestCancelled,
  requestNotFound,
  restoreError,
  tokenInvalid,
} from "./host-errors.ts";
import type { HostRecogniser, HostRequest } from "./recogniser.ts";
import type { HostRecord, HostReply, HostScope, HostVersions } from "./record.ts";
import type { BindOutcome, FinishRequest, HostRecordStore } from "./record-store.ts";
import { digestOf, hashToken, newSecret, nextToken, sameHash } from "./tokens.ts";
import { isTerminal } from "./transitions.ts";

/** How often a candidate that another replica validates is asked after; milliseconds. */
const FIRST_LOOK = 25;
const LONGEST_LOOK = 400;

export interface Submission {
  readonly scope: HostScope;
  readonly requestId: string;
  readonly submissionToken: string;
  readonly candidateText: string;
  readonly tokenHash: string;
  readonly digest: string;
}

export interface Surroundings {
  readonly store: HostRecordStore;
  readonly clock: HostClock;
  readonly recogniser: (instance: string) => HostRecogniser | undefined;
  /** Told of a record that this process is about to validate. */
  readonly watch: (record: HostRecord) => void;
  /** Told of a record that is terminal. */
  readonly forget: (record: HostRecord) => void;
}

export function readSubmission(
  scope: HostScope,
  given: { requestId: string; submissionToken: string; candidateText: string },
): Submission {
  const { requestId, submissionToken, candidateText } = given;
  const tokenHash = hashToken(submissionToken);
  return { scope, requestId, submissionToken, candidateText, tokenHash, digest: digestOf(candidateText) };
}

/** The answer of a submission: the result's text, or an IntentError thrown. */
export async function validate(
  given: Submission,
  around: Surroundings,
  signal: AbortSignal,
): Promise<{ text: string }> {
  const { scope, requestId, tokenHash, digest, candidateText } = given;
  const bytes = Buffer.byteLength(candidateText);
  for (let look = FIRST_LOOK; ; look = Math.min(look * 2, LONGEST_LOOK)) {
    const record = await around.store.get(scope, requestId, around.clock.now());
    const recogniser = record && around.recogniser(record.instance);
    if (!record || !recogniser || !sameVersions(record.stamps, recogniser.versions)) throw requestNotFound();
    const request = needsWork(record, given) ? restore(record, recogniser) : null;
    signal.throwIfAborted();
    const holder = newSecret();
    const now = around.clock.now();
    const bound = await around.store.bind(scope, requestId, { tokenHash, digest, bytes, holder, now });
    if (bound.outcome === "bound" && request)
      return work(given, { request, holder, record: bound.record }, around, signal);
    if (bound.outcome === "bound") throw new IntentError("INTERNAL", "core", "A finished candidate was bound again.");
    if (bound.outcome !== "held") return answer(bound, given, around);
    await pause(Math.min(look, Math.max(bound.until - now, 1)), around.clock, signal);
  }
}

/** A stored reply needs no recogniser: it is given even when the instance is gone. */
function needsWork(record: HostRecord, { tokenHash }: Submission): boolean {
  if (isTerminal(record)) return false;
  const token = record.tokens.find(({ hash }) => sameHash(hash, tokenHash));
  return token !== undefined && token.reply === null;
}

const sameVersions = (a: HostVersions, b: HostVersions): boolean =>
  a.instructionsVersion === b.instructionsVersion && a.coreVersion === b.coreVersion;

/** Reads the prepared input again. A replica that would hand out another task does not know the record. */
function restore(record: HostRecord, recogniser: HostRecogniser): HostRequest {
  let request: HostRequest;
  try {
    request = recogniser.read(JSON.parse(record.input));
  } catch (thrown) {
    const error = toIntentError(thrown);
    throw error.stage === "input" ? requestNotFound() : error;
  }
  if (request.stamps.candidateSchema !== record.stamps.candidateSchema) throw requestNotFound();
  return request;
}

function answer(
  bound: Exclude<BindOutcome, { outcome: "bound" | "held" }>,
  given: Submission,
  around: Surroundings,
): { text: string } {
  const { requestId } = given;
  if (bound.outcome === "replay") {
    if (isTerminal(bound.record)) around.forget(bound.record);
    return show(bound.reply, bound.record, given);
  }
  if (bound.outcome === "cancelled") throw afterCancel(bound.reason, requestId);
  if (bound.outcome === "expired") throw deadlinePassed(requestId);
  if (bound.outcome === "conflict") throw candidateConflict(requestId);
  if (bound.outcome === "token_invalid") throw tokenInvalid(requestId);
  throw requestNotFound();
}

function show(reply: HostReply, record: HostRecord, { submissionToken }: Submission): { text: string } {
  if (reply.kind === "result") return { text: reply.text };
  throw restoreError(reply.text, reply.kind === "correction" ? nextToken(submissionToken, record.seed) : null);
}

interface Bound {
  readonly request: HostRequest;
  readonly holder: string;
  readonly record: HostRecord;
}

async function work(
  given: Submission,
  bound: Bound,
  around: Surroundings,
  signal: AbortSignal,
): Promise<{ text: string }> {
  const { scope, requestId, tokenHash, digest } = given;
  const { store, clock } = around;
  around.watch(bound.record);
  const started = clock.monotonic();
  const spentMs = () => Math.max(clock.monotonic() - started, 0);
  let verdict: FinishRequest["verdict"];
  try {
    verdict = await judge(given, bound, signal);
  } catch (thrown) {
    // Should the store be away, the lease runs out by itself.
    await store
      .release(scope, requestId, { holder: bound.holder, spentMs: spentMs(), now: clock.now() })
      .catch(() => undefined);
    throw thrown;
  }
  const now = clock.now();
  const finished = await store.finish(scope, requestId, { tokenHash, digest, spentMs: spentMs(), now, verdict });
  if (finished.outcome === "settled") {
    if (isTerminal(finished.record)) around.forget(finished.record);
    return show(finished.reply, finished.record, given);
  }
  if (finished.outcome === "cancelled") throw requestCancelled(requestId);
  if (finished.outcome === "expired") throw deadlinePassed(requestId);
  throw requestNotFound();
}

/** Throws only what is no verdict on the candidate: an abort, or an instance that was disposed of meanwhile. */
async function judge(given: Submission, bound: Bound, signal: AbortSignal): Promise<FinishRequest["verdict"]> {
  const { requestId, candidateText, submissionToken } = given;
  const { request, record } = bound;
  try {
    signal.throwIfAborted();
    const limitMs = record.validationLimitMs - record.validationMs;
    const outcome = await request.validate(candidateText, { signal, limitMs });
    signal.throwIfAborted();
    if (outcome.outcome === "result") return { kind: "result", text: JSON.stringify(outcome.result) };
    const nextTokenHash = hashToken(nextToken(submissionToken, record.seed));
    return { kind: "invalid", problems: outcome.problems, nextTokenHash };
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    const error = toIntentError(thrown);
    if (error.code === "INSTANCE_DISPOSED") throw error;
    const overrun = error.code === "LIMIT_EXCEEDED" && error.stage === "candidate";
    return {
      kind: "failure",
      text: JSON.stringify(overrun ? budgetExhausted(requestId) : ofRequest(error, requestId)),
    };
  }
}

/** The same error, naming the request that it ended. */
function ofRequest(error: IntentError, requestId: string): IntentError {
  const { code, stage, message, retryable, issues, cause } = error;
  return new IntentError(code, stage, message, { issues: [...issues], retryable, requestId, cause });
}

/** Waits, or throws the reason of `signal` as soon as it aborts. */
function pause(ms: number, clock: HostClock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      stop();
      reject(signal.reason);
    };
    const stop = clock.timer(ms, () => {
      signal.removeEventListener("abort", end);
      resolve();
    });
    signal.addEventListener("abort", end, { once: true });
  });
}
