import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type Logger, newId, serviceError } from "@openintents/process";
import {
  AttemptState,
  type Claim,
  ClaimSchema,
  type FailureCode,
  IntentEventType,
  type Question,
  type Resume,
  ResumeSchema,
  type Sealed,
  SealedSchema,
  type ShopQuote,
  SignalKind,
  type Work,
  WorkKind,
  WorkSchema,
} from "@openintents/proto";
import { generateKeyPair, type KeyPair, seal } from "@openintents/vault";

export type WorkInit = Exclude<MessageInitShape<typeof WorkSchema>, Work>;
type AttemptRow = { id: string; state: AttemptState; orderReference: string; quote: ShopQuote };

/** One intent as the fake keeps it, with everything the runner said about it. */
export type Job = {
  id: string;
  init: WorkInit;
  epoch: number;
  restarts: number;
  steps: string[];
  attempts: AttemptRow[];
  begunAt: number[];
  questions: Question[];
  releases: number[];
  resolutions: { outcome: number; basis: number; strong: boolean; failure: number }[];
  checkpoint: Sealed | undefined;
  resume: Resume | undefined;
  approvedDigest: Uint8Array;
  quote: ShopQuote | undefined;
  end: { kind: "completed" } | { kind: "failed"; code: FailureCode; details: unknown } | undefined;
  /** Refuses BeginPurchase with the error it returns. */
  policy: (quote: ShopQuote, job: Job) => Error | undefined;
  /** Shifts an attempt's begun_at as a look-up sees it, in ms. */
  begunShiftMs: number;
};

export type Lent = {
  job: Job;
  claim: Claim;
  runnerId: string;
  expiresAt: number;
  confirmed: boolean;
  reportNo: number;
  digest: string;
  reply: unknown;
  ended: string | undefined;
};

type PushedSignal = { id: bigint; kind: SignalKind; claimId: string; epoch: bigint; mustUnderstand?: boolean };

/** Core's side of the runner contract, as far as a runner's tests need it: in memory, with real leases. */
export class FakeCore {
  readonly settings = {
    leaseMs: 3_000,
    heartbeatMs: 300,
    offerMs: 2_000,
    graceMs: 100,
    fenceMs: 500,
    lookupGapMs: 50,
    maxClaims: 20,
  };
  commitMs = 30_000;
  readonly jobs: Job[] = [];
  readonly lent = new Map<string, Lent>();
  readonly repeats = new Map<string, Claim[]>();
  readonly signals: PushedSignal[] = [];
  readonly logger: Logger;
  keys: KeyPair[] = [];
  private readonly waiters = new Set<() => void>();
  private readonly queue: { job: Job; kind: WorkKind }[] = [];
  private readonly sweeper: NodeJS.Timeout;

  constructor(logger: Logger) {
    this.logger = logger;
    this.sweeper = setInterval(() => this.sweep(), 20);
  }

  static async create(logger: Logger): Promise<FakeCore> {
    const core = new FakeCore(logger);
    core.keys = [await generateKeyPair()];
    return core;
  }

  close(): void {
    clearInterval(this.sweeper);
  }

  add(init: WorkInit): Job {
    const job: Job = {
      id: newId("int"),
      init,
      epoch: 0,
      restarts: 0,
      steps: [],
      attempts: [],
      begunAt: [],
      questions: [],
      releases: [],
      resolutions: [],
      checkpoint: undefined,
      resume: undefined,
      approvedDigest: new Uint8Array(0),
      quote: undefined,
      end: undefined,
      policy: () => undefined,
      begunShiftMs: 0,
    };
    this.jobs.push(job);
    this.enqueue(job, WorkKind.RUN);
    return job;
  }

  enqueue(job: Job, kind: WorkKind): void {
    this.queue.push({ job, kind });
    this.changed();
  }

  /** Takes a job that was not lent yet out of the queue. */
  withdraw(job: Job): void {
    const index = this.queue.findIndex((one) => one.job === job);
    if (index >= 0) this.queue.splice(index, 1);
  }

  /** Resolves once the condition holds; checked after everything that happens here. */
  async until(condition: () => boolean, what: string, timeoutMs = 20_000): Promise<void> {
    const start = Date.now();
    while (!condition()) {
      if (Date.now() - start > timeoutMs) throw new Error(`waited in vain until ${what}`);
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          this.waiters.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, 50);
        this.waiters.add(wake);
      });
    }
  }

  changed(): void {
    for (const wake of [...this.waiters]) wake();
  }

  take(runnerId: string, slots: number): Claim[] {
    return this.queue.splice(0, slots).map(({ job, kind }) => this.lend(job, kind, runnerId));
  }

  get queued(): number {
    return this.queue.length;
  }

  private lend(job: Job, kind: WorkKind, runnerId: string): Claim {
    job.epoch += 1;
    const { leaseMs, heartbeatMs, offerMs } = this.settings;
    const attempts = job.attempts.map((one, index) => ({
      ...one,
      begunAt: timestampFromMs((job.begunAt[index] ?? 0) + job.begunShiftMs),
    }));
    const work = create(WorkSchema, {
      intentId: job.id,
      revision: 1,
      test: true,
      currency: "usd",
      restarts: job.restarts,
      createdAt: timestampFromMs(Date.now()),
      ...job.init,
      ...(job.checkpoint && { checkpoint: job.checkpoint }),
      ...(job.resume && { resume: job.resume }),
      approvedDigest: job.approvedDigest,
      attempts,
    });
    const claim = create(ClaimSchema, {
      ref: { claimId: newId("clm"), epoch: BigInt(job.epoch), token: new Uint8Array(32).fill(7) },
      kind,
      leaseMs,
      heartbeatMs,
      sealTo: this.keys.map(({ kid, publicKey }) => ({ kid, publicKey })),
      work,
    });
    const expiresAt = Date.now() + offerMs;
    const rest = { confirmed: false, reportNo: 0, digest: "", reply: undefined, ended: undefined };
    this.lent.set(claim.ref?.claimId ?? "", { job, claim, runnerId, expiresAt, ...rest });
    return claim;
  }

  /** The claim of the last epoch of a job. */
  claimOf(job: Job): Lent | undefined {
    return [...this.lent.values()].findLast((one) => one.job === job);
  }

  endClaim(lent: Lent, reason: string): void {
    lent.ended ??= reason;
    this.changed();
  }

  push(kind: SignalKind, lent: Lent, mustUnderstand = false): void {
    const { claimId = "", epoch = 0n } = lent.claim.ref ?? {};
    this.signals.push({ id: BigInt(this.signals.length + 1), kind, claimId, epoch, mustUnderstand });
    this.changed();
  }

  cancel(job: Job): void {
    const lent = this.claimOf(job);
    if (lent === undefined) throw serviceError("resource_not_found", "the job is not lent");
    this.endClaim(lent, "claim_cancelled");
    this.push(SignalKind.CANCELLED, lent);
  }

  /** Answers the open question; the work is resumed. */
  async answer(job: Job, value: unknown): Promise<void> {
    const purpose = `answer/inp_${job.questions.length}`;
    const aad = { account: "", test: true, payer: "", intent: job.id, purpose, version: 1 };
    const plaintext = new TextEncoder().encode(JSON.stringify(value));
    const answers = await Promise.all(
      this.keys.map(async (pair) => create(SealedSchema, await seal(pair, plaintext, aad))),
    );
    job.resume = create(ResumeSchema, {
      reason: "answered",
      inputRequest: `inp_${job.questions.length}`,
      answers,
      purpose,
    });
    const question = job.questions.at(-1);
    if (value === "approve" && question?.quote !== undefined) job.approvedDigest = question.quote.digest;
    this.enqueue(job, WorkKind.RUN);
  }

  openAttempt(job: Job): AttemptRow | undefined {
    return job.attempts.find((one) => one.state === AttemptState.COMMITTING || one.state === AttemptState.UNKNOWN);
  }

  say(job: Job, types: IntentEventType[]): void {
    const names = Object.entries(IntentEventType);
    for (const type of types) job.steps.push(names.find(([, value]) => value === type)?.[0].toLowerCase() ?? "?");
    this.changed();
  }

  private sweep(): void {
    for (const lent of this.lent.values()) {
      if (lent.ended !== undefined) continue;
      const grace = lent.confirmed ? this.settings.graceMs : 0;
      if (Date.now() < lent.expiresAt + grace) continue;
      this.endClaim(lent, "claim_lost");
      if (lent.confirmed) lent.job.restarts += 1;
      this.enqueue(lent.job, this.openAttempt(lent.job) === undefined ? WorkKind.RUN : WorkKind.RECONCILE);
    }
  }
}
