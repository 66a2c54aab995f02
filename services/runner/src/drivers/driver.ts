import type { MessageInitShape } from "@bufbuild/protobuf";
import type {
  Attempt,
  FailureCode,
  OutcomeBasis,
  PurchaseOutcome,
  PurchaseReceiptSchema,
  QuestionSchema,
  ShopQuote,
  StepSchema,
  Work,
} from "@openintents/proto";

export type StepInit = MessageInitShape<typeof StepSchema>;
export type QuestionInit = MessageInitShape<typeof QuestionSchema>;
export type ReceiptInit = MessageInitShape<typeof PurchaseReceiptSchema>;

/** What a driver keeps in a checkpoint: JSON without secret values, under a name and version of its form. */
export type SavedState = { schema: string } & Record<string, unknown>;

/** How a run ended, where no call of the context ended it already. */
export type Outcome =
  | { kind: "completed" }
  | { kind: "failed"; code: FailureCode; details?: Record<string, string | number | boolean> };

/** What a look-up found. `strong` absence allows a new attempt; anything doubtful is `unclear`. */
export type Finding =
  | { kind: "placed"; receipt: ReceiptInit }
  | { kind: "absent"; strong: boolean }
  | { kind: "unclear" };

/** BeginPurchase went through: the order may be dispatched now, once. */
export type BegunPurchase = {
  attemptId: string;
  orderReference: string;
  idempotencyKey: string;
  /** To be called immediately before the order leaves. Throws CommitWindowOver or ClaimOver. */
  mayDispatch: () => void;
};

/** Core did not let a purchase begin; `rule` is the lower-case reason (`needs_approval`, `over_cap`, …). */
export class PurchaseRefused extends Error {
  override readonly name = "PurchaseRefused";
  readonly rule: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(rule: string, details: Record<string, unknown> | null) {
    super(`the purchase may not begin: ${rule}`);
    this.rule = rule;
    this.details = details ?? {};
  }
}

/** What both kinds of work offer. Every call throws ClaimOver once the claim is over. */
export type ClaimContext = {
  work: Work;
  /** Aborts when the claim is over. */
  signal: AbortSignal;
  /** To be called immediately before anything reaches the shop. Throws ClaimOver. */
  mayTouchShop(): void;
  /** Core's wall clock as far as this process knows it, epoch ms. */
  serverNow(): number;
  /** Waits. False when the wait was cut short because the process drains. */
  wait(ms: number): Promise<boolean>;
};

/** The contract as a run sees it: no claim refs, numbers, or transport. The first call must be a report. */
export type RunContext = ClaimContext & {
  report(...steps: StepInit[]): Promise<void>;
  /** The state of the last checkpoint; undefined when there is none, or none that opens here. */
  savedState(): Promise<SavedState | undefined>;
  saveState(state: SavedState): Promise<void>;
  /** Hands the work back with the state when the process drains; to be called where nothing is half done. */
  safePoint(state: SavedState): Promise<void>;
  /** Hands the work back with the state, to be taken up again from core's records. Always throws ClaimOver. */
  release(state: SavedState): Promise<never>;
  /** The answer that this run was resumed with, as JSON; undefined when there is none that opens here. */
  resumedAnswer(): Promise<unknown>;
  /**
   * Asks the person. Answers only when the answer is known already; else the claim ends by ClaimOver. Throws
   * PurchaseRefused for an approval that could not be used.
   */
  ask(question: QuestionInit, state: SavedState): Promise<unknown>;
  /** Has the payer take a step in the wallet; like `ask`. Throws PurchaseRefused where there are no wallets. */
  wallet(quote: ShopQuote, state: SavedState): Promise<void>;
  /** The only door to an irreversible step. Throws PurchaseRefused. */
  begin(quote: ShopQuote): Promise<BegunPurchase>;
  /** Settles the attempt. False when the claim ended with it. */
  resolve(end: PurchaseEnd): Promise<boolean>;
  /** Drops the claim without a word to core, as a crash would. Always throws ClaimOver. */
  abandon(): never;
};

export type PurchaseEnd = {
  attemptId: string;
  outcome: PurchaseOutcome;
  basis: OutcomeBasis;
  receipt?: ReceiptInit;
  complete?: boolean;
  failure?: FailureCode;
};

/** What a look-up may do: read. There is no way from here to placing an order. */
export type ReconcileContext = ClaimContext & { lookupGapMs: number };

/** A way to deal with shops. */
export type Driver = {
  readonly name: string;
  readonly version: string;
  readonly features: readonly string[];
  canServe(work: Work): "no" | "weak" | "strong";
  run(ctx: RunContext, work: Work): Promise<Outcome>;
  reconcile(ctx: ReconcileContext, attempt: Attempt): Promise<Finding>;
};
