// A desk over a given store, with a language half that the test moves by hand. Candidates say what becomes of them:
// "good …" is a result, "bad …" breaks a rule, "broken …" is a failure of ours; with "gated" in it, only after `open()`.
import { randomUUID } from "node:crypto";
import { IntentError, type SerializedIntentError, toIntentError } from "../../src/errors.ts";
import { createHostDesk, type HostDesk } from "../../src/host/host-desk.ts";
import type { HostRecogniser } from "../../src/host/recogniser.ts";
import type { HostScope, HostVersions } from "../../src/host/record.ts";
import type { HostRecordStore } from "../../src/host/record-store.ts";
import type { AcceptOutcome } from "../../src/parse/accept-candidate.ts";
import type { IntentResult } from "../../src/types/result.ts";
import { type ManualClock, manualClock } from "./manual-clock.ts";

export const PROBLEM = { code: "V06", path: "/intents/0/evidence/0", message: "The quote is not in the input." };

/** What a test prepares; the scripted instance reads its own settings from it. */
export interface Prepared {
  corrections?: number;
  timeoutMs?: number;
  validationMs?: number;
}

export interface Kit {
  readonly store: HostRecordStore;
  readonly clock: ManualClock;
  readonly desk: HostDesk;
  readonly scope: HostScope;
  /** Another process over the same store, with a clock of its own that shows the same time. */
  replica(o?: { versions?: HostVersions; instances?: string[] }): Kit;
  /** Lets gated validations go on. */
  open(): void;
  /** Candidates that were looked at, in order. */
  readonly validated: string[];
  /** What each of them was allowed to take, milliseconds. */
  readonly limits: number[];
  /** Outcomes of binding, in order. */
  readonly binds: string[];
  /** Validations that were stopped before their verdict. */
  readonly stopped: string[];
  /** Milliseconds that the clock moves by in each validation. */
  takes(ms: number): void;
}

const VERSIONS: HostVersions = { instructionsVersion: "1", coreVersion: "1" };

export function deskKit(
  store: HostRecordStore,
  o: { versions?: HostVersions; clock?: ManualClock; scope?: HostScope; instances?: string[] } = {},
): Kit {
  const { versions = VERSIONS, clock = manualClock(), scope = newScope(), instances = ["main"] } = o;
  const gate = Promise.withResolvers<void>();
  const validated: string[] = [];
  const limits: number[] = [];
  const binds: string[] = [];
  const stopped: string[] = [];
  let takes = 0;

  async function judge(text: string, signal: AbortSignal): Promise<AcceptOutcome> {
    validated.push(text);
    if (text.includes("gated")) {
      const aborted = Promise.withResolvers<never>();
      signal.addEventListener("abort", () => aborted.reject(signal.reason), { once: true });
      await Promise.race([gate.promise, aborted.promise]).catch((reason) => {
        stopped.push(text);
        throw reason;
      });
    }
    clock.jump(takes);
    if (text.startsWith("bad")) return { outcome: "invalid", problems: [PROBLEM] };
    if (text.startsWith("broken")) throw new IntentError("INTERNAL", "core", "A rule of ours was broken.");
    if (text.startsWith("slow")) throw new IntentError("LIMIT_EXCEEDED", "candidate", "Too slow.");
    const size = /size=(\d+)/.exec(text)?.[1];
    const input = size === undefined ? text : "x".repeat(Number(size));
    return { outcome: "result", result: { input } as unknown as IntentResult };
  }

  const recogniser: HostRecogniser = {
    versions,
    read(input) {
      const { corrections = 1, timeoutMs = 0, validationMs = 2000 } = input as Prepared;
      return {
        source: JSON.stringify(input),
        material: { instructions: "Do it.", input: {} as never, outputSchema: { type: "object" } },
        stamps: { ...versions, candidateSchema: "one" },
        corrections,
        timeoutMs,
        validationMs,
        validate(text, { signal, limitMs }) {
          limits.push(limitMs);
          return judge(text, signal);
        },
      };
    },
  };
  const watchedStore: HostRecordStore = {
    ...store,
    async bind(...request) {
      const bound = await store.bind(...request);
      binds.push(bound.outcome);
      return bound;
    },
  };
  const desk = createHostDesk({
    store: watchedStore,
    clock,
    recogniser: (name) => (instances.includes(name) ? recogniser : undefined),
  });
  return {
    store,
    clock,
    desk,
    scope,
    replica: (other = {}) => deskKit(store, { scope, clock, ...other }),
    open: () => gate.resolve(),
    validated,
    limits,
    binds,
    stopped,
    takes(ms) {
      takes = ms;
    },
  };
}

export const newScope = (): HostScope => ({ owner: randomUUID(), session: randomUUID() });

export interface Candidate {
  readonly requestId: string;
  readonly submissionToken: string;
  readonly candidateText: string;
}

/** The answer as a caller sees it: the result's text, or the error. */
export type Answer = { text: string } | { error: SerializedIntentError };

export async function answerOf(work: Promise<{ text: string }>): Promise<Answer> {
  try {
    return { text: (await work).text };
  } catch (thrown) {
    return { error: toIntentError(thrown).toJSON() };
  }
}

/** "result", or code and stage of the error. */
export async function verdictOf(work: Promise<{ text: string }>): Promise<string> {
  const answer = await answerOf(work);
  return "text" in answer ? "result" : `${answer.error.code}/${answer.error.stage}`;
}

export async function correctionOf(work: Promise<{ text: string }>) {
  const answer = await answerOf(work);
  if ("text" in answer || !answer.error.correction) throw new Error("No correction was asked for.");
  return { error: answer.error, ...answer.error.correction };
}

/** Lets the clock go on until the work has settled: for waits between replicas. */
export async function whileTimePasses<T>(clock: ManualClock, work: Promise<T>, step = 25): Promise<T> {
  let settled = false;
  const done = () => {
    settled = true;
  };
  work.then(done, done);
  for (let round = 0; !settled && round < 2000; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (!settled) clock.advance(step);
  }
  return work;
}
