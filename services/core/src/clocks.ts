// The worker that runs core's clocks. Every core process runs one; they share the work by
// skipping rows that another one holds, and each item is a transaction of its own, so a crash
// loses nothing and repeats nothing.
import { newId } from "@openintents/process";
import type { AgentContext } from "./agent/context.ts";
import type { PoolDirectory } from "./agent/pool-directory.ts";
import { endDueClaim } from "./clocks/claim-clock.ts";
import { ringIntent } from "./clocks/intent-clock.ts";
import { createUnservedWork } from "./clocks/unserved-work.ts";
import { REPLY_KEPT_MS } from "./domain/claim.ts";
import { PROGRESS_MS } from "./domain/clocks.ts";
import { excuseClaims, pulse } from "./store/due.ts";
import { readQueues, sweep } from "./store/queue.ts";

const TICK_MS = 1_000;
const BATCH = 200;
/** New work is looked at for this long after its creation. */
const FRESH_MS = 5_000;
const WATCH_MS = 10_000;
const SWEEP_MS = 60_000;
const OVERDUE_MS = 5 * 60_000;
const SIGNALS_KEPT_MS = 3_600_000;
const RUNNERS_KEPT_MS = 24 * 3_600_000;

export type Clocks = {
  start(): void;
  stop(): Promise<void>;
  /** Runs everything that is due now. */
  tick(): Promise<void>;
};

/** `lookForWork`: called when work waits, such as a lookup whose time has come. */
export function createClocks(agent: AgentContext, pools: PoolDirectory, lookForWork: () => void): Clocks {
  const { clock, database, logger, metrics, settings } = agent;
  const unserved = createUnservedWork(agent, pools);
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let watchAt = 0;
  let sweepAt = 0;

  /** Answers when to run again, at most a second from now. */
  async function runDue(): Promise<number> {
    const now = clock.now();
    const due = await pulse(database, {
      now,
      graceMs: settings.graceMs,
      progressMs: PROGRESS_MS,
      limit: BATCH,
      newerThan: newId("int", now - FRESH_MS),
    });
    if (due.beatBefore !== null && now - due.beatBefore > settings.awayMs) {
      const claims = await excuseClaims(database, now);
      logger.info({ away_ms: now - due.beatBefore, claims }, "core was away: leases start anew");
    } else {
      for (const claim of due.claims) await item("claim", claim.id, () => endDueClaim(agent, pools, claim));
    }
    for (const id of due.intents) await item("intent", id, () => ringIntent(agent, id));
    await unserved.refuse(due.fresh, FRESH_MS);
    if (due.workDue) lookForWork();
    if (due.claims.length === BATCH || due.intents.length === BATCH) return now;
    return Math.min(now + TICK_MS, due.nextAt ?? Number.POSITIVE_INFINITY);
  }

  /** One that fails does not keep the others from their turn; it is due again at the next tick. */
  async function item(what: string, id: string, run: () => Promise<unknown>): Promise<void> {
    if (stopping.signal.aborted) return;
    try {
      await run();
    } catch (cause) {
      logger.error({ err: cause, [what]: id }, "a clock could not be run");
    }
  }

  async function watch(now: number): Promise<void> {
    const state = await readQueues(database, { now, overdueSince: now - OVERDUE_MS });
    for (const mode of ["test", "live"] as const) {
      const queue = state.queues.find((one) => one.test === (mode === "test"));
      metrics.queued.set({ mode }, queue?.waiting ?? 0);
      metrics.queueAge.set({ mode }, queue === undefined ? 0 : Math.max(0, now - queue.oldestAt) / 1000);
    }
    for (const { pool, open } of state.claims) metrics.runnerClaims.set({ pool }, open);
    metrics.overdue.set(state.attemptsOverdue);
    metrics.unknown.set(state.attemptsUnknown);
    if (state.attemptsOverdue > 0) {
      logger.error({ alert: "attempt_overdue", attempts: state.attemptsOverdue }, "purchase attempts do not end");
    }
    await unserved.watch();
  }

  async function tick(): Promise<number> {
    const next = await runDue();
    const now = clock.now();
    if (now >= watchAt) {
      watchAt = now + WATCH_MS;
      await watch(now);
    }
    if (now >= sweepAt) {
      sweepAt = now + SWEEP_MS;
      await sweep(database, {
        claimsBefore: now - REPLY_KEPT_MS,
        signalsBefore: now - SIGNALS_KEPT_MS,
        runnersBefore: now - RUNNERS_KEPT_MS,
        limit: 5_000,
      });
    }
    return next;
  }

  async function run(): Promise<void> {
    let failing = false;
    while (!stopping.signal.aborted) {
      let next = clock.now() + TICK_MS;
      try {
        next = await tick();
        failing = false;
      } catch (cause) {
        // A database that is away is said once; the next tick is a second off.
        logger[failing ? "debug" : "warn"]({ err: cause }, "core's clocks could not run");
        failing = true;
      }
      await clock.sleep(Math.max(10, next - clock.now()), stopping.signal);
    }
  }

  return {
    start() {
      running ??= run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
    async tick() {
      await tick();
    },
  };
}
