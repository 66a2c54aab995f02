import type { Clock, Logger } from "@openintents/process";
import { type AgentService, type Signal, SignalKind } from "@openintents/proto";
import type { Client } from "@openintents/rpc";
import { Backoff } from "./backoff.ts";

/** Three keep-alives missed: the stream is dead even if nobody said so. */
const SILENCE_MS = 45_000;

const REMEMBERED = 1_000;

export type SignalsDeps = {
  agent: Client<typeof AgentService>;
  clock: Clock;
  logger: Logger;
  runnerId: () => string | undefined;
  onSignal: (signal: Signal) => void;
};

/**
 * Core's push stream to this runner, opened again with the last signal's ID when it breaks. Signals also
 * come with heartbeats; each is handed on once, by whichever way it came first.
 */
export class Signals {
  private readonly o: SignalsDeps;
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private lastId = 0n;
  private readonly seen = new Set<bigint>();

  constructor(o: SignalsDeps) {
    this.o = o;
  }

  get afterSignal(): bigint {
    return this.lastId;
  }

  start(): void {
    this.running ??= this.loop();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Hands a signal on unless it was seen. Two may become visible in the other order than they were numbered. */
  take(signal: Signal): void {
    if (signal.kind === SignalKind.KEEP_ALIVE || this.seen.has(signal.id)) return;
    this.seen.add(signal.id);
    if (this.seen.size > REMEMBERED) {
      for (const oldest of [...this.seen].slice(0, REMEMBERED / 2)) this.seen.delete(oldest);
    }
    if (signal.id > this.lastId) this.lastId = signal.id;
    this.o.onSignal(signal);
  }

  private async loop(): Promise<void> {
    const { clock, logger } = this.o;
    const backoff = new Backoff();
    while (!this.stopping.signal.aborted) {
      const runnerId = this.o.runnerId();
      try {
        if (runnerId !== undefined) await this.read(runnerId, () => backoff.reset());
      } catch (error) {
        if (!this.stopping.signal.aborted) logger.info({ err: error }, "signal stream broke");
      }
      await clock.sleep(backoff.nextMs(), this.stopping.signal);
    }
  }

  private async read(runnerId: string, alive: () => void): Promise<void> {
    const silence = new AbortController();
    const signal = AbortSignal.any([this.stopping.signal, silence.signal]);
    let cancel = this.o.clock.timer(SILENCE_MS, () => silence.abort());
    try {
      for await (const message of this.o.agent.signals({ runnerId, afterSignal: this.lastId }, { signal })) {
        cancel();
        cancel = this.o.clock.timer(SILENCE_MS, () => silence.abort());
        alive();
        if (message.signal !== undefined) this.take(message.signal);
      }
    } finally {
      cancel();
    }
  }
}
