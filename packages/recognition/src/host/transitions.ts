// The state table of host mode as pure functions over one record. A store runs them inside its atomic step and
// writes the record they give back, if it is another object than the one they were given.

import type { CancelReason } from "../types/names.ts";
import { budgetExhausted, candidateInvalid } from "./host-errors.ts";
import type { HostRecord, HostReply, HostToken } from "./record.ts";
import {
  type BindOutcome,
  type BindRequest,
  CANDIDATE_BUDGET_BYTES,
  type CancelOutcome,
  type FinishOutcome,
  type FinishRequest,
  LEASE_MS,
  type ReleaseRequest,
} from "./record-store.ts";
import { sameHash } from "./tokens.ts";

export interface Step<Outcome> {
  readonly record: HostRecord;
  readonly outcome: Outcome;
}

export const isTerminal = (record: HostRecord): boolean => record.state !== "open" && record.state !== "validating";

/** UTF-8 bytes of the replies that a record holds. */
export const replyBytes = (record: HostRecord): number =>
  record.tokens.reduce((sum, { reply }) => sum + (reply ? Buffer.byteLength(reply.text) : 0), 0);

/** The touch that comes before every other transition: a deadline that is not after `now` has passed. */
export function touch(record: HostRecord, now: number): HostRecord {
  if (isTerminal(record) || record.deadline === null || record.deadline > now) return record;
  return end(record, { state: "expired", tokens: withoutReplies(record), now });
}

export function bind(given: HostRecord, request: BindRequest): Step<BindOutcome> {
  const record = touch(given, request.now);
  const token = findToken(record, request.tokenHash);
  if (!token) return { record, outcome: { outcome: "token_invalid" } };
  if (record.state === "cancelled")
    return { record, outcome: { outcome: "cancelled", reason: record.cancelReason ?? "cancelled" } };
  if (record.state === "expired") return { record, outcome: { outcome: "expired" } };
  if (token.digest === null) return bindFirst(record, token, request);
  if (token.digest !== request.digest) return { record, outcome: { outcome: "conflict" } };
  if (token.reply) return { record, outcome: { outcome: "replay", record, reply: token.reply } };
  if (record.lease && record.lease.until > request.now)
    return { record, outcome: { outcome: "held", until: record.lease.until } };
  if (record.validationMs >= record.validationLimitMs) return exhaust(record, token, request);
  return lend(record, request);
}

function bindFirst(record: HostRecord, token: HostToken, request: BindRequest): Step<BindOutcome> {
  const candidateBytes = record.candidateBytes + request.bytes;
  const bound: HostRecord = {
    ...record,
    state: "validating",
    tokens: replaceToken(record, token, { ...token, digest: request.digest }),
    attemptsLeft: record.attemptsLeft - 1,
    candidateBytes,
  };
  const spent = candidateBytes > CANDIDATE_BUDGET_BYTES || record.validationMs >= record.validationLimitMs;
  return spent ? exhaust(bound, { ...token, digest: request.digest }, request) : lend(bound, request);
}

function lend(record: HostRecord, { holder, now }: BindRequest): Step<BindOutcome> {
  const lent = { ...record, lease: { holder, until: now + LEASE_MS }, changedAt: now };
  return { record: lent, outcome: { outcome: "bound", record: lent } };
}

function exhaust(given: HostRecord, token: HostToken, { now }: BindRequest): Step<BindOutcome> {
  const reply: HostReply = { kind: "failure", text: JSON.stringify(budgetExhausted(given.requestId)) };
  const record = end(given, { state: "failed", tokens: replaceToken(given, token, { ...token, reply }), now });
  return { record, outcome: { outcome: "replay", record, reply } };
}

export function finish(given: HostRecord, request: FinishRequest): Step<FinishOutcome> {
  const record = touch(given, request.now);
  if (record.state === "cancelled" || record.state === "expired") return { record, outcome: { outcome: record.state } };
  const token = findToken(record, request.tokenHash);
  if (token?.digest !== request.digest) return { record, outcome: { outcome: "not_found" } };
  if (token.reply) return { record, outcome: { outcome: "settled", record, reply: token.reply } };
  const settled = settle({ ...record, validationMs: record.validationMs + request.spentMs }, token, request);
  return { record: settled.record, outcome: { outcome: "settled", ...settled } };
}

function settle(record: HostRecord, token: HostToken, { verdict, now }: FinishRequest) {
  if (verdict.kind === "invalid" && mayCorrect(record)) {
    const correction = { submissionToken: "", attemptsLeft: record.attemptsLeft };
    const error = candidateInvalid(record.requestId, verdict.problems, correction);
    const reply: HostReply = { kind: "correction", text: JSON.stringify(error) };
    const tokens = replaceToken(record, token, { ...token, reply });
    tokens.push({ hash: verdict.nextTokenHash, digest: null, reply: null });
    return { reply, record: { ...record, state: "open" as const, tokens, lease: null, changedAt: now } };
  }
  const reply: HostReply =
    verdict.kind === "invalid"
      ? { kind: "failure", text: JSON.stringify(candidateInvalid(record.requestId, verdict.problems, null)) }
      : { kind: verdict.kind, text: verdict.text };
  const tokens = replaceToken(record, token, { ...token, reply });
  return { reply, record: end(record, { state: verdict.kind === "result" ? "done" : "failed", tokens, now }) };
}

const mayCorrect = (record: HostRecord): boolean =>
  record.attemptsLeft > 0 &&
  record.candidateBytes < CANDIDATE_BUDGET_BYTES &&
  record.validationMs < record.validationLimitMs;

/** Gives the lease back; binding and attempt stay spent, so only the same candidate can be taken up again. */
export function release(given: HostRecord, { holder, spentMs, now }: ReleaseRequest): HostRecord {
  const record = touch(given, now);
  if (record.lease?.holder !== holder) return record;
  return { ...record, lease: null, validationMs: record.validationMs + spentMs, changedAt: now };
}

export function cancel(given: HostRecord, request: { reason: CancelReason; now: number }): Step<CancelOutcome> {
  const record = touch(given, request.now);
  if (record.state === "cancelled") return { record, outcome: { outcome: "already_cancelled" } };
  if (isTerminal(record)) return { record, outcome: { outcome: "already_completed" } };
  const ended = end(record, { state: "cancelled", tokens: withoutReplies(record), now: request.now });
  return { record: { ...ended, cancelReason: request.reason }, outcome: { outcome: "cancelled" } };
}

function end(
  record: HostRecord,
  { state, tokens, now }: { state: HostRecord["state"]; tokens: readonly HostToken[]; now: number },
): HostRecord {
  return { ...record, state, tokens, lease: null, input: "", changedAt: now, finishedAt: now };
}

/** Looks at every token, so that the time taken does not tell which one was near. */
function findToken(record: HostRecord, hash: string): HostToken | undefined {
  return record.tokens.filter((token) => sameHash(token.hash, hash))[0];
}

const replaceToken = (record: HostRecord, old: HostToken, token: HostToken): HostToken[] =>
  record.tokens.map((each) => (each.hash === old.hash ? token : each));

/** After a cancel or a deadline no stored reply is ever shown again. */
const withoutReplies = (record: HostRecord): HostToken[] => record.tokens.map((token) => ({ ...token, reply: null }));
